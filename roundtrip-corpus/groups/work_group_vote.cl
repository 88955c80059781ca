// options: -cl-std=CL3.0 -D__opencl_c_work_group_collective_functions=1
// Votes and broadcasts of a work-group.

kernel void vote(global const int *in, global int *out)
{
    size_t i = get_global_id(0);
    int value = in[i];
    int all = work_group_all(value > 0), any = work_group_any(value > 90);
    int third = work_group_broadcast(value, (size_t)3);
    out[i] = (all != 0) + 2 * (any != 0) + 4 * third;
}

kernel void corner(global const float *in, global float *out)
{
    size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
    out[i] = in[i] - work_group_broadcast(in[i], (size_t)1, (size_t)2);
}
