// options: -cl-std=CL1.2
// Byte histogram of an image-like buffer, per work-group in local memory and
// then merged into global memory, along with statistics that exercise each of
// the OpenCL 1.2 32-bit atomics on both address spaces.
#define BINS 256

typedef struct {
    uint count;
    int sum;
    int lowest;
    int highest;
    uint bits_or;
    uint bits_and;
    uint bits_xor;
    uint remaining;
} stats_t;

static uint bin_of(uint word, uint lane)
{
    return (word >> (lane * 8u)) & 0xffu;
}

__kernel void histogram(__global const uint *words, uint n,
                        __global uint *bins)
{
    __local uint part[BINS];
    const uint lid = get_local_id(0), lsize = get_local_size(0);

    for (uint b = lid; b < BINS; b += lsize)
        part[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        const uint w = words[i];
        for (uint lane = 0; lane < 4; ++lane)
            atomic_inc(&part[bin_of(w, lane)]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint b = lid; b < BINS; b += lsize)
        if (part[b])
            atomic_add(&bins[b], part[b]);
}

// `st` is initialised by the host; `remaining` counts down to zero.
__kernel void statistics(__global const int *values, uint n,
                         __global stats_t *st)
{
    __local int lo, hi, sum;
    __local uint bor, band, bxor, cnt;
    if (get_local_id(0) == 0) {
        lo = INT_MAX;
        hi = INT_MIN;
        sum = 0;
        bor = 0;
        band = 0xffffffffu;
        bxor = 0;
        cnt = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const uint i = get_global_id(0);
    if (i < n) {
        const int v = values[i];
        atomic_min(&lo, v);
        atomic_max(&hi, v);
        if (v >= 0)
            atomic_add(&sum, v);
        else
            atomic_sub(&sum, -v);
        atomic_or(&bor, (uint)v);
        atomic_and(&band, (uint)v);
        atomic_xor(&bxor, (uint)v);
        atomic_inc(&cnt);
        atomic_dec(&st->remaining);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (get_local_id(0) == 0) {
        atomic_min(&st->lowest, lo);
        atomic_max(&st->highest, hi);
        atomic_add(&st->sum, sum);
        atomic_or(&st->bits_or, bor);
        atomic_and(&st->bits_and, band);
        atomic_xor(&st->bits_xor, bxor);
        atomic_add(&st->count, cnt);
    }
}

// Weighted histogram: a float accumulation through a compare-exchange loop on
// the bit pattern, then an exclusive claim of each bin with atomic_xchg.
static void add_float(volatile __global uint *cell, float v)
{
    uint seen = *cell, want;
    for (;;) {
        want = as_uint(as_float(seen) + v);
        const uint old = atomic_cmpxchg(cell, seen, want);
        if (old == seen)
            break;
        seen = old;
    }
}

__kernel void weighted(__global const uchar *keys, __global const float *weight,
                       uint n, volatile __global uint *acc,
                       volatile __global float *last, volatile __global int *winners)
{
    const uint i = get_global_id(0);
    if (i >= n)
        return;
    const uint k = keys[i] & 15u;
    add_float(&acc[k], weight[i]);
    // The one that finds the initial negative mark is the bin's only winner.
    if (atomic_xchg(&last[k], 1.0f) < 0.0f)
        atomic_inc(&winners[k]);
}
