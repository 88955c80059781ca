// Without optimisation, and with pointers of 32 bits: variables are split, calls inlined, indices of 32 bits.
// RUN: spir O0 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
static float scaled(global const float *from, int at, float4 by)
{
    return from[at + 1] * by.y;
}
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void scale(global const float *from, global float *to, float4 by, short shift)
{
    int i = get_global_id(0);
    to[i + shift] = scaled(from, i, by);
}
