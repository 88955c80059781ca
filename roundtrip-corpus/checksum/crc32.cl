// options: -cl-std=CL1.2
// CRC-32 (IEEE 802.3, reflected) three ways: bit by bit, by nibbles with a
// constant table, and by a 256-entry table built in local memory; then CRCs of
// adjacent blocks are combined by GF(2) matrices, as zlib's crc32_combine.
#define POLY 0xEDB88320u

__constant uint NIBBLE[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

static uint crc_bits(uint crc, uchar byte)
{
    crc ^= byte;
    for (int k = 0; k < 8; ++k)
        crc = (crc >> 1) ^ (POLY & -(crc & 1u));
    return crc;
}

static uint crc_nibbles(uint crc, uchar byte)
{
    crc ^= byte;
    crc = (crc >> 4) ^ NIBBLE[crc & 15u];
    return (crc >> 4) ^ NIBBLE[crc & 15u];
}

__kernel void crc_three_ways(__global const uchar *data, uint block,
                             __global uint *bitwise, __global uint *nibble,
                             __global uint *table, __local uint *lut)
{
    for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
        lut[i] = crc_bits(0, (uchar)i);
    barrier(CLK_LOCAL_MEM_FENCE);

    const uint g = get_global_id(0);
    __global const uchar *p = data + g * block;
    uint a = ~0u, b = ~0u, c = ~0u;
    for (uint i = 0; i < block; ++i) {
        a = crc_bits(a, p[i]);
        b = crc_nibbles(b, p[i]);
        c = (c >> 8) ^ lut[(c ^ p[i]) & 0xffu];
    }
    bitwise[g] = ~a;
    nibble[g] = ~b;
    table[g] = ~c;
}

static uint matrix_times(const uint *mat, uint vec)
{
    uint sum = 0;
    for (int i = 0; vec; vec >>= 1, ++i)
        if (vec & 1u)
            sum ^= mat[i];
    return sum;
}

static void matrix_square(uint *square, const uint *mat)
{
    for (int n = 0; n < 32; ++n)
        square[n] = matrix_times(mat, mat[n]);
}

static uint combine(uint crc1, uint crc2, uint len2)
{
    uint even[32], odd[32];
    if (len2 == 0)
        return crc1;
    odd[0] = POLY;
    for (int n = 1; n < 32; ++n)
        odd[n] = 1u << (n - 1);
    matrix_square(even, odd);
    matrix_square(odd, even);
    do {
        matrix_square(even, odd);
        if (len2 & 1u)
            crc1 = matrix_times(even, crc1);
        len2 >>= 1;
        if (!len2)
            break;
        matrix_square(odd, even);
        if (len2 & 1u)
            crc1 = matrix_times(odd, crc1);
        len2 >>= 1;
    } while (len2);
    return crc1 ^ crc2;
}

// One work-item folds the block CRCs into running CRCs of the whole prefix.
__kernel void crc_prefix(__global const uint *crcs, uint count, uint block,
                         __global uint *prefix)
{
    uint acc = crcs[0];
    prefix[0] = acc;
    for (uint i = 1; i < count; ++i) {
        acc = combine(acc, crcs[i], block);
        prefix[i] = acc;
    }
}
