// The native_ and half_ functions: fast, with a loose accuracy.

typedef struct { float angle, gain, tilt; } lens_t;

#define BOTH(r, f, x)                            \
    out[(2 * (r)) * n + i] = native_##f(x);      \
    out[(2 * (r) + 1) * n + i] = half_##f(x);

__kernel void one_argument(__global const float *in, __global float *out, uint n)
{
    const size_t i = get_global_id(0);
    const float x = in[i], p = fabs(x) + 0.125f;
    BOTH(0, sin, x)
    BOTH(1, cos, x)
    BOTH(2, tan, x * 0.25f)
    BOTH(3, exp, x)
    BOTH(4, exp2, x)
    BOTH(5, exp10, x)
    BOTH(6, log, p)
    BOTH(7, log2, p)
    BOTH(8, log10, p)
    BOTH(9, sqrt, p)
    BOTH(10, rsqrt, p)
    BOTH(11, recip, p)
}

__kernel void two_arguments(__global const float *a, __global const float *b,
                            __global float *out, uint n)
{
    const size_t i = get_global_id(0);
    const float x = fabs(a[i]) + 0.25f, y = b[i];
    out[0 * n + i] = native_divide(y, x);
    out[1 * n + i] = half_divide(y, x);
    out[2 * n + i] = native_powr(x, y);
    out[3 * n + i] = half_powr(x, y);
}

// A lens distortion in fast arithmetic on vectors.
static float4 distort(float4 r, const lens_t lens)
{
    const float4 t = native_sin(r * lens.angle) * lens.gain;
    const float4 s = half_cos(r * lens.tilt);
    return native_divide(t, native_sqrt(half_exp2(s)));
}

__kernel void lens(__global const float4 *in, __global float4 *out, float angle, float gain,
                   float tilt)
{
    const size_t i = get_global_id(0);
    const lens_t lens = { angle, gain, tilt };
    out[i] = distort(in[i], lens);
}
