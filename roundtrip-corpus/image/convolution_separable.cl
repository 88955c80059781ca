// Separable 2-D convolution of an 8-bit image with clamped edges: a row pass
// and a column pass, each loading its tile and a halo into local memory.

#define TILE 16
#define RADIUS 4

// Binomial weights: with 8-bit pixels every sum is exact in a float.
constant float binomial[2 * RADIUS + 1] = {
    1.0f / 256,  8.0f / 256,  28.0f / 256, 56.0f / 256, 70.0f / 256,
    56.0f / 256, 28.0f / 256, 8.0f / 256,  1.0f / 256};

static float weighted(local const float *window, int stride,
                      constant const float *weights) {
  float sum = 0.0f;
  __attribute__((opencl_unroll_hint(3)))
  for (int k = -RADIUS; k <= RADIUS; ++k)
    sum += window[k * stride] * weights[k + RADIUS];
  return sum;
}

static float row_pass(global const uchar *in, local float *tile, int width,
                      int height, constant const float *weights) {
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int left = get_group_id(0) * TILE - RADIUS;
  const int y = min((int)get_global_id(1), height - 1);
  local float *line = tile + ly * (TILE + 2 * RADIUS);
  for (int i = lx; i < TILE + 2 * RADIUS; i += TILE)
    line[i] = in[y * width + clamp(left + i, 0, width - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  return weighted(line + lx + RADIUS, 1, weights);
}

static float column_pass(global const float *in, local float *tile, int width,
                         int height, constant const float *weights) {
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int top = get_group_id(1) * TILE - RADIUS;
  const int x = min((int)get_global_id(0), width - 1);
  for (int i = ly; i < TILE + 2 * RADIUS; i += TILE)
    tile[i * TILE + lx] = in[clamp(top + i, 0, height - 1) * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  return weighted(tile + (ly + RADIUS) * TILE + lx, TILE, weights);
}

kernel void blur_rows(global const uchar *in, global float *out, int width, int height) {
  local float tile[TILE * (TILE + 2 * RADIUS)];
  const float sum = row_pass(in, tile, width, height, binomial);
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    out[y * width + x] = sum;
}

kernel void blur_columns(global const float *in, global uchar *out, int width, int height) {
  local float tile[TILE * (TILE + 2 * RADIUS)];
  const float sum = column_pass(in, tile, width, height, binomial);
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    out[y * width + x] = convert_uchar_sat_rte(sum);
}

// The same with weights of the caller's.
kernel void filter_rows(global const uchar *in, global float *out,
                        constant float *weights, int width, int height) {
  local float tile[TILE * (TILE + 2 * RADIUS)];
  const float sum = row_pass(in, tile, width, height, weights);
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    out[y * width + x] = sum;
}

kernel void filter_columns(global const float *in, global float *out,
                           constant float *weights, int width, int height) {
  local float tile[TILE * (TILE + 2 * RADIUS)];
  const float sum = column_pass(in, tile, width, height, weights);
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    out[y * width + x] = sum;
}
