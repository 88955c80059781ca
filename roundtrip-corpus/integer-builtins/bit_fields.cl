// Bit fields by hand: decoding and encoding packed instructions, as an emulator
// does, walking bit boards, and neighbouring powers of two.

typedef struct {
    uint opcode, rd, rs;
    int imm;
} decoded_t;

static uint take(uint word, uint at, uint width)
{
    return (word >> at) & (width < 32u ? (1u << width) - 1u : ~0u);
}

static int take_signed(uint word, uint at, uint width)
{
    return (int)(word << (32u - at - width)) >> (32u - width);
}

static uint put(uint word, uint field, uint at, uint width)
{
    const uint mask = (width < 32u ? (1u << width) - 1u : ~0u) << at;
    return bitselect(word, field << at, mask);
}

static decoded_t decode(uint word)
{
    decoded_t d;
    d.opcode = take(word, 0, 7);
    d.rd = take(word, 7, 5);
    d.rs = take(word, 12, 5);
    d.imm = take_signed(word, 17, 15);
    return d;
}

static uint encode(decoded_t d)
{
    uint w = put(0xdeadbeefu, d.opcode, 0, 7);
    w = put(w, d.rd, 7, 5);
    w = put(w, d.rs, 12, 5);
    return put(w, (uint)d.imm, 17, 15);
}

__kernel void instructions(__global const uint *words, __global decoded_t *out,
                           __global uint *again)
{
    const size_t i = get_global_id(0);
    decoded_t d = decode(words[i]);
    out[i] = d;
    d.imm = -d.imm;
    d.rd ^= d.rs;
    again[i] = encode(d);
}

// Walks the set bits of a board and finds runs, in 64 bits.
__kernel void bitboard(__global const ulong *boards, __global uchar *squares,
                       __global uint *count, __global uint *longest,
                       __global ulong *mirrored)
{
    const size_t i = get_global_id(0);
    ulong b = boards[i];
    uint n = 0;
    while (b) {
        squares[i * 64 + n++] = (uchar)(63 - clz(b & -b));
        b &= b - 1;
    }
    for (uint k = n; k < 64; ++k)
        squares[i * 64 + k] = 255;
    count[i] = n;

    uint run = 0;
    for (b = boards[i]; b; b &= b << 1)
        ++run;
    longest[i] = run;
    mirrored[i] = as_ulong(as_uchar8(boards[i]).s76543210);
}

// Fields of any place and width, and the neighbouring powers of two.
__kernel void fields(__global const uint *word, __global const uchar2 *place,
                     __global uint *out, __global int *out_signed,
                     __global uint *inserted, __global uint2 *powers)
{
    const size_t i = get_global_id(0);
    const uint at = place[i].x, width = place[i].y;
    out[i] = take(word[i], at, width);
    out_signed[i] = take_signed(word[i], at, width);
    inserted[i] = put(word[i], ~word[i] >> 3, at, width);
    const uint v = (word[i] >> at) | 1u;
    powers[i] = (uint2)(1u << (31u - clz(v)), v > 1u ? 2u << (31u - clz(v - 1u)) : 1u);
}
