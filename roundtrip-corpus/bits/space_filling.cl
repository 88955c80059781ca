// Space-filling curves and bit permutations: Morton codes in two and three
// dimensions, Hilbert curves, bit reversal, parity, Gray codes, and deposit
// and extract under a mask (pdep, pext).

static uint spread2(uint v)
{
    v &= 0xffffu;
    v = (v | (v << 8)) & 0x00ff00ffu;
    v = (v | (v << 4)) & 0x0f0f0f0fu;
    v = (v | (v << 2)) & 0x33333333u;
    return (v | (v << 1)) & 0x55555555u;
}

static uint gather2(uint v)
{
    v &= 0x55555555u;
    v = (v | (v >> 1)) & 0x33333333u;
    v = (v | (v >> 2)) & 0x0f0f0f0fu;
    v = (v | (v >> 4)) & 0x00ff00ffu;
    return (v | (v >> 8)) & 0xffffu;
}

// Three dimensions of 21 bits, in 64-bit lanes.
static ulong4 spread3(ulong4 v)
{
    v &= 0x1ffffful;
    v = (v | (v << 32)) & 0x001f00000000fffful;
    v = (v | (v << 16)) & 0x001f0000ff0000fful;
    v = (v | (v << 8)) & 0x100f00f00f00f00ful;
    v = (v | (v << 4)) & 0x10c30c30c30c30c3ul;
    return (v | (v << 2)) & 0x1249249249249249ul;
}

__kernel void morton(__global const ushort2 *points, __global uint *codes,
                     __global ushort2 *back)
{
    const size_t i = get_global_id(0);
    const ushort2 p = points[i];
    const uint code = spread2(p.x) | (spread2(p.y) << 1);
    codes[i] = code;
    back[i] = convert_ushort2((uint2)(gather2(code), gather2(code >> 1)));
}

__kernel void morton3(__global const uint *points, __global ulong *codes)
{
    const size_t i = get_global_id(0);
    const uint3 p = vload3(i, points);
    const ulong4 s = spread3((ulong4)(convert_ulong3(p), 0));
    codes[i] = s.x | (s.y << 1) | (s.z << 2);
}

static void turn(uint side, uint2 *p, uint2 region)
{
    if (region.y == 0) {
        if (region.x == 1)
            *p = side - 1 - *p;
        *p = p->yx;
    }
}

static uint hilbert_index(uint order, uint2 p)
{
    uint d = 0;
    for (uint s = order / 2; s > 0; s /= 2) {
        const uint2 r = (uint2)((p.x & s) > 0, (p.y & s) > 0);
        d += s * s * ((3 * r.x) ^ r.y);
        turn(order, &p, r);
    }
    return d;
}

static uint2 hilbert_point(uint order, uint d)
{
    uint2 p = (uint2)(0);
    for (uint s = 1; s < order; s *= 2) {
        uint2 r;
        r.x = 1 & (d / 2);
        r.y = 1 & (d ^ r.x);
        turn(s, &p, r);
        p += s * r;
        d /= 4;
    }
    return p;
}

__kernel void hilbert(uint order, __global uint2 *points, __global uint *index)
{
    const uint d = get_global_id(0);
    const uint2 p = hilbert_point(order, d);
    points[d] = p;
    index[d] = hilbert_index(order, p);
}

static ulong reverse(ulong v)
{
    v = ((v >> 1) & 0x5555555555555555ul) | ((v & 0x5555555555555555ul) << 1);
    v = ((v >> 2) & 0x3333333333333333ul) | ((v & 0x3333333333333333ul) << 2);
    v = ((v >> 4) & 0x0f0f0f0f0f0f0f0ful) | ((v & 0x0f0f0f0f0f0f0f0ful) << 4);
    return as_ulong(as_uchar8(v).s76543210);
}

static ulong deposit(ulong v, ulong mask)
{
    ulong r = 0;
    for (ulong bit = 1; mask; bit <<= 1, mask &= mask - 1)
        if (v & bit)
            r |= mask & -mask;
    return r;
}

static ulong extract(ulong v, ulong mask)
{
    ulong r = 0;
    for (ulong bit = 1; mask; bit <<= 1, mask &= mask - 1)
        if (v & mask & -mask)
            r |= bit;
    return r;
}

__kernel void permutations(__global const ulong *in, __global const ulong *masks,
                           __global ulong *out)
{
    const size_t i = get_global_id(0);
    const ulong v = in[i], m = masks[i];
    ulong gray = v ^ (v >> 1), plain = gray;
    for (uint s = 1; s < 64; s <<= 1)
        plain ^= plain >> s;
    vstore4((ulong4)(reverse(v), deposit(v, m), extract(v, m), gray), i * 2, out);
    vstore4((ulong4)(plain, popcount(v) & 1, v & -v, rotate(v, m)), i * 2 + 1, out);
}
