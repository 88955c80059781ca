// Walks over words of global, local and private memory by pointers to bytes: what is read at each stop has several sizes, and in
// shaders the pointer itself is an index.
#define STEPS 12

kernel void whole(global const uint *words, global uint *out, int steps)
{
    global const uint *rows = words + get_global_id(0) * 16;
    global uint *to = out + get_global_id(0) * STEPS;
    for (int i = 0; i < steps; i++) {
        to[i] = *(global const ushort *)rows + rows[1];
        rows += 1;
    }
}

kernel void from_an_offset(global const uint *words, global uint *out, int steps)
{
    global const uchar *bytes = (global const uchar *)(words + get_global_id(0) * 16) + 4;
    global uint *to = out + get_global_id(0) * STEPS;
    for (int i = 0; i < steps; i++) {
        to[i] = *(global const ushort *)bytes + bytes[2];
        bytes += 4;
    }
}

kernel void over_private_memory(global const uint *words, global uint *out, int steps)
{
    uint own[16];
    for (int i = 0; i < 16; i++)
        own[i] = words[get_global_id(0) * 16 + i];
    const uchar *bytes = (const uchar *)own;
    global uint *to = out + get_global_id(0) * STEPS;
    for (int i = 0; i < steps; i++) {
        to[i] = *(const ushort *)bytes + bytes[2];
        bytes += 4;
    }
}

kernel void over_local_memory(global const uint *words, global uint *out, int steps)
{
    local uint shared_words[8][16];
    for (int i = 0; i < 16; i++)
        shared_words[get_local_id(0)][i] = words[get_global_id(0) * 16 + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    const local uchar *bytes = (const local uchar *)shared_words[7 - get_local_id(0)];
    global uint *to = out + get_global_id(0) * STEPS;
    for (int i = 0; i < steps; i++) {
        to[i] = *(const local ushort *)bytes + bytes[2];
        bytes += 4;
    }
}
