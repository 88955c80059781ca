// options: -cl-std=CL3.0
// cl_khr_extended_bit_ops: bitfield_insert, bitfield_extract_signed and
// _unsigned, bit_reverse.

#define FIELDS_OF(T, ST, UT)                                                     \
    __kernel void fields_##T(__global const T *base, __global const T *insert,  \
                             __global const uint2 *place, __global T *inserted, \
                             __global ST *sext, __global UT *zext,              \
                             __global T *reversed)                              \
    {                                                                           \
        const size_t i = get_global_id(0);                                      \
        const uint at = place[i].x, width = place[i].y;                         \
        inserted[i] = bitfield_insert(base[i], insert[i], at, width);           \
        sext[i] = bitfield_extract_signed(base[i], at, width);                  \
        zext[i] = bitfield_extract_unsigned(base[i], at, width);                \
        reversed[i] = bit_reverse(base[i]);                                     \
    }

FIELDS_OF(char, char, uchar)
FIELDS_OF(ushort, short, ushort)
FIELDS_OF(int, int, uint)
FIELDS_OF(ulong, long, ulong)
FIELDS_OF(uint4, int4, uint4)

// The permutation of a radix-2 FFT of 2^bits points.
__kernel void fft_order(__global const float2 *in, __global float2 *out, uint bits)
{
    const uint i = get_global_id(0);
    out[bit_reverse(i) >> (32u - bits)] = in[i];
}
