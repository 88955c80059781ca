// options: -cl-std=CL3.0 -D__opencl_c_subgroups=1
// Scans of each kind over sub-groups, of integers and floats.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void scans(global const int *in, global int4 *out, global float2 *extremes, global uint *lanes)
{
    size_t i = get_global_id(0);
    int x = in[i];
    out[i] = (int4)(sub_group_scan_inclusive_add(x), sub_group_scan_exclusive_add(x), sub_group_scan_inclusive_max(x),
        sub_group_scan_inclusive_min(x));
    extremes[i] = (float2)(sub_group_reduce_max((float)x), sub_group_reduce_min((float)x));
    lanes[i] = get_sub_group_local_id();
}
