// Lattice Boltzmann D2Q9 with the BGK collision: a channel, periodic along x,
// walls above and below, an obstacle, and a body force; then density, velocity
// and the momentum of each row.
#define Q 9

__constant int2 C[Q] = {
    (int2)(0, 0), (int2)(1, 0), (int2)(0, 1), (int2)(-1, 0), (int2)(0, -1),
    (int2)(1, 1), (int2)(-1, 1), (int2)(-1, -1), (int2)(1, -1),
};
__constant float W[Q] = {
    4.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9,
    1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36,
};
__constant uchar OPPOSITE[Q] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };

typedef struct {
    float rho;
    float2 u;
} moments_t;

static uint cell_of(int x, int y, int w, int h)
{
    const int px = (x + w) % w;
    const int py = clamp(y, 0, h - 1);
    return (uint)(py * w + px);
}

static moments_t moments(const float *f)
{
    moments_t m = { 0.0f, (float2)(0.0f) };
    for (int q = 0; q < Q; ++q) {
        m.rho += f[q];
        m.u += f[q] * convert_float2(C[q]);
    }
    m.u /= m.rho;
    return m;
}

static float equilibrium(int q, moments_t m)
{
    const float cu = dot(convert_float2(C[q]), m.u);
    return W[q] * m.rho * (1.0f + 3.0f * cu + 4.5f * cu * cu - 1.5f * dot(m.u, m.u));
}

__kernel void initialise(__global float *f, __global const float4 *state)
{
    const int w = get_global_size(0), h = get_global_size(1);
    const uint cell = get_global_id(1) * w + get_global_id(0);
    const moments_t m = { state[cell].x, state[cell].yz };
    for (int q = 0; q < Q; ++q)
        f[q * w * h + cell] = equilibrium(q, m);
}

// Pulls the populations from the neighbours and relaxes them.
__kernel void step_once(__global const float *src, __global float *dst,
                        __global const uchar *solid, float omega, float force)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const int w = get_global_size(0), h = get_global_size(1);
    const uint cell = y * w + x, plane = w * h;
    float f[Q];
    for (int q = 0; q < Q; ++q) {
        const int2 from = (int2)(x, y) - C[q];
        const uint other = cell_of(from.x, from.y, w, h);
        const bool wall = from.y < 0 || from.y >= h || solid[other];
        // Halfway bounce-back: what left this cell towards the wall returns.
        f[q] = wall ? src[OPPOSITE[q] * plane + cell] : src[q * plane + other];
    }
    if (solid[cell]) {
        for (int q = 0; q < Q; ++q)
            dst[q * plane + cell] = src[q * plane + cell];
        return;
    }
    const moments_t m = moments(f);
    for (int q = 0; q < Q; ++q) {
        const float push = 3.0f * W[q] * (float)C[q].x * force;
        dst[q * plane + cell] = f[q] + omega * (equilibrium(q, m) - f[q]) + push;
    }
}

__kernel void observe(__global const float *f, __global const uchar *solid,
                      __global float4 *out)
{
    const int w = get_global_size(0), h = get_global_size(1);
    const uint cell = get_global_id(1) * w + get_global_id(0);
    float here[Q];
    for (int q = 0; q < Q; ++q)
        here[q] = f[q * w * h + cell];
    const moments_t m = moments(here);
    out[cell] = solid[cell] ? (float4)(0.0f) : (float4)(m.rho, m.u, length(m.u));
}
