// C = alpha * A * B + beta * C on row-major matrices of any size, computed
// tile by tile through local memory.

#define TILE 16

// Out-of-range elements read as zero, so that edge tiles need no special case.
static float load_or_zero(global const float *m, int row, int col, int rows,
                          int cols) {
  return row < rows && col < cols ? m[row * cols + col] : 0.0f;
}

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matmul(global const float *restrict a, global const float *restrict b,
            global float *restrict c, int m, int n, int k, float alpha,
            float beta) {
  local float tile_a[TILE][TILE];
  // One extra column keeps the column accesses in different banks.
  local float tile_b[TILE][TILE + 1];

  const int lx = get_local_id(0), ly = get_local_id(1);
  const int col = get_group_id(0) * TILE + lx;
  const int row = get_group_id(1) * TILE + ly;

  float sum = 0.0f;
  for (int base = 0; base < k; base += TILE) {
    tile_a[ly][lx] = load_or_zero(a, row, base + lx, m, k);
    tile_b[ly][lx] = load_or_zero(b, base + ly, col, k, n);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int i = 0; i < TILE; ++i)
      sum = fma(tile_a[ly][i], tile_b[i][lx], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (row < m && col < n) {
    const int at = row * n + col;
    c[at] = alpha * sum + beta * c[at];
  }
}
