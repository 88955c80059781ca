// Batched radix-2 FFT (Stockham: no bit reversal) of N complex points, one
// work-group per transform, ping-ponging between two local arrays.

#define N 256u

static float2 cmul(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

static float2 twiddle(float turn) {
  float c;
  const float s = sincos(2.0f * M_PI_F * turn, &c);
  return (float2)(c, s);
}

static void stage(local const float2 *from, local float2 *to, uint i,
                  uint span, float direction) {
  const uint k = i & (span - 1);
  const float2 a = from[i];
  const float2 b = cmul(from[i + N / 2], twiddle(direction * (float)k / (float)(2 * span)));
  const uint j = ((i - k) << 1) + k;
  to[j] = a + b;
  to[j + span] = a - b;
}

kernel __attribute__((reqd_work_group_size(N / 2, 1, 1)))
void fft(global const float2 *in, global float2 *out, int inverse) {
  local float2 buffer_a[N], buffer_b[N];
  local float2 *from = buffer_a, *to = buffer_b;
  const uint lid = get_local_id(0);
  const size_t base = get_group_id(0) * N;

  from[lid] = in[base + lid];
  from[lid + N / 2] = in[base + lid + N / 2];
  for (uint span = 1; span < N; span <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    stage(from, to, lid, span, inverse ? 1.0f : -1.0f);
    local float2 *swap = from;
    from = to;
    to = swap;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  const float factor = inverse ? 1.0f / N : 1.0f;
  out[base + lid] = from[lid] * factor;
  out[base + lid + N / 2] = from[lid + N / 2] * factor;
}

kernel void power_spectrum(global const float2 *in, global float *power) {
  const size_t i = get_global_id(0);
  power[i] = dot(in[i], in[i]);
}
