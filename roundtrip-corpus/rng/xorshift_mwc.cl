// options: -cl-std=CL1.2
// Small-state generators: Marsaglia's xorshift32, Vigna's xorshift128+ and
// MWC64X (with its skip-ahead), used for a Monte Carlo estimate of pi.

static uint xorshift32(uint *state)
{
    uint x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

typedef struct { ulong a, b; } xs128p_t;

static ulong xorshift128p(xs128p_t *s)
{
    ulong t = s->a;
    const ulong y = s->b;
    s->a = y;
    t ^= t << 23;
    t ^= t >> 18;
    t ^= y ^ (y >> 5);
    s->b = t;
    return t + y;
}

#define MWC_A 4294883355u
#define MWC_M 18446383549859758079ul /* A * 2^32 - 1 */

typedef union { uint2 xc; ulong whole; } mwc64x_t;

static uint mwc64x(mwc64x_t *s)
{
    const uint x = s->xc.x, c = s->xc.y;
    const uint r = x ^ c;
    const uint lo = x * MWC_A + c;
    const uint hi = mad_hi(x, MWC_A, (uint)(lo < c));
    s->xc = (uint2)(lo, hi);
    return r;
}

// (a + b) mod m and (a * b) mod m without a 128-bit type.
static ulong add_mod(ulong a, ulong b, ulong m)
{
    ulong v = a + b;
    if (v >= m || v < a)
        v -= m;
    return v;
}

static ulong mul_mod(ulong a, ulong b, ulong m)
{
    ulong r = 0;
    while (a != 0) {
        if (a & 1)
            r = add_mod(r, b, m);
        b = add_mod(b, b, m);
        a >>= 1;
    }
    return r;
}

static ulong pow_mod(ulong a, ulong e, ulong m)
{
    ulong sq = a, acc = 1;
    while (e != 0) {
        if (e & 1)
            acc = mul_mod(acc, sq, m);
        sq = mul_mod(sq, sq, m);
        e >>= 1;
    }
    return acc;
}

static void mwc_skip(mwc64x_t *s, ulong distance)
{
    const ulong m = pow_mod(MWC_A, distance, MWC_M);
    ulong x = (ulong)s->xc.x * MWC_A + s->xc.y;
    x = mul_mod(x, m, MWC_M);
    s->xc = (uint2)((uint)(x / MWC_A), (uint)(x % MWC_A));
}

__kernel void sequences(__global const ulong2 *seeds, uint count,
                        __global uint *out32, __global ulong *out64,
                        __global uint *outmwc)
{
    const uint g = get_global_id(0);
    uint s32 = (uint)seeds[g].x | 1u;
    xs128p_t s64 = { seeds[g].x, seeds[g].y | 1ul };
    mwc64x_t sm;
    sm.whole = seeds[g].y & 0x7fffffffffffful;
    for (uint i = 0; i < count; ++i) {
        out32[g * count + i] = xorshift32(&s32);
        out64[g * count + i] = xorshift128p(&s64);
        outmwc[g * count + i] = mwc64x(&sm);
    }
}

__kernel void skip_ahead(ulong base, uint stride, __global uint2 *state)
{
    mwc64x_t s;
    s.whole = base;
    mwc_skip(&s, (ulong)get_global_id(0) * stride);
    state[get_global_id(0)] = s.xc;
}

__kernel void pi_hits(uint seed, uint samples, __global uint *hits)
{
    uint s = seed ^ ((uint)get_global_id(0) * 2654435761u);
    if (!s)
        s = 1;
    uint inside = 0;
    for (uint i = 0; i < samples; ++i) {
        const ulong x = xorshift32(&s) >> 8;
        const ulong y = xorshift32(&s) >> 8;
        inside += (x * x + y * y) < (1ul << 48);
    }
    hits[get_global_id(0)] = inside;
}
