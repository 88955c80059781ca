// Two-stage reductions: a grid-stride loop in every work-item, a tree in local
// memory, and one partial result per work-group. The host runs each kernel a
// second time over the partial results.

typedef struct {
  float lowest, highest;
  uint lowest_at, highest_at;
} Extremes;

kernel void sum_int(global const int *in, global int *partial,
                    local int *scratch, uint n) {
  const uint lid = get_local_id(0);
  int sum = 0;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    sum += in[i];
  scratch[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    if (lid < half_size)
      scratch[lid] += scratch[lid + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    partial[get_group_id(0)] = scratch[0];
}

// Four elements at a time, as bandwidth-bound sums are written.
kernel void sum_float(global const float4 *in, global float *partial,
                      local float *scratch, uint n4) {
  const uint lid = get_local_id(0);
  float4 sum = (float4)(0.0f);
  for (uint i = get_global_id(0); i < n4; i += get_global_size(0))
    sum += in[i];
  scratch[lid] = (sum.x + sum.y) + (sum.z + sum.w);
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint half_size = get_local_size(0) >> 1; half_size; half_size >>= 1) {
    if (lid < half_size)
      scratch[lid] += scratch[lid + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    partial[get_group_id(0)] = scratch[0];
}

static Extremes merge(Extremes a, Extremes b) {
  // The earlier position wins a tie, whatever the order of merging.
  if (b.lowest < a.lowest || (b.lowest == a.lowest && b.lowest_at < a.lowest_at)) {
    a.lowest = b.lowest;
    a.lowest_at = b.lowest_at;
  }
  if (b.highest > a.highest ||
      (b.highest == a.highest && b.highest_at < a.highest_at)) {
    a.highest = b.highest;
    a.highest_at = b.highest_at;
  }
  return a;
}

static void tree(local Extremes *scratch, uint lid) {
  for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < half_size)
      scratch[lid] = merge(scratch[lid], scratch[lid + half_size]);
  }
}

kernel void extremes(global const float *in, global Extremes *partial,
                     local Extremes *scratch, uint n) {
  const uint lid = get_local_id(0);
  Extremes mine = {INFINITY, -INFINITY, UINT_MAX, UINT_MAX};
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    Extremes one = {in[i], in[i], i, i};
    mine = merge(mine, one);
  }
  scratch[lid] = mine;
  tree(scratch, lid);
  if (lid == 0)
    partial[get_group_id(0)] = scratch[0];
}

kernel void extremes_final(global const Extremes *partial,
                           global Extremes *result, local Extremes *scratch) {
  const uint lid = get_local_id(0);
  scratch[lid] = partial[lid];
  tree(scratch, lid);
  if (lid == 0)
    *result = scratch[0];
}
