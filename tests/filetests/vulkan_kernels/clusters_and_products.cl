// Reductions of clusters of a subgroup, and products of packed numbers and of vectors of bytes.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void k(global int *o, uint p, char4 c, uchar4 u)
{
    size_t i = get_global_id(0);
    o[i] = sub_group_clustered_reduce_add(o[i], 4);
    o[i + 1] = sub_group_clustered_reduce_logical_and(o[i], 8);
    o[i + 2] = sub_group_non_uniform_reduce_logical_xor(o[i]);
    o[i + 3] = dot_4x8packed_ss_int(p, p);
    o[i + 4] = dot_acc_sat_4x8packed_uu_uint(p, p, 3);
    o[i + 5] = dot(c, c) + dot(u, u);
}
