// options: -cl-std=CL3.0 -D__opencl_c_subgroups=1
// Votes of a sub-group as a mask, and what can be counted in it.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void vote(global const int *in, global uint4 *masks, global uint4 *counts)
{
    size_t i = get_global_id(0);
    uint4 mask = sub_group_ballot(in[i] > 0);
    masks[i] = mask & get_sub_group_lt_mask();
    counts[i] = (uint4)(sub_group_ballot_bit_count(mask), sub_group_ballot_inclusive_scan(mask),
        sub_group_ballot_find_lsb(mask), (uint)sub_group_inverse_ballot(mask));
}
