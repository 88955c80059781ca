// Tensors whose places and strides the host says in bytes, as libraries for machine learning do: what is read there is aligned, so in
// shaders an offset is divided by what it must be a multiple of.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void scaled_rows(global const float *src, ulong src_at, global float *dst, ulong dst_at, ulong stride, int columns,
                        float factor)
{
    src = (global const float *)((global const char *)src + src_at);
    dst = (global float *)((global char *)dst + dst_at);
    size_t row = get_global_id(0);
    global const float *from = (global const float *)((global const char *)src + row * stride);
    global float *to = (global float *)((global char *)dst + row * stride);
    for (int i = 0; i < columns; i++)
        to[i] = from[i] * factor;
}

kernel void stepped_by_bytes(global const char *src, global uint *dst, int columns, int step)
{
    global const char *p = src + get_global_id(0) * 4;
    for (int i = 0; i < columns; i++) {
        dst[get_global_id(0) * columns + i] = *(global const uint *)p;
        p += step;
    }
}

kernel void of_vectors(global const char *src, ulong at, global float4 *dst, ulong stride)
{
    size_t row = get_global_id(0);
    dst[row] = *(global const float4 *)(src + at + row * stride) + 1.0f;
}

struct block {
    half scale;
    uchar quants[16];
};

kernel void blocks(global const char *src, ulong at, global float *dst, int n)
{
    size_t row = get_global_id(0);
    global const struct block *b = (global const struct block *)(src + at) + row;
    float sum = 0;
    for (int i = 0; i < 16; i++)
        sum += (b->quants[i] & 15) + (b->quants[i] >> 4);
    dst[row] = sum * b->scale;
}

kernel void one_of_two(global const float *a, global const float *b, global float *dst, int at, int which)
{
    global const char *p = (global const char *)(which ? a : b) + at;
    dst[get_global_id(0)] = ((global const float *)p)[get_global_id(0)];
}

kernel void local_bytes(global const uint *src, global uint *dst, int at)
{
    local uint words[16];
    words[get_local_id(0)] = src[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    local const char *p = (local const char *)words + (at * get_local_id(0) & 63);
    dst[get_global_id(0)] = *(local const uint *)p;
}

struct odd {
    uchar b[13];
};

kernel void odd_copies(global struct odd *to, global const struct odd *from)
{
    to[get_global_id(0)] = from[get_global_id(0) + 1];
}
