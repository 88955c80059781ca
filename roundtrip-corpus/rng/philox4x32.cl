// Philox4x32-10 counter-based generator (Salmon et al., SC'11), and a uniform
// and a Box-Muller-free sampling stage on top of it.

typedef struct { uint4 v; } philox_ctr;
typedef struct { uint2 v; } philox_key;

#define M0 0xD2511F53u
#define M1 0xCD9E8D57u
#define W0 0x9E3779B9u
#define W1 0xBB67AE85u

static philox_ctr philox_round(philox_ctr c, philox_key k)
{
    const uint hi0 = mul_hi(M0, c.v.x), lo0 = M0 * c.v.x;
    const uint hi1 = mul_hi(M1, c.v.z), lo1 = M1 * c.v.z;
    philox_ctr r;
    r.v = (uint4)(hi1 ^ c.v.y ^ k.v.x, lo1, hi0 ^ c.v.w ^ k.v.y, lo0);
    return r;
}

static philox_key philox_bump(philox_key k)
{
    k.v += (uint2)(W0, W1);
    return k;
}

static uint4 philox(philox_ctr c, philox_key k)
{
#pragma unroll
    for (int i = 0; i < 10; ++i) {
        if (i)
            k = philox_bump(k);
        c = philox_round(c, k);
    }
    return c.v;
}

__kernel void raw(__global const uint4 *ctrs, __global const uint2 *keys,
                  __global uint4 *out)
{
    const size_t i = get_global_id(0);
    philox_ctr c = { ctrs[i] };
    philox_key k = { keys[i] };
    out[i] = philox(c, k);
}

// A 128-bit counter incremented with carries; one stream per work-item.
static void advance(philox_ctr *c, uint by)
{
    const uint old = c->v.s0;
    c->v.s0 += by;
    if (c->v.s0 < old)
        if (++c->v.s1 == 0)
            if (++c->v.s2 == 0)
                ++c->v.s3;
}

__kernel void uniform_floats(uint2 seed, uint4 start, uint per_item,
                             __global float *out)
{
    const uint gid = get_global_id(0);
    philox_ctr c = { start };
    philox_key k = { seed };
    k.v.y ^= gid;
    for (uint j = 0; j < per_item; ++j) {
        const uint4 r = philox(c, k);
        // 24 high bits: exact in a float, and below 1.
        vstore4(convert_float4(r >> 8u) * 0x1p-24f, gid * per_item + j, out);
        advance(&c, 1u);
    }
}

// Unbiased integers below `bound` by rejection (Lemire).
__kernel void bounded(uint2 seed, uint bound, __global uint *out,
                      __global uint *draws)
{
    const uint gid = get_global_id(0);
    philox_ctr c = { (uint4)(0, 0, 0, gid) };
    const philox_key k = { seed };
    const uint floor_ = (0u - bound) % bound;
    uint used = 0;
    for (;;) {
        const uint4 block = philox(c, k);
        const uint x = block.x;
        ++used;
        const ulong m = (ulong)x * bound;
        if ((uint)m >= floor_) {
            out[gid] = (uint)(m >> 32);
            break;
        }
        advance(&c, 1u);
    }
    draws[gid] = used;
}
