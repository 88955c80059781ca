// options: -cl-std=CL1.2
// Storing and loading half precision without the fp16 extension: every width,
// each rounding mode, packed and aligned (vloada/vstorea) forms, and double
// sources.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// Rows of out: default, rte, rtz, rtp, rtn.
__kernel void scalar_modes(__global const float *in, __global half *out, uint n)
{
    const uint i = get_global_id(0);
    const float v = in[i];
    vstore_half(v, i, out);
    vstore_half_rte(v, i, out + n);
    vstore_half_rtz(v, i, out + 2 * n);
    vstore_half_rtp(v, i, out + 3 * n);
    vstore_half_rtn(v, i, out + 4 * n);
}

__kernel void scalar_modes_double(__global const double *in, __global half *out,
                                  uint n)
{
    const uint i = get_global_id(0);
    const double v = in[i];
    vstore_half(v, i, out);
    vstore_half_rte(v, i, out + n);
    vstore_half_rtz(v, i, out + 2 * n);
    vstore_half_rtp(v, i, out + 3 * n);
    vstore_half_rtn(v, i, out + 4 * n);
}

__kernel void load_all(__global const half *in, __global float *one,
                       __global float2 *two, __global float *three,
                       __global float4 *four, __global float8 *eight,
                       __global float16 *sixteen)
{
    const size_t i = get_global_id(0);
    one[i] = vload_half(i, in);
    two[i] = vload_half2(i, in);
    vstore3(vload_half3(i, in), i, three);
    four[i] = vload_half4(i, in);
    eight[i] = vload_half8(i, in);
    sixteen[i] = vload_half16(i, in);
}

// An image row kept in half precision, blurred in float, width by width.
__kernel void blur(__global const half *in, __global half *out, uint stride)
{
    const size_t i = get_global_id(0);
    __global half *o = out + i * stride;
    const float2 a = vload_half2(i, in);
    const float3 b = vload_half3(i, in);
    const float4 c = vload_half4(i, in);
    const float8 d = vload_half8(i, in);
    const float16 e = vload_half16(i, in);
    vstore_half2_rtz(a * 0.25f + a.yx * 0.75f, 0, o);
    vstore_half3_rtp(b * 0.25f + b.yzx * 0.75f, 0, o + 2);
    vstore_half4_rtn(c * 0.25f + c.yzwx * 0.75f, 0, o + 5);
    vstore_half8_rte(d * 0.25f + d.s12345670 * 0.75f, 0, o + 9);
    vstore_half16(e * 0.25f + e.s123456789abcdef0 * 0.75f, 0, o + 17);
}

// The aligned variants: three components take the room of four.
__kernel void aligned(__global const half *in, __global half *out,
                      __global float4 *sum)
{
    const size_t i = get_global_id(0);
    const float3 v = vloada_half3(i, in);
    vstorea_half3_rte(v * v, i, out);
    const float4 w = vloada_half4(i, in);
    const float2 lo = vloada_half2(2 * i, in), hi = vloada_half2(2 * i + 1, in);
    sum[i] = w + (float4)(hi, lo);
}

// Private and local halves as scratch storage.
__kernel void scratch(__global const float *in, __global float *out,
                      __local half *tile)
{
    const uint l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
    vstore_half_rtz(in[g], l, tile);
    barrier(CLK_LOCAL_MEM_FENCE);
    ushort bits[4];
    private half *p = (private half *)bits;
    vstore_half_rtp(in[g], 1, p);
    bits[2] = bits[1] ^ 0x8000;
    out[g] = vload_half(n - 1 - l, tile) + vload_half(2, p);
}
