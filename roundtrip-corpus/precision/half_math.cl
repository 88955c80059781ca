// Half precision: as a storage format (vload_half and vstore_half need no
// extension), and in arithmetic with cl_khr_fp16.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF

// y = a x + y with half storage and single-precision arithmetic.
kernel void axpy_storage(global const half *x, global half *y, float a) {
  const size_t i = get_global_id(0);
  const float4 sum = fma((float4)(a), vload_half4(i, x), vload_half4(i, y));
  vstore_half4_rte(sum, i, y);
}

kernel void round_all_ways(global const float *in, global half *rte,
                           global half *rtz, global half *rtp, global half *rtn) {
  const size_t i = get_global_id(0);
  vstore_half(in[i], i, rte); // to the nearest by default
  vstore_half_rtz(in[i], i, rtz);
  vstore_half_rtp(in[i], i, rtp);
  vstore_half_rtn(in[i], i, rtn);
}

static half horner(half x, constant const half *coefficients, int degree) {
  half value = coefficients[degree];
  for (int i = degree - 1; i >= 0; --i)
    value = value * x + coefficients[i]; // rounded twice
  return value;
}

constant half polynomial[5] = {1.0h, -0.5h, 0.25h, 2.0h, -1.5h};

kernel void polynomials(global const half *x, global half *value,
                        global half *fused, global half *root) {
  const size_t i = get_global_id(0);
  value[i] = horner(x[i], polynomial, 4);
  fused[i] = fma(x[i], x[i], -x[i]);
  root[i] = sqrt(fabs(x[i])) / 2.0h;
}

typedef struct {
  half low, high;
  ushort count;
} Summary;

// The extremes of eight values, how many are above a limit, and their
// elementwise conversions.
kernel void summarise(global const half8 *in, global Summary *out,
                      global short8 *whole, half limit) {
  const size_t i = get_global_id(0);
  const half8 v = in[i];
  const half4 low = fmin(v.lo, v.hi), high = fmax(v.lo, v.hi);
  const short8 above = v > limit; // -1 where true
  ushort count = 0;
  for (int k = 0; k < 8; ++k)
    count -= ((const short *)&above)[k];
  out[i].low = fmin(fmin(low.x, low.y), fmin(low.z, low.w));
  out[i].high = fmax(fmax(high.x, high.y), fmax(high.z, high.w));
  out[i].count = count;
  whole[i] = convert_short8_sat_rtn(v);
}
