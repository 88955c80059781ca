// Every conversion from or to float and double, in each rounding mode, plain
// and (to an integer) saturating. One kernel per pair, <src>_to_<dst>.
//
// `safe` holds values the destination can represent after rounding (the result
// of a plain conversion to an integer out of range is undefined); `wild` holds
// anything. Row m of `out` is the rounding mode m: default, rte, rtz, rtp, rtn;
// rows 5 to 9 are the same, saturating.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define PLAIN(D)                                 \
    out[0 * n + i] = convert_##D(safe[i]);       \
    out[1 * n + i] = convert_##D##_rte(safe[i]); \
    out[2 * n + i] = convert_##D##_rtz(safe[i]); \
    out[3 * n + i] = convert_##D##_rtp(safe[i]); \
    out[4 * n + i] = convert_##D##_rtn(safe[i]);

#define SATURATED(D)                                 \
    out[5 * n + i] = convert_##D##_sat(wild[i]);     \
    out[6 * n + i] = convert_##D##_sat_rte(wild[i]); \
    out[7 * n + i] = convert_##D##_sat_rtz(wild[i]); \
    out[8 * n + i] = convert_##D##_sat_rtp(wild[i]); \
    out[9 * n + i] = convert_##D##_sat_rtn(wild[i]);

#define TO_INT(S, D)                                                         \
    __kernel void S##_to_##D(__global const S *safe, __global const S *wild, \
                             __global D *out, uint n)                        \
    {                                                                        \
        const uint i = get_global_id(0);                                     \
        if (i < n) {                                                         \
            PLAIN(D)                                                         \
            SATURATED(D)                                                     \
        }                                                                    \
    }

// There is no saturating conversion to a floating type.
#define TO_FLOAT(S, D)                                                \
    __kernel void S##_to_##D(__global const S *safe, __global D *out, \
                             uint n)                                  \
    {                                                                 \
        const uint i = get_global_id(0);                              \
        if (i < n) {                                                  \
            PLAIN(D)                                                  \
        }                                                             \
    }

#define FROM_FLOATING(S) \
    TO_INT(S, char)      \
    TO_INT(S, uchar)     \
    TO_INT(S, short)     \
    TO_INT(S, ushort)    \
    TO_INT(S, int)       \
    TO_INT(S, uint)      \
    TO_INT(S, long)      \
    TO_INT(S, ulong)     \
    TO_FLOAT(S, float)   \
    TO_FLOAT(S, double)

#define FROM_INTEGER(S) \
    TO_FLOAT(S, float)  \
    TO_FLOAT(S, double)

FROM_FLOATING(float)
FROM_FLOATING(double)
FROM_INTEGER(char)
FROM_INTEGER(uchar)
FROM_INTEGER(short)
FROM_INTEGER(ushort)
FROM_INTEGER(int)
FROM_INTEGER(uint)
FROM_INTEGER(long)
FROM_INTEGER(ulong)
