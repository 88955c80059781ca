// Escape-time fractals. Contraction is off, so that the number of iterations
// is the same wherever floats are IEEE 754.
#pragma OPENCL FP_CONTRACT OFF

typedef struct {
  float left, top, step;
  uint limit;
} View;

static uint iterate(float2 z, float2 c, uint limit) {
  float x = z.x, y = z.y;
  uint count = 0;
  while (count < limit) {
    const float x2 = x * x, y2 = y * y;
    if (x2 + y2 > 4.0f)
      break;
    y = 2.0f * x * y + c.y;
    x = x2 - y2 + c.x;
    ++count;
  }
  return count;
}

#define COLOURS 4

// The last one is for points that never escape.
constant uchar4 fire[COLOURS + 1] = {
    (uchar4)(255, 255, 190, 255), (uchar4)(255, 170, 0, 255),
    (uchar4)(200, 30, 0, 255), (uchar4)(60, 0, 20, 255), (uchar4)(0, 0, 0, 255)};

static uchar4 colour(uint count, uint limit, constant const uchar4 *palette) {
  return palette[count == limit ? COLOURS : count % COLOURS];
}

kernel void mandelbrot(global uint *counts, global uchar4 *pixels, View view) {
  const uint x = get_global_id(0), y = get_global_id(1);
  const size_t at = y * get_global_size(0) + x;
  const float2 c = (float2)(view.left + (float)x * view.step, view.top - (float)y * view.step);
  const uint count = iterate((float2)(0.0f), c, view.limit);
  counts[at] = count;
  pixels[at] = colour(count, view.limit, fire);
}

// Four neighbouring points at once, with masks in place of branches.
kernel void julia4(global uint4 *counts, View view, float2 c) {
  const uint x = 4 * get_global_id(0), y = get_global_id(1);
  float4 re = view.left + (convert_float4((uint4)(x)) + (float4)(0, 1, 2, 3)) * view.step;
  float4 im = (float4)(view.top - (float)y * view.step);
  uint4 count = (uint4)(0);
  int4 running = (int4)(-1);
  for (uint i = 0; i < view.limit; ++i) {
    const float4 re2 = re * re, im2 = im * im;
    running &= re2 + im2 <= 4.0f;
    if (!any(running))
      break;
    count -= as_uint4(running); // true is -1
    im = select(im, 2.0f * re * im + c.y, running);
    re = select(re, re2 - im2 + c.x, running);
  }
  counts[y * get_global_size(0) + get_global_id(0)] = count;
}
