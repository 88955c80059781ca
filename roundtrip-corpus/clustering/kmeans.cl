// K-means on the colours of an image (all in integers): every pixel goes to
// the nearest centre, and the centres move to the mean of their pixels.

#define CLUSTERS 8

typedef struct {
  uint red, green, blue, count;
} Sum;

static int distance2(int4 a, int4 b) {
  const int4 d = a - b;
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

static uint nearest(int4 pixel, local const int4 *centres) {
  uint best = 0;
  int least = INT_MAX;
  for (uint k = 0; k < CLUSTERS; ++k) {
    const int d = distance2(pixel, centres[k]);
    if (d < least) {
      least = d;
      best = k;
    }
  }
  return best;
}

kernel void assign(global const uchar4 *pixels, global const uchar4 *centres,
                   global uchar *labels, global Sum *sums, global uint *moved,
                   uint n) {
  local int4 cached[CLUSTERS];
  local Sum mine[CLUSTERS];
  const uint lid = get_local_id(0), i = get_global_id(0);
  if (lid < CLUSTERS) {
    cached[lid] = convert_int4(centres[lid]);
    mine[lid] = (Sum){0, 0, 0, 0};
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (i < n) {
    const uchar4 pixel = pixels[i];
    const uint label = nearest(convert_int4(pixel), cached);
    if (labels[i] != label) {
      labels[i] = (uchar)label;
      atomic_inc(moved);
    }
    atomic_add(&mine[label].red, pixel.x);
    atomic_add(&mine[label].green, pixel.y);
    atomic_add(&mine[label].blue, pixel.z);
    atomic_inc(&mine[label].count);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (lid < CLUSTERS && mine[lid].count > 0) {
    atomic_add(&sums[lid].red, mine[lid].red);
    atomic_add(&sums[lid].green, mine[lid].green);
    atomic_add(&sums[lid].blue, mine[lid].blue);
    atomic_add(&sums[lid].count, mine[lid].count);
  }
}

// Also clears the sums for the next round.
kernel void update(global uchar4 *centres, global Sum *sums) {
  const uint k = get_global_id(0);
  const Sum s = sums[k];
  if (s.count > 0) {
    const uint4 mean = ((uint4)(s.red, s.green, s.blue, 0) + s.count / 2) / s.count;
    centres[k] = convert_uchar4_sat(mean);
  }
  sums[k] = (Sum){0, 0, 0, 0};
}
