// options: -cl-std=CL1.2
// async_work_group_copy, async_work_group_strided_copy, prefetch and
// wait_group_events.
#define TILE 64

// Double-buffered prefix processing: the next tile arrives while this one is
// used.
__kernel void pipeline(__global const int *in, __global int *out, uint tiles)
{
    __local int buf[2][TILE];
    __local int res[TILE];
    const uint l = get_local_id(0), base = get_group_id(0) * tiles * TILE;

    event_t next = async_work_group_copy(buf[0], in + base, TILE, 0);
    for (uint t = 0; t < tiles; ++t) {
        wait_group_events(1, &next);
        if (t + 1 < tiles)
            next = async_work_group_copy(buf[(t + 1) & 1],
                                         in + base + (t + 1) * TILE, TILE, 0);
        __local const int *cur = buf[t & 1];
        for (uint i = l; i < TILE; i += get_local_size(0))
            res[i] = cur[i] * 3 - cur[TILE - 1 - i] + (int)t;
        barrier(CLK_LOCAL_MEM_FENCE);
        event_t done = async_work_group_copy(out + base + t * TILE, res, TILE, 0);
        wait_group_events(1, &done);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// Columns of a row-major matrix gathered with a stride, and scattered as rows
// of another: a transpose in which no work-item touches global memory.
__kernel void transpose(__global const float *in, __global float *out,
                        uint width, uint height, __local float *column)
{
    const uint c = get_group_id(0);
    event_t e = async_work_group_strided_copy(column, in + c, height, width, 0);
    wait_group_events(1, &e);
    for (uint r = get_local_id(0); r < height; r += get_local_size(0))
        column[r] = column[r] * 0.5f + (float)c;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out + c * height, column, height, 0);
    wait_group_events(1, &e);
}

// Two inputs with one event chained through both copies, vector elements, and
// an output scattered with a stride.
__kernel void interleave(__global const uchar4 *a, __global const uchar4 *b,
                         __global uchar4 *out, __local uchar4 *la,
                         __local uchar4 *lb)
{
    const uint n = get_local_size(0), l = get_local_id(0);
    const size_t base = get_group_id(0) * n;
    prefetch(a + base, n);
    prefetch(b + base, n);
    event_t e = async_work_group_copy(la, a + base, n, 0);
    e = async_work_group_copy(lb, b + base, n, e);
    wait_group_events(1, &e);
    la[l] = rhadd(la[l], lb[l]);
    lb[l] = la[l] ^ lb[l].wzyx;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t pair[2];
    pair[0] = async_work_group_strided_copy(out + 2 * base, la, n, 2, 0);
    pair[1] = async_work_group_strided_copy(out + 2 * base + 1, lb, n, 2, 0);
    wait_group_events(2, pair);
}

// Three-component and 64-bit elements.
__kernel void odd_types(__global const ulong2 *in, __global ulong2 *out,
                        __global const short *in16, __global short *out16,
                        __local ulong2 *wide, __local short *narrow)
{
    const uint n = get_local_size(0), l = get_local_id(0);
    const size_t base = get_group_id(0) * n;
    event_t es[2] = { async_work_group_copy(wide, in + base, n, 0),
                      async_work_group_copy(narrow, in16 + base, n, 0) };
    wait_group_events(2, es);
    out[base + l] = wide[n - 1 - l].yx + (ulong)narrow[l];
    out16[base + l] = narrow[(l + 1) % n];
}
