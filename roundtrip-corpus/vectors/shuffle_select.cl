// shuffle, shuffle2, select, bitselect, any and all; the masks come from data,
// so nothing folds to a constant.

__kernel void permute(__global const uchar16 *a, __global const uchar16 *b,
                      __global const uchar16 *mask, __global uchar16 *one,
                      __global uchar16 *two, __global uchar8 *shrunk)
{
    const size_t i = get_global_id(0);
    one[i] = shuffle(a[i], mask[i]);
    two[i] = shuffle2(a[i], b[i], mask[i]);
    shrunk[i] = shuffle(two[i], mask[i].odd);
}

__kernel void widen(__global const float2 *a, __global const float2 *b,
                    __global const uint4 *mask, __global float4 *out,
                    __global float8 *out8)
{
    const size_t i = get_global_id(0);
    const float4 f = shuffle2(a[i], b[i], mask[i]);
    out[i] = f;
    out8[i] = shuffle(f, (uint8)(mask[i], mask[i].wzyx ^ 1u));
}

// A sorting network on the four lanes of a vector: select keeps or swaps.
static int4 compare_exchange(int4 v, uint4 partner, int4 keep_min)
{
    const int4 other = shuffle(v, partner);
    const int4 less = v < other;
    return select(other, v, ~(less ^ keep_min));
}

__kernel void sort_lanes(__global const int4 *in, __global int4 *out)
{
    const size_t i = get_global_id(0);
    int4 v = in[i];
    v = compare_exchange(v, (uint4)(1, 0, 3, 2), (int4)(-1, 0, 0, -1));
    v = compare_exchange(v, (uint4)(2, 3, 0, 1), (int4)(-1, -1, 0, 0));
    v = compare_exchange(v, (uint4)(1, 0, 3, 2), (int4)(-1, 0, -1, 0));
    out[i] = v;
}

__kernel void choose(__global const short8 *a, __global const short8 *b,
                     __global const ushort8 *mask, __global short8 *merged,
                     __global short8 *picked, __global float4 *sign_of,
                     __global int *quantifiers)
{
    const size_t i = get_global_id(0);
    const ushort8 m = mask[i];
    merged[i] = bitselect(a[i], b[i], as_short8(m));
    picked[i] = select(a[i], b[i], m);
    // copysign by bitselect
    const float4 mag = convert_float4(a[i].lo), sgn = convert_float4(b[i].hi);
    sign_of[i] = bitselect(mag, sgn, as_float4((uint4)(0x80000000u)));

    const short8 below = a[i] < b[i];
    int q = any(below) ? 1 : 0;
    q |= all(below) ? 2 : 0;
    q |= any(as_short8(m)) ? 4 : 0;
    q |= all(as_short8(m)) ? 8 : 0;
    q |= any(as_int4(a[i])) << 4;
    q |= all(as_int4(b[i]).xyz) << 5;
    q |= any(as_long2(a[i])) << 6;
    q |= all(as_char16(m)) << 7;
    quantifiers[i] = q;
}

// select on scalars and on 64-bit lanes, with masks from comparisons.
__kernel void clamp_long(__global const long2 *in, long lo, long hi,
                         __global long2 *out, __global uchar *scalar)
{
    const size_t i = get_global_id(0);
    const long2 v = in[i];
    long2 r = select(v, (long2)lo, v < (long2)lo);
    r = select(r, (long2)hi, as_ulong2(v > (long2)hi));
    out[i] = r;
    scalar[i] = select((uchar)17, (uchar)99, (uchar)(v.x < v.y));
}
