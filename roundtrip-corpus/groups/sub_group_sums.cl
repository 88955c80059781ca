// options: -cl-std=CL3.0 -D__opencl_c_subgroups=1
// Sums over sub-groups, whatever their size, that make one over the work-group.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void sums(global const int *in, global int *out, global int *place)
{
    local int parts[64];
    size_t i = get_global_id(0);
    int value = in[i];
    int sum = sub_group_reduce_add(value);
    int before = sub_group_scan_exclusive_add(value);
    if (get_sub_group_local_id() == 0)
        parts[get_sub_group_id()] = sum;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    for (uint group = 0; group < get_sub_group_id(); ++group)
        before += parts[group];
    out[i] = before;
    int first = sub_group_broadcast((int)get_local_id(0), 0u);
    place[i] = first + (int)get_sub_group_local_id() + (sub_group_all(value > -1000) ? 1000 : 0) + (sub_group_any(value > 1000) ? 1 : 0);
}
