// Conway's game of life on a torus: a byte per cell with a local halo in 2-D
// work-groups, and 32 cells per word with bit-parallel addition.

#define W 16
#define H 8

static int wrap(int x, int size) { return (x + size) % size; }

kernel __attribute__((reqd_work_group_size(W, H, 1)))
void life_bytes(global const uchar *now, global uchar *next, int width, int height) {
  local uchar tile[H + 2][W + 2];
  const int2 origin = (int2)(get_group_id(0) * W - 1, get_group_id(1) * H - 1);
  // The tile with its halo is larger than the work-group: go round it.
  for (int i = get_local_id(1) * W + get_local_id(0); i < (W + 2) * (H + 2); i += W * H) {
    const int2 in_tile = (int2)(i % (W + 2), i / (W + 2));
    const int2 cell = origin + in_tile;
    tile[in_tile.y][in_tile.x] = now[wrap(cell.y, height) * width + wrap(cell.x, width)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  const int lx = get_local_id(0) + 1, ly = get_local_id(1) + 1;
  int neighbours = -(int)tile[ly][lx];
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      neighbours += tile[ly + dy][lx + dx];

  uchar alive;
  switch (neighbours) {
  case 3:
    alive = 1;
    break;
  case 2:
    alive = tile[ly][lx];
    break;
  default:
    alive = 0;
  }
  next[get_global_id(1) * width + get_global_id(0)] = alive;
}

typedef struct {
  uint ones, twos;
} Count; // two bits for each of 32 cells

static Count add3(uint a, uint b, uint c) {
  Count sum = {a ^ b ^ c, (a & b) | (c & (a ^ b))};
  return sum;
}

// The word's cells' left neighbours, the cells, and their right neighbours.
static uint3 row_of(global const uint *words, int x, int y, int width) {
  const uint here = words[y * width + x];
  const uint before = words[y * width + wrap(x - 1, width)];
  const uint after = words[y * width + wrap(x + 1, width)];
  return (uint3)(here << 1 | before >> 31, here, here >> 1 | after << 31);
}

kernel void life_bits(global const uint *now, global uint *next, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  const uint3 up = row_of(now, x, wrap(y - 1, height), width);
  const uint3 middle = row_of(now, x, y, width);
  const uint3 down = row_of(now, x, wrap(y + 1, height), width);

  const Count above = add3(up.x, up.y, up.z), below = add3(down.x, down.y, down.z);
  const Count beside = {middle.x ^ middle.z, middle.x & middle.z};
  const Count ones = add3(above.ones, below.ones, beside.ones);
  const Count twos = add3(above.twos, below.twos, beside.twos);
  // ones.ones + 2 (ones.twos + twos.ones) + 4 twos.twos neighbours: two or
  // three where exactly one of the twos is set and no four is.
  const uint two_or_three = (ones.twos ^ twos.ones) & ~twos.twos;
  next[y * width + x] = two_or_three & (ones.ones | middle.y);
}

kernel void population(global const uint *words, global uint *count) {
  atomic_add(count, popcount(words[get_global_id(0)]));
}
