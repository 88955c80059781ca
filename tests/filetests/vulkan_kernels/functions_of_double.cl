// Functions of double that GLSL.std.450 does not have: formulas without branches, for vectors alike; the gamma function of float
// by way of double.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void k(global double *o, global const double *a, global double2 *p)
{
    size_t i = get_global_id(0);
    o[i] = asin(a[i]) + radians(a[i]);
    p[i] = atanpi(p[i]);
}
