// A pointer that is chosen from two local variables is an index into one that both became; pointers are compared by offsets.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void swap(global float *data, global const uchar *text, uint rounds)
{
    local float a[64], b[64];
    local float *from = a, *to = b;
    int i = get_local_id(0);
    from[i] = data[i];
    for (uint round = 0; round < rounds; ++round) {
        barrier(CLK_LOCAL_MEM_FENCE);
        to[i] = from[i ^ 1] * 2.0f;
        local float *other = from;
        from = to;
        to = other;
    }
    global const uchar *end = text + rounds;
    int count = 0;
    for (global const uchar *at = text; at != end; ++at)
        count += *at;
    data[i] = from[i] + count;
}
