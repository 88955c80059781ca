// Every scalar conversion: ten source types by ten destination types, in each
// rounding mode, plain and saturating.  One kernel per pair, <src>_to_<dst>.
//
// `safe` holds values the destination can represent after rounding (the result
// of a plain conversion out of range is undefined for floating sources);
// `wild` holds anything.  Row m of `out` is the rounding mode m: default, rte,
// rtz, rtp, rtn; rows 5 to 9 are the same, saturating.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define PLAIN(D)                                  \
    out[0 * n + i] = convert_##D(safe[i]);        \
    out[1 * n + i] = convert_##D##_rte(safe[i]);  \
    out[2 * n + i] = convert_##D##_rtz(safe[i]);  \
    out[3 * n + i] = convert_##D##_rtp(safe[i]);  \
    out[4 * n + i] = convert_##D##_rtn(safe[i]);

#define SATURATED(D)                                  \
    out[5 * n + i] = convert_##D##_sat(wild[i]);      \
    out[6 * n + i] = convert_##D##_sat_rte(wild[i]);  \
    out[7 * n + i] = convert_##D##_sat_rtz(wild[i]);  \
    out[8 * n + i] = convert_##D##_sat_rtp(wild[i]);  \
    out[9 * n + i] = convert_##D##_sat_rtn(wild[i]);

// There is no saturating conversion to a floating type: `wild` is not read.
#define TO_INT(S, D)                                                        \
    __kernel void S##_to_##D(__global const S *safe, __global const S *wild, \
                             __global D *out, uint n)                       \
    {                                                                       \
        const uint i = get_global_id(0);                                    \
        if (i < n) {                                                        \
            PLAIN(D)                                                        \
            SATURATED(D)                                                    \
        }                                                                   \
    }

#define TO_FLOAT(S, D)                                                \
    __kernel void S##_to_##D(__global const S *safe, __global D *out, \
                             uint n)                                  \
    {                                                                 \
        const uint i = get_global_id(0);                              \
        if (i < n) {                                                  \
            PLAIN(D)                                                  \
        }                                                             \
    }

#define FROM(S)         \
    TO_INT(S, char)     \
    TO_INT(S, uchar)    \
    TO_INT(S, short)    \
    TO_INT(S, ushort)   \
    TO_INT(S, int)      \
    TO_INT(S, uint)     \
    TO_INT(S, long)     \
    TO_INT(S, ulong)    \
    TO_FLOAT(S, float)  \
    TO_FLOAT(S, double)

FROM(char)
FROM(uchar)
FROM(short)
FROM(ushort)
FROM(int)
FROM(uint)
FROM(long)
FROM(ulong)
FROM(float)
FROM(double)
