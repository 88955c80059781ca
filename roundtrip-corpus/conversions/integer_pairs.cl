// Every conversion between integer types, in each rounding mode (which makes no
// difference here), plain and saturating. One kernel per pair, <src>_to_<dst>.
//
// Row m of `out` is the rounding mode m: default, rte, rtz, rtp, rtn; rows 5 to
// 9 are the same, saturating.

#define PLAIN(D)                               \
    out[0 * n + i] = convert_##D(in[i]);       \
    out[1 * n + i] = convert_##D##_rte(in[i]); \
    out[2 * n + i] = convert_##D##_rtz(in[i]); \
    out[3 * n + i] = convert_##D##_rtp(in[i]); \
    out[4 * n + i] = convert_##D##_rtn(in[i]);

#define SATURATED(D)                               \
    out[5 * n + i] = convert_##D##_sat(in[i]);     \
    out[6 * n + i] = convert_##D##_sat_rte(in[i]); \
    out[7 * n + i] = convert_##D##_sat_rtz(in[i]); \
    out[8 * n + i] = convert_##D##_sat_rtp(in[i]); \
    out[9 * n + i] = convert_##D##_sat_rtn(in[i]);

#define PAIR(S, D)                                                          \
    __kernel void S##_to_##D(__global const S *in, __global D *out, uint n) \
    {                                                                       \
        const uint i = get_global_id(0);                                    \
        if (i < n) {                                                        \
            PLAIN(D)                                                        \
            SATURATED(D)                                                    \
        }                                                                   \
    }

#define FROM(S)     \
    PAIR(S, char)   \
    PAIR(S, uchar)  \
    PAIR(S, short)  \
    PAIR(S, ushort) \
    PAIR(S, int)    \
    PAIR(S, uint)   \
    PAIR(S, long)   \
    PAIR(S, ulong)

FROM(char)
FROM(uchar)
FROM(short)
FROM(ushort)
FROM(int)
FROM(uint)
FROM(long)
FROM(ulong)
