// Every integer built-in on scalars of all widths, one kernel per type, and on
// vectors; rows of the output are the functions in order.

#define ONE_ARGUMENT(T, UT)                       \
    o[0] = clz(x);                                \
    o[1] = (T)popcount(x);                        \
    o[2] = (T)abs(x);

#define TWO_ARGUMENTS(T)                          \
    o[3] = add_sat(x, y);                         \
    o[4] = sub_sat(x, y);                         \
    o[5] = hadd(x, y);                            \
    o[6] = rhadd(x, y);                           \
    o[7] = mul_hi(x, y);                          \
    o[8] = rotate(x, y);                          \
    o[9] = max(x, y);                             \
    o[10] = min(x, y);                            \
    o[11] = (T)abs_diff(x, y);

#define THREE_ARGUMENTS(T)                        \
    o[12] = mad_hi(x, y, z);                      \
    o[13] = mad_sat(x, y, z);                     \
    o[14] = clamp(x, min(y, z), max(y, z));       \
    o[15] = bitselect(x, y, z);

#define ALL_OF(T, UT)                                                     \
    __kernel void all_##T(__global const T *a, __global const T *b,       \
                          __global const T *c, __global T *out)           \
    {                                                                     \
        const size_t i = get_global_id(0);                                \
        const T x = a[i], y = b[i], z = c[i];                             \
        __global T *o = out + i * 16;                                     \
        ONE_ARGUMENT(T, UT)                                               \
        TWO_ARGUMENTS(T)                                                  \
        THREE_ARGUMENTS(T)                                                \
    }

ALL_OF(char, uchar)
ALL_OF(uchar, uchar)
ALL_OF(short, ushort)
ALL_OF(ushort, ushort)
ALL_OF(int, uint)
ALL_OF(uint, uint)
ALL_OF(long, ulong)
ALL_OF(ulong, ulong)

// The 24-bit products, on operands that fit.
__kernel void products24(__global const int *a, __global const int *b,
                         __global const int *c, __global int *s, __global uint *u)
{
    const size_t i = get_global_id(0);
    s[i * 2] = mul24(a[i], b[i]);
    s[i * 2 + 1] = mad24(a[i], b[i], c[i]);
    const uint x = (uint)a[i] & 0xffffffu, y = (uint)b[i] & 0xffffffu;
    u[i * 2] = mul24(x, y);
    u[i * 2 + 1] = mad24(x, y, (uint)c[i]);
}

// Widening joins.
__kernel void joins(__global const ulong *in, __global short *s16, __global ushort *u16,
                    __global int *s32, __global uint *u32, __global long *s64,
                    __global ulong *u64)
{
    const size_t i = get_global_id(0);
    const ulong v = in[i];
    s16[i] = upsample((char)(v >> 40), (uchar)v);
    u16[i] = upsample((uchar)(v >> 40), (uchar)v);
    s32[i] = upsample((short)(v >> 40), (ushort)v);
    u32[i] = upsample((ushort)(v >> 40), (ushort)v);
    s64[i] = upsample((int)(v >> 7), (uint)v);
    u64[i] = upsample((uint)(v >> 7), (uint)v);
}

// Vector forms: a packed-pixel blend and a bit-plane count.
__kernel void vectors(__global const uchar16 *a, __global const uchar16 *b,
                      __global uchar16 *out, __global ushort8 *wide,
                      __global int4 *counts)
{
    const size_t i = get_global_id(0);
    const uchar16 x = a[i], y = b[i];
    out[i] = add_sat(rhadd(x, y), abs_diff(x, y)) - hadd(x, max(y, (uchar)32));
    wide[i] = upsample(x.even, y.odd) + mul_hi(convert_ushort8(x.lo) * (ushort)257,
                                               convert_ushort8(y.hi) * (ushort)129);
    const int4 w = as_int4(x), v = as_int4(y);
    counts[i] = popcount(w ^ v) - clz(w) + rotate(w, v) % 1000 +
                mad_sat(w, v, w) / 77777 + clamp(sub_sat(w, v), -1000, 1000);
}
