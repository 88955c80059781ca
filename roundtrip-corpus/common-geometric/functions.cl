// Common and geometric built-ins on scalars, vectors and mixtures of both.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void common(__global const float *a, __global const float *b,
                     __global const float *t, __global float *out, uint n)
{
    const size_t i = get_global_id(0);
    const float x = a[i], y = b[i], w = t[i];
    out[0 * n + i] = clamp(x, -0.5f, 1.5f);
    out[1 * n + i] = mix(x, y, w);
    out[2 * n + i] = step(x, y);
    out[3 * n + i] = smoothstep(-1.0f, 2.0f, x);
    out[4 * n + i] = sign(x);
    out[5 * n + i] = degrees(x);
    out[6 * n + i] = radians(x);
    out[7 * n + i] = max(x, y);
    out[8 * n + i] = min(x, y);
    out[9 * n + i] = clamp(x, fmin(y, w), fmax(y, w));
}

// The forms that take a scalar for each lane.
__kernel void broadcast(__global const float4 *a, __global const float4 *b,
                        __global const float *t, __global float4 *out)
{
    const size_t i = get_global_id(0);
    const float4 x = a[i], y = b[i];
    const float w = t[i];
    __global float4 *o = out + i * 8;
    o[0] = clamp(x, -1.0f, w);
    o[1] = mix(x, y, w);
    o[2] = step(w, x);
    o[3] = smoothstep(-1.0f, 2.0f, y);
    o[4] = max(x, w);
    o[5] = min(x, w);
    o[6] = sign(x - y);
    o[7] = mix(x, y, (float4)(0.0f, 1.0f, 0.5f, w));
}

// Rows: dot, length, distance and the fast_ ones, for each width.
#define MEASURE(o, x, y)             \
    (o)[0] = dot(x, y);              \
    (o)[1] = length(x);              \
    (o)[2] = distance(x, y);         \
    (o)[3] = fast_length(x);         \
    (o)[4] = fast_distance(x, y);

__kernel void measures(__global const float4 *a, __global const float4 *b,
                       __global float *out)
{
    const size_t i = get_global_id(0);
    const float4 x = a[i], y = b[i];
    __global float *o = out + i * 20;
    MEASURE(o, x.x, y.x)
    MEASURE(o + 5, x.xy, y.xy)
    MEASURE(o + 10, x.xyz, y.xyz)
    MEASURE(o + 15, x, y)
}

__kernel void directions(__global const float4 *a, __global const float4 *b,
                         __global float4 *out)
{
    const size_t i = get_global_id(0);
    const float4 x = a[i], y = b[i];
    __global float4 *o = out + i * 5;
    o[0] = normalize(x);
    o[1] = (float4)(normalize(x.xyz), normalize(y.x));
    o[2] = fast_normalize(y);
    o[3] = cross(x, y);
    o[4] = (float4)(cross(x.xyz, y.xyz), normalize(x.zw).y);
}

// Reflection and refraction of rays, in double precision.
static double3 reflect(double3 d, double3 n)
{
    return d - 2.0 * dot(d, n) * n;
}

__kernel void rays(__global const double *dirs, __global const double *normals,
                   __global double *out)
{
    const size_t i = get_global_id(0);
    const double3 d = normalize(vload3(i, dirs)), m = normalize(vload3(i, normals));
    const double3 n = dot(d, m) < 0.0 ? m : -m;
    const double3 r = reflect(d, n);
    vstore3(r, i * 3, out);
    const double ratio = 0.75, c = dot(-d, n);
    const double k = 1.0 - ratio * ratio * (1.0 - c * c);
    vstore3(mix(r, ratio * d + (ratio * c - sqrt(max(k, 0.0))) * n, step(0.0, k)), i * 3 + 1,
            out);
    vstore3((double3)(clamp(c, 0.0, 1.0), smoothstep(0.0, 1.0, c), distance(d, n)), i * 3 + 2,
            out);
}
