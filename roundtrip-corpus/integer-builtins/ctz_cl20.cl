// options: -cl-std=CL2.0
// ctz (OpenCL 2.0): on each type, on vectors, and in a binary GCD.

#define CTZ_OF(T) \
    __kernel void ctz_##T(__global const T *in, __global T *out) \
    { \
        out[get_global_id(0)] = ctz(in[get_global_id(0)]); \
    }

CTZ_OF(char)
CTZ_OF(uchar4)
CTZ_OF(short2)
CTZ_OF(ushort)
CTZ_OF(int)
CTZ_OF(uint8)
CTZ_OF(long)
CTZ_OF(ulong2)

static ulong gcd(ulong a, ulong b)
{
    if (!a || !b)
        return a | b;
    const ulong shift = ctz(a | b);
    a >>= ctz(a);
    do {
        b >>= ctz(b);
        if (a > b) {
            const ulong t = a;
            a = b;
            b = t;
        }
        b -= a;
    } while (b);
    return a << shift;
}

__kernel void gcds(__global const ulong *a, __global const ulong *b, __global ulong *out)
{
    const size_t i = get_global_id(0);
    out[i] = gcd(a[i], b[i]);
}

// A ruler: the position of the lowest changed bit drives a Gray-code walk.
__kernel void gray_walk(__global uint *codes, uint n)
{
    if (get_global_id(0))
        return;
    uint g = 0;
    codes[0] = 0;
    for (uint i = 1; i < n; ++i)
        codes[i] = g ^= 1u << ctz(i);
}
