// All-pairs shortest paths, blocked: per round the diagonal tile, then the
// tiles of its row and column, then all others, each in local memory.

#define TILE 8
#define INFINITE 0x3fffffff // two of them still fit an int

typedef int Tile[TILE][TILE];

static int relax(int through_a, int through_b, int now) {
  return min(now, through_a + through_b);
}

static global int *cell(global int *distance, int tile_y, int tile_x, int n) {
  const int y = tile_y * TILE + get_local_id(1), x = tile_x * TILE + get_local_id(0);
  return distance + y * n + x;
}

// Shortest paths within one tile by way of nodes of `a` and `b`, which may be
// the tile itself. One barrier a turn will do: a turn leaves row k and column k
// as they were, since no node is nearer to itself than 0.
// Inlined even at -O0: called, its barriers confuse Intel's CPU runtime.
static __attribute__((always_inline)) void
close_tile(local int (*a)[TILE], local int (*b)[TILE], local int (*own)[TILE]) {
  const int x = get_local_id(0), y = get_local_id(1);
  for (int k = 0; k < TILE; ++k) {
    barrier(CLK_LOCAL_MEM_FENCE);
    own[y][x] = relax(a[y][k], b[k][x], own[y][x]);
  }
}

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void diagonal(global int *distance, int n, int round) {
  local int own[TILE][TILE];
  global int *mine = cell(distance, round, round, n);
  own[get_local_id(1)][get_local_id(0)] = *mine;
  close_tile(own, own, own);
  *mine = own[get_local_id(1)][get_local_id(0)];
}

// Work-group (i, 0) takes tile i of the row, (i, 1) tile i of the column.
kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void cross_tiles(global int *distance, int n, int round) {
  local int middle[TILE][TILE], own[TILE][TILE];
  const int other = get_group_id(0), column = get_group_id(1);
  if (other == round)
    return;
  const int x = get_local_id(0), y = get_local_id(1);
  global int *mine =
      column ? cell(distance, other, round, n) : cell(distance, round, other, n);
  middle[y][x] = *cell(distance, round, round, n);
  own[y][x] = *mine;
  local int(*a)[TILE] = column ? own : middle;
  local int(*b)[TILE] = column ? middle : own;
  close_tile(a, b, own);
  *mine = own[y][x];
}

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void other_tiles(global int *distance, int n, int round) {
  local Tile row, column;
  const int tile_x = get_group_id(0), tile_y = get_group_id(1);
  if (tile_x == round || tile_y == round)
    return;
  const int x = get_local_id(0), y = get_local_id(1);
  row[y][x] = *cell(distance, round, tile_x, n);
  column[y][x] = *cell(distance, tile_y, round, n);
  barrier(CLK_LOCAL_MEM_FENCE);

  global int *mine = cell(distance, tile_y, tile_x, n);
  int best = *mine;
#pragma unroll
  for (int k = 0; k < TILE; ++k)
    best = relax(column[y][k], row[k][x], best);
  *mine = min(best, INFINITE);
}
