// options: -cl-std=CL1.2
// SHA-256 of many messages, one message per work-item, and a chained
// double-hash (as in proof-of-work) that searches a nonce.

__constant uint K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

__constant uint IV[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

#define ROR(x, n) rotate((uint)(x), (uint)(32 - (n)))
#define S0(x) (ROR(x, 2) ^ ROR(x, 13) ^ ROR(x, 22))
#define S1(x) (ROR(x, 6) ^ ROR(x, 11) ^ ROR(x, 25))
#define G0(x) (ROR(x, 7) ^ ROR(x, 18) ^ ((x) >> 3))
#define G1(x) (ROR(x, 17) ^ ROR(x, 19) ^ ((x) >> 10))
#define CH(x, y, z) bitselect(z, y, x)
#define MAJ(x, y, z) bitselect(x, y, (x) ^ (z))

static void compress(uint *h, const uint *block)
{
    uint w[64];
    for (int t = 0; t < 16; ++t)
        w[t] = block[t];
    for (int t = 16; t < 64; ++t)
        w[t] = G1(w[t - 2]) + w[t - 7] + G0(w[t - 15]) + w[t - 16];
    uint8 s = vload8(0, h);
    for (int t = 0; t < 64; ++t) {
        const uint t1 = s.s7 + S1(s.s4) + CH(s.s4, s.s5, s.s6) + K[t] + w[t];
        const uint t2 = S0(s.s0) + MAJ(s.s0, s.s1, s.s2);
        s.s7 = s.s6;
        s.s6 = s.s5;
        s.s5 = s.s4;
        s.s4 = s.s3 + t1;
        s.s3 = s.s2;
        s.s2 = s.s1;
        s.s1 = s.s0;
        s.s0 = t1 + t2;
    }
    vstore8(vload8(0, h) + s, 0, h);
}

static uint swap32(uint v)
{
    return as_uint(as_uchar4(v).wzyx);
}

static void put_byte(uint *block, uint at, uchar b)
{
    const uint shift = 24 - 8 * (at & 3);
    block[at >> 2] |= (uint)b << shift;
}

static void start(uint *h)
{
    for (int i = 0; i < 8; ++i)
        h[i] = IV[i];
}

__kernel void sha256(__global const uchar *text, __global const uint *offset,
                     __global const uint *length, __global uint *digest)
{
    const size_t g = get_global_id(0);
    __global const uchar *msg = text + offset[g];
    const uint len = length[g];
    uint h[8];
    start(h);

    const uint blocks = (len + 9 + 63) / 64;
    for (uint b = 0; b < blocks; ++b) {
        uint block[16] = { 0 };
        for (uint i = 0; i < 64; ++i) {
            const uint at = b * 64 + i;
            if (at < len)
                put_byte(block, i, msg[at]);
            else if (at == len)
                put_byte(block, i, 0x80);
        }
        if (b == blocks - 1) {
            const ulong bits = (ulong)len * 8;
            block[14] = (uint)(bits >> 32);
            block[15] = (uint)bits;
        }
        compress(h, block);
    }
    for (int i = 0; i < 8; ++i)
        digest[g * 8 + i] = swap32(h[i]);
}

// header: 12 little-endian words; the 13th is the nonce under test.
__kernel void mine(__global const uint *header, uint base, __global uint *leading_zeros)
{
    const uint nonce = base + (uint)get_global_id(0);
    uint block[16] = { 0 }, h[8];
    for (int i = 0; i < 12; ++i)
        block[i] = swap32(header[i]);
    block[12] = swap32(nonce);
    block[13] = 0x80000000u;
    block[15] = 52 * 8;
    start(h);
    compress(h, block);

    uint again[16] = { 0 };
    for (int i = 0; i < 8; ++i)
        again[i] = h[i];
    again[8] = 0x80000000u;
    again[15] = 256;
    start(h);
    compress(h, again);
    leading_zeros[get_global_id(0)] = h[0] ? clz(h[0]) : 32 + clz(h[1]);
}
