// Exponential functions and logarithms of double, which GLSL.std.450 does not have: polynomials.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void k(global double *o, global const double *a, global double2 *p)
{
    size_t i = get_global_id(0);
    o[i] = exp(a[i]) + exp2(a[i]) + log(a[i]);
    p[i] = log2(p[i]);
}
