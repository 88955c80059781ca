// Swizzled reads and writes on every width, char16 and long3 arithmetic, and
// operators on vectors that yield masks.

// A 4x4 byte matrix transposed within a register, row by row.
static char16 transpose4(char16 m)
{
    return m.s048c159d26ae37bf;
}

static char16 reverse16(char16 v)
{
    char16 r;
    r.lo = v.hi.s76543210;
    r.s89abcdef = v.s76543210;
    return r;
}

static long3 cross3(long3 a, long3 b)
{
    return a.yzx * b.zxy - a.zxy * b.yzx;
}

__kernel void char16_ops(__global const char16 *a, __global const char16 *b,
                         __global char16 *out)
{
    const size_t i = get_global_id(0);
    const char16 x = a[i], y = b[i];
    __global char16 *o = out + i * 10;
    o[0] = x + y;
    o[1] = x * y - (char16)3;
    o[2] = x << (y & (char16)7);
    o[3] = x >> (y & (char16)7);
    o[4] = transpose4(x) ^ ~y;
    o[5] = reverse16(x);
    o[6] = x < y;
    o[7] = (x == y) | (x >= (char16)64);
    // Divisors are kept away from 0 and -1.
    const char16 d = (y | (char16)1) & (char16)0x7f;
    o[8] = x / (d + (char16)1 > (char16)0 ? d : (char16)5);
    o[9] = x % (d + (char16)1 > (char16)0 ? d : (char16)5);
}

__kernel void long3_ops(__global const long *a, __global const long *b,
                        __global long *out)
{
    const size_t i = get_global_id(0);
    const long3 x = vload3(i, a), y = vload3(i, b);
    long3 t = x;
    t.zx += y.xy;
    t.y ^= t.z;
    vstore3(cross3(x, y), i * 6 + 0, out);
    vstore3(t, i * 6 + 1, out);
    vstore3(x.zyx - y.xxz, i * 6 + 2, out);
    vstore3((x > y) ? x : y, i * 6 + 3, out);
    vstore3(-(x != y) + !x, i * 6 + 4, out);
    vstore3((long3)(x.xy, 7) * y.s210 / (long3)(3, -5, 11), i * 6 + 5, out);
}

// Writes through swizzles: lo/hi, even/odd, numbered, and single components
// chosen at run time.
__kernel void scatter_lanes(__global const int8 *in, __global int8 *out,
                            __global const int *lane)
{
    const size_t i = get_global_id(0);
    int8 v = in[i], r = (int8)(0);
    r.even = v.odd;
    r.odd = v.even * 2;
    r.lo.xy = r.hi.zw + v.s07;
    r.s5 = v.s3;
    r.hi.s0 -= v.lo.s2;
    union { int8 v; int lanes[8]; } u;
    u.v = r;
    u.lanes[lane[i] & 7] = -1;
    u.v.s0 += u.lanes[(lane[i] + 3) & 7];
    int2 p = { u.v.s1, u.v.s2 };
    p = p.yx;
    u.v.s12 = p;
    out[i] = u.v;
}

// Horizontal sum by folding halves, for each width.
__kernel void fold(__global const int16 *in, __global int *out)
{
    const size_t i = get_global_id(0);
    const int16 v16 = in[i];
    const int8 v8 = v16.lo + v16.hi;
    const int4 v4 = v8.even + v8.odd;
    const int3 v3 = (int3)(v4.x, v4.y, v4.z + v4.w);
    const int2 v2 = v3.xy + (int2)(v3.z, 0);
    out[i] = v2.x + v2.y;
}
