// Vector conversions as image code uses them: unpacking to float, weighting,
// and packing with saturation and an explicit rounding mode; reinterpretation
// with as_type; and implicit/explicit C casts.

typedef struct { float4 gain; float4 bias; } grade_t;

static float4 apply(float4 px, const grade_t *g)
{
    return mad(px, g->gain, g->bias);
}

__kernel void regrade(__global const uchar4 *in, __global uchar4 *out,
                      __global char4 *centred, float4 gain, float4 bias)
{
    const size_t i = get_global_id(0);
    const grade_t g = { gain, bias };
    const float4 px = apply(convert_float4(in[i]), &g);
    out[i] = convert_uchar4_sat_rte(px);
    centred[i] = convert_char4_sat_rtn(px - 128.0f);
}

// Audio: 16-bit stereo to fixed point 8.24 with a gain, then back.
__kernel void mix_audio(__global const short8 *a, __global const short8 *b,
                        __global short8 *out, __global int8 *wide, short gain)
{
    const size_t i = get_global_id(0);
    const int8 x = convert_int8(a[i]) * (int8)gain;
    const int8 y = convert_int8(b[i]) * (int8)gain;
    const int8 s = (x + y) >> (int8)8;
    wide[i] = s;
    out[i] = convert_short8_sat(s);
}

__kernel void narrow16(__global const uint16 *in, __global uchar16 *sat,
                       __global uchar16 *wrap, __global ushort16 *half_way)
{
    const size_t i = get_global_id(0);
    sat[i] = convert_uchar16_sat(in[i]);
    wrap[i] = convert_uchar16(in[i]);
    half_way[i] = convert_ushort16_sat(in[i] >> 3);
}

__kernel void rounding3(__global const float *in, __global int *out)
{
    const size_t i = get_global_id(0);
    const float3 v = vload3(i, in);
    vstore3(convert_int3_rte(v), i * 5 + 0, out);
    vstore3(convert_int3_rtz(v), i * 5 + 1, out);
    vstore3(convert_int3_rtp(v), i * 5 + 2, out);
    vstore3(convert_int3_rtn(v), i * 5 + 3, out);
    vstore3(convert_int3(v), i * 5 + 4, out);
}

// The integer logarithm and a fast scaling by powers of two, on the bits.
__kernel void bits(__global const float4 *in, __global int4 *exponent,
                   __global float4 *scaled, __global ulong2 *halves,
                   __global short4 *casts)
{
    const size_t i = get_global_id(0);
    const int4 raw = as_int4(in[i]);
    exponent[i] = ((raw >> 23) & 0xff) - 127;
    scaled[i] = as_float4(raw + (3 << 23));
    halves[i] = as_ulong2(in[i]);
    const float4 v = in[i];
    casts[i] = (short4)((short)v.x, (char)v.y, (uchar)fabs(v.z), (bool)(v.w > 1.0f));
}
