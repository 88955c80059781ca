// Relational built-ins on scalars and vectors of float and double.  A scalar
// truth is 1, a vector's is -1 in a lane of the same width.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define ALL_TESTS(STORE)              \
    STORE(0, isequal(x, y))           \
    STORE(1, isnotequal(x, y))        \
    STORE(2, isgreater(x, y))         \
    STORE(3, isgreaterequal(x, y))    \
    STORE(4, isless(x, y))            \
    STORE(5, islessequal(x, y))       \
    STORE(6, islessgreater(x, y))     \
    STORE(7, isordered(x, y))         \
    STORE(8, isunordered(x, y))       \
    STORE(9, isfinite(x))             \
    STORE(10, isinf(x))               \
    STORE(11, isnan(x))               \
    STORE(12, isnormal(x))            \
    STORE(13, signbit(x))

#define STORE_1(r, v) out[i * 14 + (r)] = v;
#define STORE_3(r, v) vstore3(v, i * 14 + (r), out);

#define TESTS(NAME, T, RESULT)                                             \
    __kernel void NAME(__global const T *a, __global const T *b,           \
                       __global RESULT *out)                               \
    {                                                                      \
        const size_t i = get_global_id(0);                                 \
        const T x = a[i], y = b[i];                                        \
        ALL_TESTS(STORE_1)                                                 \
    }

TESTS(float1, float, int)
TESTS(float2_, float2, int2)
TESTS(float4_, float4, int4)
TESTS(float8_, float8, int8)
TESTS(float16_, float16, int16)
TESTS(double1, double, int)
TESTS(double2_, double2, long2)
TESTS(double4_, double4, long4)

__kernel void float3_(__global const float *a, __global const float *b, __global int *out)
{
    const size_t i = get_global_id(0);
    const float3 x = vload3(i, a), y = vload3(i, b);
    ALL_TESTS(STORE_3)
}

// The operators, branches on their results, and select by them.
static float clean(float v, float fallback)
{
    return isnan(v) ? fallback : isinf(v) ? copysign(FLT_MAX, v) : v;
}

__kernel void sanitize(__global const float4 *a, __global const float4 *b,
                       __global float4 *out, __global float *scalars,
                       __global int *flags)
{
    const size_t i = get_global_id(0);
    const float4 x = a[i], y = b[i];
    float4 v = select(x, (float4)(-1.0f), isnan(x));
    v = select(v, copysign((float4)(1e30f), x), isinf(x));
    v = bitselect(v, y, as_float4(isgreater(y, v)));
    out[i] = (x < y) ? v : -v;
    scalars[i] = clean(x.x, 2.0f) + select(1.0f, 0.0f, (int)isless(x.y, y.y));

    int f = 0;
    f |= any(isnan(x)) << 0;
    f |= all(isfinite(x)) << 1;
    f |= any(isgreater(x, y)) << 2;
    f |= all(islessequal(x.xy, y.xy)) << 3;
    f |= (x.x < y.x) << 4 | (x.x <= y.x) << 5 | (x.x > y.x) << 6 | (x.x >= y.x) << 7;
    f |= (x.x == y.x) << 8 | (x.x != y.x) << 9 | !(x.x < y.x) << 10;
    f |= ((bool)x.x ? 1 : 0) << 11 | !x.x << 12;
    f |= (x.z < y.z && isordered(x.w, y.w)) << 13 | (x.z > y.z || signbit(y.w)) << 14;
    f |= any(!x) << 15;
    flags[i] = f;
}
