typedef struct { float4 position; int kind; } particle;
kernel void move(global particle *all, constant float *steps, local float *shared, uint n, double scale) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  particle p = all[i];
  for (int k = 0; k < 4; k++) {
    switch (p.kind & 3) {
    case 0: p.position.x += steps[k]; break;
    case 1: p.position = fma(p.position, (float4)(2.0f), p.position.wzyx); break;
    default: p.position.y = native_sin(p.position.y) * (float)scale;
    }
    shared[get_local_id(0)] = p.position.x;
    barrier(CLK_LOCAL_MEM_FENCE);
    p.position.z += shared[get_local_size(0) - 1 - get_local_id(0)];
  }
  all[i] = p;
}
