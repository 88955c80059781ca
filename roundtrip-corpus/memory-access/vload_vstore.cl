// vloadn/vstoren at addresses aligned only to the element: each width, from
// global, local, private and constant memory.

__constant short TAPS[12] = { 3, -1, 4, 1, -5, 9, 2, -6, 5, 3, -5, 8 };

// Interleaved RGB bytes to separate planes and back, three at a time.
__kernel void deinterleave(__global const uchar *rgb, __global uchar *r,
                           __global uchar *g, __global uchar *b,
                           __global uchar *bgr)
{
    const size_t i = get_global_id(0);
    const uchar3 p = vload3(i, rgb);
    r[i] = p.x;
    g[i] = p.y;
    b[i] = p.z;
    vstore3(p.zyx, i, bgr);
}

// Every width at an unaligned start; the offset is in vectors, the shift in
// elements.
__kernel void shifted(__global const int *in, __global int *out, uint shift,
                      uint stride)
{
    const size_t i = get_global_id(0);
    __global const int *src = in + shift;
    __global int *dst = out + i * stride;
    vstore2(vload2(i, src) + 2, 0, dst);
    vstore3(vload3(i, src) + 3, 0, dst + 2);
    vstore4(vload4(i, src) + 4, 0, dst + 5);
    vstore8(vload8(i, src) + 8, 0, dst + 9);
    vstore16(vload16(i, src) + 16, 0, dst + 17);
}

// A 4-tap filter over a row, through local memory with vector access.
__kernel void fir_local(__global const short *in, __global short *out,
                        __local short *tile, uint taps_at)
{
    const uint l = get_local_id(0), g = get_group_id(0), n = get_local_size(0);
    vstore4(vload4(g * n + l, in), l, tile);
    if (l == 0)
        vstore4((short4)(0), n, tile);
    barrier(CLK_LOCAL_MEM_FENCE);
    const short4 taps = vload4(taps_at, TAPS);
    short4 acc;
    acc.x = (short)0;
    const short4 w0 = vload4(0, tile + l * 4 + 0) * taps;
    const short4 w1 = vload4(0, tile + l * 4 + 1) * taps;
    const short4 w2 = vload4(0, tile + l * 4 + 2) * taps;
    const short4 w3 = vload4(0, tile + l * 4 + 3) * taps;
    acc = (short4)(w0.x + w0.y + w0.z + w0.w, w1.x + w1.y + w1.z + w1.w,
                   w2.x + w2.y + w2.z + w2.w, w3.x + w3.y + w3.z + w3.w);
    vstore4(acc, g * n + l, out);
}

// A private ring buffer of doubles-words (longs), written in pairs and read in
// eights at odd positions.
__kernel void private_ring(__global const long *in, __global long *out)
{
    const size_t i = get_global_id(0);
    long ring[16];
    for (uint k = 0; k < 8; ++k)
        vstore2(vload2(k, in + i * 16) ^ (long)k, 7 - k, ring);
    const long8 mid = vload8(0, ring + 5);
    vstore8(mid, 0, ring);
    vstore16(vload16(0, ring), i, out);
}

__kernel void floats(__global const float *in, __global float *out, uint n)
{
    const size_t i = get_global_id(0);
    float16 v = vload16(0, in + i);
    v = v.sfedcba9876543210 * 2.0f;
    vstore8(v.lo, 0, out + i * 19);
    vstore3(v.hi.s012, 0, out + i * 19 + 8);
    vstore8(v.hi + (float8)((float)n), 0, out + i * 19 + 11);
}
