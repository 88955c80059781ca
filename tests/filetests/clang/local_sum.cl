// Local memory, a barrier, a loop.
// RUN: spir64 O2 forward
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void sum(global int *out, global const int *in) {
    local int tile[64];
    size_t l = get_local_id(0);
    tile[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 32; step > 0; step /= 2) {
        if (l < step)
            tile[l] += tile[l + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        out[get_group_id(0)] = tile[0];
}
