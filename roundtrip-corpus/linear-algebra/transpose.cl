// Matrix transposition through padded local tiles: out of place for any size
// and element type, and in place for square matrices by pairs of tiles.

#define TILE 16
#define ROWS 4 // rows of work-items; each moves TILE / ROWS elements

#define DEFINE_TRANSPOSE(type)                                                 \
  kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1)))                  \
  void transpose_##type(global const type *in, global type *out, int width,    \
                        int height) {                                          \
    local type tile[TILE][TILE + 1];                                           \
    const int lx = get_local_id(0), ly = get_local_id(1);                      \
    const int left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;     \
    for (int j = ly; j < TILE; j += ROWS)                                      \
      if (left + lx < width && top + j < height)                               \
        tile[j][lx] = in[(top + j) * width + left + lx];                       \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    for (int j = ly; j < TILE; j += ROWS)                                      \
      if (top + lx < height && left + j < width)                               \
        out[(left + j) * height + top + lx] = tile[lx][j];                     \
  }

DEFINE_TRANSPOSE(uchar)
DEFINE_TRANSPOSE(float)
DEFINE_TRANSPOSE(double2)
DEFINE_TRANSPOSE(short3)

static void load_tile(local uint (*tile)[TILE + 1], global const uint *corner,
                      int stride) {
  const int lx = get_local_id(0);
  for (int j = get_local_id(1); j < TILE; j += ROWS)
    tile[j][lx] = corner[j * stride + lx];
}

static void store_transposed(local uint (*tile)[TILE + 1], global uint *corner,
                             int stride) {
  const int lx = get_local_id(0);
  for (int j = get_local_id(1); j < TILE; j += ROWS)
    corner[j * stride + lx] = tile[lx][j];
}

kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1)))
void transpose_in_place(global uint *matrix, int size) {
  local uint upper[TILE][TILE + 1], lower[TILE][TILE + 1];
  const int column = get_group_id(0), row = get_group_id(1);
  if (column < row)
    return; // the group above the diagonal does both tiles
  global uint *one = matrix + (row * size + column) * TILE;
  global uint *other = matrix + (column * size + row) * TILE;
  load_tile(upper, one, size);
  if (row != column)
    load_tile(lower, other, size);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  store_transposed(upper, other, size);
  if (row != column)
    store_transposed(lower, one, size);
}
