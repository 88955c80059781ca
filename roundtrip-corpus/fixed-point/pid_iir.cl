// Fixed-point signal processing and control: Q15 biquads in cascade with
// saturation, a Q16 PID controller with anti-windup driving a simulated plant,
// an integer square root and a CORDIC rotation.

typedef struct {
    short b0, b1, b2, a1, a2; /* Q14 */
} biquad_t;

typedef struct {
    int x1, x2, y1, y2;
} delay_t;

typedef struct {
    int kp, ki, kd; /* Q16 */
    int lo, hi;
} pid_gains_t;

typedef struct {
    long integral;
    int previous;
    uint saturated;
} pid_state_t;

static short saturate15(long v)
{
    return (short)clamp(v, -32768l, 32767l);
}

// Rounds half up when dropping the fraction.
static long drop(long v, uint bits)
{
    return (v + (1l << (bits - 1))) >> bits;
}

static short biquad(biquad_t c, delay_t *d, short x)
{
    const long acc = (long)c.b0 * x + (long)c.b1 * d->x1 + (long)c.b2 * d->x2 -
                     (long)c.a1 * d->y1 - (long)c.a2 * d->y2;
    const short y = saturate15(drop(acc, 14));
    d->x2 = d->x1;
    d->x1 = x;
    d->y2 = d->y1;
    d->y1 = y;
    return y;
}

// One channel per work-item, samples interleaved.
__kernel void cascade(__global const short *in, __global short *out,
                      __constant biquad_t *sections, uint nsections, uint samples)
{
    const uint c = get_global_id(0), channels = get_global_size(0);
    delay_t state[4];
    for (uint s = 0; s < 4; ++s)
        state[s] = (delay_t){ 0, 0, 0, 0 };
    for (uint t = 0; t < samples; ++t) {
        short v = in[t * channels + c];
        for (uint s = 0; s < nsections; ++s)
            v = biquad(sections[(s + c) % nsections], &state[s], v);
        out[t * channels + c] = v;
    }
}

static int pid(const pid_gains_t *g, pid_state_t *s, int error)
{
    const long p = (long)g->kp * error;
    const long d = (long)g->kd * (error - s->previous);
    const long i = s->integral + (long)g->ki * error;
    const long raw = drop(p + i + d, 16);
    const int u = (int)clamp(raw, (long)g->lo, (long)g->hi);
    // Anti-windup: integrate only if that does not push further out.
    if (raw == u || (raw > u) != (error > 0))
        s->integral = i;
    else
        s->saturated++;
    s->previous = error;
    return u;
}

__kernel void control(__global const int *targets, __global const pid_gains_t *gains,
                      uint steps, __global int *positions, __global uint *saturated)
{
    const uint g = get_global_id(0);
    const pid_gains_t gain = gains[g];
    pid_state_t s = { 0 };
    int position = 0, speed = 0;
    for (uint t = 0; t < steps; ++t) {
        const int u = pid(&gain, &s, targets[g] - position);
        speed = add_sat(speed, (u - speed) / 16);
        position = add_sat(position, speed / 8);
        positions[g * steps + t] = position;
    }
    saturated[g] = s.saturated;
}

static uint integer_sqrt(ulong v)
{
    ulong r = 0;
    for (ulong bit = 1ul << 62; bit; bit >>= 2) {
        if (v >= r + bit) {
            v -= r + bit;
            r = (r >> 1) + bit;
        } else {
            r >>= 1;
        }
    }
    return (uint)r;
}

__constant int ATAN_Q29[24] = {
    421657428, 248918915, 131521918, 66762579, 33510843, 16771758, 8387925, 4194219, 2097141,
    1048575, 524288, 262144, 131072, 65536, 32768, 16384, 8192, 4096, 2048, 1024, 512, 256, 128, 64,
};

// Sine and cosine of an angle in Q29 between -pi/2 and pi/2.
__kernel void cordic(__global const int *angles, __global int2 *out, __global uint *roots,
                     __global const ulong *squares)
{
    const size_t i = get_global_id(0);
    int2 v = (int2)(326016437, 0); /* the inverse of CORDIC's gain */
    int z = angles[i];
    for (int k = 0; k < 24; ++k) {
        const int sign = z < 0 ? -1 : 1;
        v += (int2)(-sign, sign) * (v.yx >> k);
        z -= sign * ATAN_Q29[k];
    }
    out[i] = v;
    roots[i] = integer_sqrt(squares[i]);
}
