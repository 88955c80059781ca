// Saturating sums of products: what is added is signed where a conversion gives it, and the sum has one type.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void sums(global const char4 *a, global const uchar4 *b, global int *o, global uint *u, global const float *f)
{
    size_t i = get_global_id(0);
    int sum = dot_acc_sat(a[i], a[i + 1], (int)f[i]);
    o[i] = dot_acc_sat(a[i], b[i], sum) >> 1;
    u[i] = dot_acc_sat(b[i], b[i + 1], (uint)(int)f[i + 1]);
    o[i + 1] = dot_acc_sat_4x8packed_ss_int(u[0], u[1], (int)f[i + 2]);
}
