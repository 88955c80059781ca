// Keeps the positive elements of each work-group, in order: a scan of flags tells where each goes.

kernel void compact(global const int *in, global int *out, global int *counts)
{
    size_t i = get_global_id(0);
    int keep = in[i] > 0;
    int place = work_group_scan_exclusive_add(keep);
    int kept = work_group_reduce_add(keep);
    size_t base = get_group_id(0) * get_local_size(0);
    out[i] = 0;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    if (keep)
        out[base + place] = in[i];
    if (get_local_id(0) == 0)
        counts[get_group_id(0)] = kept;
}
