// Twelve programs, as people write them for any device.

#define TILE 16
kernel void matrix_multiply(global const float *a, global const float *b, global float *c, int n) {
  local float x[TILE][TILE], y[TILE][TILE];
  int i = get_local_id(0), j = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int tile = 0; tile < n; tile += TILE) {
    x[j][i] = a[row * n + tile + i];
    y[j][i] = b[(tile + j) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; k++) sum += x[j][k] * y[k][i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

kernel void reduction(global const float *in, global float *out) {
  local float room[256];
  int l = get_local_id(0), size = get_local_size(0);
  int i = get_group_id(0) * size * 4 + l;
  room[l] = in[i] + in[i + size] + in[i + 2 * size] + in[i + 3 * size];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = size / 2; half_size > 0; half_size /= 2) {
    if (l < half_size) room[l] += room[l + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = room[0];
}

kernel void scan(global const int *in, global int *out) {
  local int room[2][256];
  int l = get_local_id(0), from = 0;
  room[0][l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < 256; step *= 2) {
    room[1 - from][l] = l >= step ? room[from][l] + room[from][l - step] : room[from][l];
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = room[from][l];
}

kernel void n_body(global const float4 *bodies, global float4 *forces, int count) {
  local float4 tile[256];
  int l = get_local_id(0);
  float4 me = bodies[get_global_id(0)], sum = (float4)(0.0f);
  for (int begin = 0; begin < count; begin += 256) {
    tile[l] = bodies[begin + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 256; k++) {
      float4 d = tile[k] - me;
      float square = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f;
      float inverse = 1.0f / sqrt(square);
      sum += d * (tile[k].w * inverse * inverse * inverse);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  forces[get_global_id(0)] = sum;
}

kernel void fft(global float2 *data) {
  local float2 room[256];
  int l = get_local_id(0);
  global float2 *mine = data + get_group_id(0) * 256;
  for (int k = l; k < 256; k += 128) {
    uint r = k;
    r = (r & 0x55u) << 1 | (r >> 1 & 0x55u);
    r = (r & 0x33u) << 2 | (r >> 2 & 0x33u);
    r = (r & 0x0Fu) << 4 | (r >> 4 & 0x0Fu);
    room[r] = mine[k];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int size = 1; size < 256; size *= 2) {
    int at = l & (size - 1), first = (l / size) * 2 * size + at;
    float angle = -3.14159265f * at / size, c = cos(angle), s = sin(angle);
    float2 a = room[first], b = room[first + size];
    float2 turned = (float2)(b.x * c - b.y * s, b.x * s + b.y * c);
    room[first] = a + turned;
    room[first + size] = a - turned;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int k = l; k < 256; k += 128) mine[k] = room[k];
}

kernel void convolution(global const float *in, global const float *weights, global float *out, int width) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0.0f;
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 5; i++) sum += weights[j * 5 + i] * in[(y + j) * (width + 4) + x + i];
  out[y * width + x] = sum;
}

float normal(float x) {
  float k = 1.0f / (1.0f + 0.2316419f * fabs(x));
  float p = k * (0.319381530f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  float tail = 0.39894228f * exp(-0.5f * x * x) * p;
  return x < 0.0f ? tail : 1.0f - tail;
}

kernel void black_scholes(global const float *price, global const float *strike, global const float *years, global float *out) {
  int i = get_global_id(0);
  float s = price[i], x = strike[i], t = years[i], r = 0.02f, v = 0.3f;
  float root = sqrt(t), d = (log(s / x) + (r + 0.5f * v * v) * t) / (v * root);
  out[i] = s * normal(d) - x * exp(-r * t) * normal(d - v * root);
}

constant uint K[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

kernel void sha256(global const uint *messages, global uint *digests) {
  int i = get_global_id(0);
  uint w[16], h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (int k = 0; k < 16; k++) w[k] = messages[i * 16 + k];
  uint a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], m = h[7];
  for (int k = 0; k < 64; k++) {
    if (k >= 16) {
      uint x = w[(k + 1) & 15], y = w[(k + 14) & 15];
      w[k & 15] += (rotate(x, 25u) ^ rotate(x, 14u) ^ x >> 3) + w[(k + 9) & 15] + (rotate(y, 15u) ^ rotate(y, 13u) ^ y >> 10);
    }
    uint t = m + (rotate(e, 26u) ^ rotate(e, 21u) ^ rotate(e, 7u)) + bitselect(g, f, e) + K[k] + w[k & 15];
    uint s = (rotate(a, 30u) ^ rotate(a, 19u) ^ rotate(a, 10u)) + ((a & b) ^ (a & c) ^ (b & c));
    m = g; g = f; f = e; e = d + t; d = c; c = b; b = a; a = t + s;
  }
  uint out[8] = {a, b, c, d, e, f, g, m};
  for (int k = 0; k < 8; k++) digests[i * 8 + k] = h[k] + out[k];
}

kernel void sort(global uint *data) {
  local uint room[256];
  int l = get_local_id(0);
  room[l] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int size = 2; size <= 256; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      int other = l ^ step;
      if (other > l) {
        uint a = room[l], b = room[other];
        if ((a > b) == ((l & size) == 0)) {
          room[l] = b;
          room[other] = a;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  data[get_global_id(0)] = room[l];
}

kernel void histogram(global const uchar *in, global uint *counts) {
  local uint room[256];
  int l = get_local_id(0);
  room[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 64; k++) atomic_inc(&room[in[get_group_id(0) * 16384 + k * 256 + l]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&counts[l], room[l]);
}

kernel void mandelbrot(global uint *out, int width) {
  int i = get_global_id(0), j = get_global_id(1);
  float x = -2.0f + 3.0f * i / width, y = -1.5f + 3.0f * j / width, a = 0.0f, b = 0.0f;
  uint round = 0;
  for (; round < 256 && a * a + b * b < 4.0f; round++) {
    float next = a * a - b * b + x;
    b = 2.0f * a * b + y;
    a = next;
  }
  out[j * width + i] = round;
}

kernel void stencil(global const float *in, global float *out, int n) {
  int x = get_global_id(0) + 1, y = get_global_id(1) + 1, z = get_global_id(2) + 1, m = n + 2;
  int at = (z * m + y) * m + x;
  out[at] = 0.4f * in[at] + 0.1f * (in[at - 1] + in[at + 1] + in[at - m] + in[at + m] + in[at - m * m] + in[at + m * m]);
}
