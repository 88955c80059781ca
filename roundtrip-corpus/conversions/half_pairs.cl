// options: -cl-std=CL3.0
// Conversions from and to half, in each rounding mode, plain and saturating:
// the pairs that integer_pairs and float_pairs leave out, laid out in the same
// way; and half vectors converted as a whole.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define MODES(ROW, D, SUFFIX, IN)                              \
    out[(ROW + 0) * n + i] = convert_##D##SUFFIX(IN[i]);       \
    out[(ROW + 1) * n + i] = convert_##D##SUFFIX##_rte(IN[i]); \
    out[(ROW + 2) * n + i] = convert_##D##SUFFIX##_rtz(IN[i]); \
    out[(ROW + 3) * n + i] = convert_##D##SUFFIX##_rtp(IN[i]); \
    out[(ROW + 4) * n + i] = convert_##D##SUFFIX##_rtn(IN[i]);

#define FROM_HALF_TO_INT(D)                                               \
    __kernel void half_to_##D(__global const half *safe,                  \
                              __global const half *wild, __global D *out, \
                              uint n)                                     \
    {                                                                     \
        const uint i = get_global_id(0);                                  \
        if (i < n) {                                                      \
            MODES(0, D, , safe)                                           \
            MODES(5, D, _sat, wild)                                       \
        }                                                                 \
    }

#define TO_FLOAT(S, D)                                                \
    __kernel void S##_to_##D(__global const S *safe, __global D *out, \
                             uint n)                                  \
    {                                                                 \
        const uint i = get_global_id(0);                              \
        if (i < n) {                                                  \
            MODES(0, D, , safe)                                       \
        }                                                             \
    }

FROM_HALF_TO_INT(char)
FROM_HALF_TO_INT(uchar)
FROM_HALF_TO_INT(short)
FROM_HALF_TO_INT(ushort)
FROM_HALF_TO_INT(int)
FROM_HALF_TO_INT(uint)
FROM_HALF_TO_INT(long)
FROM_HALF_TO_INT(ulong)
TO_FLOAT(half, half)
TO_FLOAT(half, float)
TO_FLOAT(half, double)
TO_FLOAT(char, half)
TO_FLOAT(uchar, half)
TO_FLOAT(short, half)
TO_FLOAT(ushort, half)
TO_FLOAT(int, half)
TO_FLOAT(uint, half)
TO_FLOAT(long, half)
TO_FLOAT(ulong, half)
TO_FLOAT(float, half)
TO_FLOAT(double, half)

// A half-precision colour graded in float and quantised.
__kernel void quantise(__global const half4 *in, __global half4 *out,
                       __global uchar4 *bytes)
{
    const size_t i = get_global_id(0);
    const float4 wide = convert_float4(in[i]) * 255.0f;
    bytes[i] = convert_uchar4_sat_rte(wide);
    out[i] = convert_half4_rtn(wide) + convert_half4(bytes[i]);
}
