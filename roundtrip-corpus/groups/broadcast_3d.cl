// The middle of each three-dimensional work-group, told to all of it.

kernel void tell(global const float *in, global float *out, global int *agreed)
{
    size_t x = get_local_size(0) / 2, y = get_local_size(1) / 2, z = get_local_size(2) / 2;
    size_t i = get_global_linear_id();
    out[i] = work_group_broadcast(in[i], x, y, z);
    agreed[i] = work_group_all(out[i] > -100.0f) + 2 * work_group_any(in[i] > 100.0f);
}
