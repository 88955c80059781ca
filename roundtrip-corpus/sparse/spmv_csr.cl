// y = A x for a sparse matrix in compressed-row form: one work-item per row,
// one work-group per row (for long rows), and the transposed product, which
// scatters with an atomic float addition.

kernel void spmv_scalar(global const uint *restrict row_start,
                        global const uint *restrict column,
                        global const float *restrict value,
                        global const float *restrict x, global float *y,
                        uint rows) {
  const uint row = get_global_id(0);
  if (row >= rows)
    return;
  float sum = 0.0f;
  for (uint i = row_start[row], end = row_start[row + 1]; i < end; ++i)
    sum += value[i] * x[column[i]];
  y[row] = sum;
}

kernel void spmv_vector(global const uint *restrict row_start,
                        global const uint *restrict column,
                        global const float *restrict value,
                        global const float *restrict x, global float *y,
                        local float *partial) {
  const uint row = get_group_id(0), lid = get_local_id(0);
  const uint size = get_local_size(0), end = row_start[row + 1];
  float sum = 0.0f;
  for (uint i = row_start[row] + lid; i < end; i += size)
    sum = mad(value[i], x[column[i]], sum);
  partial[lid] = sum;
  for (uint active = size / 2; active > 0; active /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < active)
      partial[lid] += partial[lid + active];
  }
  if (lid == 0)
    y[row] = partial[0];
}

// The usual compare-and-swap loop for devices without float atomics.
static void atomic_add_float(volatile global float *at, float what) {
  union {
    uint bits;
    float number;
  } seen, wanted;
  uint before;
  do {
    seen.number = *at;
    wanted.number = seen.number + what;
    before = atomic_cmpxchg((volatile global uint *)at, seen.bits, wanted.bits);
  } while (before != seen.bits);
}

kernel void spmv_transposed(global const uint *restrict row_start,
                            global const uint *restrict column,
                            global const float *restrict value,
                            global const float *restrict x,
                            volatile global float *y, uint rows) {
  const uint row = get_global_id(0);
  if (row >= rows)
    return;
  const float factor = x[row];
  for (uint i = row_start[row]; i < row_start[row + 1]; ++i)
    atomic_add_float(y + column[i], value[i] * factor);
}
