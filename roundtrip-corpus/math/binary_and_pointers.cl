// Math built-ins of two and three arguments, and those that return a second
// result through a pointer to any address space.

__kernel void powers(__global const float *base, __global const float *expo,
                     __global const int *whole, __global float *out, uint n)
{
    const size_t i = get_global_id(0);
    const float b = base[i], e = expo[i];
    const int k = whole[i];
    out[0 * n + i] = pow(b, e);
    out[1 * n + i] = powr(b, e);
    out[2 * n + i] = pown(-b, k);
    out[3 * n + i] = rootn(b, k | 1);
    out[4 * n + i] = rootn(-b, k | 1);
    out[5 * n + i] = pow(-b, (float)k);
    out[6 * n + i] = hypot(b, e);
    out[7 * n + i] = b / (fabs(e) + 0.5f);
}

__kernel void pairs(__global const float *a, __global const float *b, __global float *out,
                    uint n)
{
    const size_t i = get_global_id(0);
    const float x = a[i], y = b[i];
    out[0 * n + i] = atan2(x, y);
    out[1 * n + i] = atan2pi(x, y);
    out[2 * n + i] = fmod(x, y);
    out[3 * n + i] = remainder(x, y);
    out[4 * n + i] = fdim(x, y);
    out[5 * n + i] = fmax(x, y);
    out[6 * n + i] = fmin(x, y);
    out[7 * n + i] = maxmag(x, y);
    out[8 * n + i] = minmag(x, y);
    out[9 * n + i] = copysign(x, y);
    out[10 * n + i] = nextafter(x, y);
    out[11 * n + i] = fma(x, y, -x);
    out[12 * n + i] = mad(x, 4.0f, y);
}

// fma must round once; the residue of a product is exact.
__kernel void two_product(__global const float4 *a, __global const float4 *b,
                          __global float4 *high, __global float4 *low)
{
#pragma OPENCL FP_CONTRACT OFF
    const size_t i = get_global_id(0);
    const float4 p = a[i] * b[i];
    high[i] = p;
    low[i] = fma(a[i], b[i], -p);
}

__kernel void exponents(__global const float *in, __global const int *by,
                        __global float *scaled, __global float2 *logs, __global int *whole,
                        __global uint *nans)
{
    const size_t i = get_global_id(0);
    scaled[i] = ldexp(in[i], by[i]);
    logs[i] = (float2)(logb(in[i]), (float)ilogb(in[i]));
    const int4 v = ilogb((float4)(in[i], -in[i], 1.5f, 0.3f));
    whole[i] = v.x + v.y * 10 + v.z * 100 + v.w * 1000;
    nans[i] = as_uint(nan((uint)i)) & 0x7fc00000u;
}

// The second result goes to private, local and global memory.
__kernel void two_results(__global const float *in, __global float *out,
                          __global int *ints, __global float *direct,
                          __global int *direct_int, __local float *lf, __local int *li,
                          uint n)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    const float x = in[i];
    float p;
    int k;
    out[0 * n + i] = frexp(x, &k);
    ints[0 * n + i] = k;
    out[1 * n + i] = modf(x, &p);
    out[2 * n + i] = p;
    out[3 * n + i] = fract(x, &lf[l]);
    out[4 * n + i] = lf[l];
    out[5 * n + i] = sincos(x, &direct[i]);
    out[6 * n + i] = remquo(x, 3.25f, &li[l]);
    ints[1 * n + i] = li[l];
    out[7 * n + i] = lgamma_r(x, &direct_int[i]);
    out[8 * n + i] = frexp(x * 0.37f, &li[l]);
    ints[2 * n + i] = li[l];
}

__kernel void two_results4(__global const float4 *in, __global float4 *out,
                           __global int4 *ints, __global float4 *direct)
{
    const size_t i = get_global_id(0);
    float4 p;
    int4 k;
    out[i * 4] = frexp(in[i], &k);
    ints[i] = k;
    out[i * 4 + 1] = modf(in[i], &p);
    out[i * 4 + 2] = p;
    out[i * 4 + 3] = fract(in[i], &direct[i]);
}
