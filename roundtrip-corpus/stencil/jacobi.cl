// Jacobi iterations: the 5-point stencil of the Poisson equation in 2-D with
// local memory, and the 7-point heat stencil in 3-D straight from global.

#define TILE 16

// next = (left + right + up + down + h^2 f) / 4 inside, unchanged on the border.
kernel void poisson_2d(global const float *u, global const float *f,
                       global float *next, int width, int height, float h2) {
  local float tile[TILE + 2][TILE + 2];
  const int x = get_global_id(0), y = get_global_id(1);
  const int lx = get_local_id(0) + 1, ly = get_local_id(1) + 1;
  const int cx = min(x, width - 1), cy = min(y, height - 1);

  tile[ly][lx] = u[cy * width + cx];
  // The first row and column of work-items fetch the halo on both sides.
  if (lx == 1) {
    tile[ly][0] = u[cy * width + max(x - 1, 0)];
    tile[ly][TILE + 1] = u[cy * width + min(x + TILE, width - 1)];
  }
  if (ly == 1) {
    tile[0][lx] = u[max(y - 1, 0) * width + cx];
    tile[TILE + 1][lx] = u[min(y + TILE, height - 1) * width + cx];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x >= width || y >= height)
    return;

  const bool border = x == 0 || y == 0 || x == width - 1 || y == height - 1;
  const int at = y * width + x;
  next[at] = border ? tile[ly][lx]
                    : 0.25f * (tile[ly][lx - 1] + tile[ly][lx + 1] +
                               tile[ly - 1][lx] + tile[ly + 1][lx] + h2 * f[at]);
}

kernel void heat_3d(global const float *restrict u, global float *restrict next,
                    int4 size, float rate) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const int row = size.x, plane = size.x * size.y;
  const int at = z * plane + y * row + x;
  const float here = u[at];
  // Insulated walls: a neighbour outside has this cell's temperature.
  const float around =
      (x > 0 ? u[at - 1] : here) + (x + 1 < size.x ? u[at + 1] : here) +
      (y > 0 ? u[at - row] : here) + (y + 1 < size.y ? u[at + row] : here) +
      (z > 0 ? u[at - plane] : here) + (z + 1 < size.z ? u[at + plane] : here);
  next[at] = mad(rate, around - 6.0f * here, here);
}
