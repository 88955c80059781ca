// options: -cl-std=CL3.0 -D__opencl_c_work_group_collective_functions=1
// Reductions and scans of a work-group by its builtins.

kernel void reduce(global const int *in, global int *out, global const uint *bits, global uint *extremes)
{
    size_t i = get_global_id(0), group = get_group_id(0);
    int value = in[i];
    int sum = work_group_reduce_add(value);
    int least = work_group_reduce_min(value), most = work_group_reduce_max(value);
    out[i] = work_group_scan_inclusive_add(value) - work_group_scan_exclusive_add(value);
    uint low = work_group_reduce_min(bits[i]), high = work_group_reduce_max(bits[i]);
    if (get_local_id(0) == 0) {
        extremes[group * 5 + 0] = (uint)sum;
        extremes[group * 5 + 1] = (uint)least;
        extremes[group * 5 + 2] = (uint)most;
        extremes[group * 5 + 3] = low;
        extremes[group * 5 + 4] = high;
    }
}

kernel void scan(global const float *in, global float *sums, global long *longs)
{
    size_t i = get_global_id(0);
    sums[i] = work_group_scan_inclusive_add(in[i]);
    longs[i] = work_group_scan_exclusive_max((long)in[i] << 32);
}
