// Local memory: a variable, an argument with the length of a specialization constant, barriers, and a function of the
// workgroup, which is a loop.
// RUN: spir64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void sums(global const int *in, global int *out, local int *mine)
{
    local int all[64];
    int i = get_local_id(0);
    mine[i] = in[get_global_id(0)];
    all[i & 63] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&all[mine[i ^ 1] & 63], 1);
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = all[i & 63] + work_group_scan_inclusive_add(i);
}
