// options: -cl-std=CL3.0 -D__opencl_c_subgroups=1
// A butterfly over sub-groups by shuffles: each gets the greatest value of its
// sub-group, and the value of its neighbour.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void butterfly(global const float *in, global float *out)
{
    size_t i = get_global_id(0);
    float value = in[i];
    float most = value;
    for (uint step = 1; step < get_sub_group_size(); step *= 2)
        most = fmax(most, sub_group_shuffle_xor(most, step));
    out[i] = most - sub_group_reduce_max(value);
}

kernel void neighbours(global const int *in, global int *out)
{
    size_t i = get_global_id(0);
    int other = sub_group_shuffle(in[i], get_sub_group_local_id() ^ 1u);
    out[i] = other;
}
