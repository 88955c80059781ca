// Every one-argument math built-in, grouped by the range its arguments may have;
// row r of `out` is the r-th function.  Then the vector and double forms.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define ROW(r, f) out[(r) * n + i] = f(x);

__kernel void on_reals(__global const float *in, __global float *out, uint n)
{
    const size_t i = get_global_id(0);
    const float x = in[i];
    ROW(0, sin)
    ROW(1, cos)
    ROW(2, tan)
    ROW(3, asinh)
    ROW(4, atan)
    ROW(5, atanpi)
    ROW(6, cbrt)
    ROW(7, tanh)
    ROW(8, erf)
    ROW(9, sinpi)
    ROW(10, cospi)
    ROW(11, tanpi)
    ROW(12, fabs)
    ROW(13, floor)
    ROW(14, ceil)
    ROW(15, trunc)
    ROW(16, rint)
    ROW(17, round)
    ROW(18, logb)
}

__kernel void on_moderate(__global const float *in, __global float *out, uint n)
{
    const size_t i = get_global_id(0);
    const float x = in[i];
    ROW(0, exp)
    ROW(1, exp2)
    ROW(2, exp10)
    ROW(3, expm1)
    ROW(4, sinh)
    ROW(5, cosh)
    ROW(6, tgamma)
    ROW(7, lgamma)
    ROW(8, erfc)
}

__kernel void on_positive(__global const float *in, __global float *out, uint n)
{
    const size_t i = get_global_id(0);
    const float x = in[i];
    ROW(0, log)
    ROW(1, log2)
    ROW(2, log10)
    ROW(3, log1p)
    ROW(4, sqrt)
    ROW(5, rsqrt)
    out[6 * n + i] = acosh(1.0f + x);
}

__kernel void on_unit(__global const float *in, __global float *out, uint n)
{
    const size_t i = get_global_id(0);
    const float x = in[i];
    ROW(0, asin)
    ROW(1, acos)
    ROW(2, asinpi)
    ROW(3, acospi)
    ROW(4, atanh)
}

// The same functions on vectors of each width.
__kernel void vectors(__global const float *in, __global float *out, uint n)
{
    const size_t i = get_global_id(0);
    vstore2(sin(vload2(i, in)), i, out);
    vstore3(exp(vload3(i, in) * 0.125f), i, out + 2 * n);
    vstore4(sqrt(fabs(vload4(i, in))), i, out + 5 * n);
    vstore8(floor(vload8(i, in)), i, out + 9 * n);
    vstore16(atan(vload16(i, in)), i, out + 17 * n);
}

__kernel void doubles(__global const double *in, __global double *out, uint n)
{
    const size_t i = get_global_id(0);
    const double x = in[i];
    ROW(0, sin)
    ROW(1, cos)
    ROW(2, tan)
    ROW(3, atan)
    ROW(4, exp)
    ROW(5, cbrt)
    ROW(6, sinh)
    ROW(7, tanh)
    ROW(8, rint)
    ROW(9, round)
    out[10 * n + i] = log(fabs(x));
    out[11 * n + i] = log2(fabs(x));
    out[12 * n + i] = sqrt(fabs(x));
    out[13 * n + i] = asin(x * 0.03125);
    out[14 * n + i] = rsqrt(fabs(x));
    const double4 v = expm1((double4)(x, -x, 0.5 * x, 0.25 * x));
    vstore4(v, i, out + 15 * n);
}

// Values at which a result is not a finite number.
__kernel void specials(__global const float *in, __global float *out, uint n)
{
    const size_t i = get_global_id(0);
    const float x = in[i];
    ROW(0, sqrt)
    ROW(1, log)
    ROW(2, exp)
    ROW(3, tanh)
    ROW(4, floor)
    ROW(5, asin)
    ROW(6, sin)
    ROW(7, cbrt)
    ROW(8, fabs)
    ROW(9, rint)
}
