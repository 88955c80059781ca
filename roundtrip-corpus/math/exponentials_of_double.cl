// Exponential functions and logarithms of double, over all exponents and for what is no ordinary number.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void powers(global const double *x, global double *out)
{
    size_t i = get_global_id(0);
    out[i * 3] = exp(x[i]);
    out[i * 3 + 1] = exp2(x[i]);
    out[i * 3 + 2] = exp10(x[i]);
}

kernel void logarithms(global const double *x, global double *out)
{
    size_t i = get_global_id(0);
    out[i * 3] = log(x[i]);
    out[i * 3 + 1] = log2(x[i]);
    out[i * 3 + 2] = log10(x[i]);
}

kernel void of_vectors(global const double2 *x, global double2 *out)
{
    size_t i = get_global_id(0);
    out[i] = log(x[i] * x[i] + 2.0);
}
