// One leapfrog step of the all-pairs gravitational problem. Bodies are loaded
// in tiles to local memory; a body is (x, y, z, mass).

typedef struct {
  float dt;
  float softening2;
  uint count;
} Params;

// Inlined even at -O0: Intel's CPU runtime wrongly vectorises a call of it.
static __attribute__((always_inline)) float3 pull(float4 me, float4 other, float softening2) {
  const float3 d = other.xyz - me.xyz;
  const float inv = rsqrt(dot(d, d) + softening2);
  return d * (other.w * inv * inv * inv);
}

kernel void step_bodies(global const float4 *position, global const float4 *velocity,
                        global float4 *new_position, global float4 *new_velocity,
                        local float4 *tile, Params params) {
  const uint i = get_global_id(0), lid = get_local_id(0);
  const uint size = get_local_size(0);
  const float4 me = i < params.count ? position[i] : (float4)(0.0f);

  float3 acceleration = (float3)(0.0f);
  for (uint base = 0; base < params.count; base += size) {
    // Bodies beyond the end have no mass and so no pull.
    tile[lid] = base + lid < params.count ? position[base + lid] : (float4)(0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    __attribute__((opencl_unroll_hint(1))) // the tile is large
    for (uint j = 0; j < size; ++j)
      acceleration += pull(me, tile[j], params.softening2);
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (i < params.count) {
    float4 v = velocity[i];
    v.xyz += acceleration * params.dt;
    new_velocity[i] = v;
    new_position[i] = (float4)(me.xyz + v.xyz * params.dt, me.w);
  }
}

// Per-body kinetic energy, and the total momentum by one work-item.
kernel void kinetic(global const float4 *position, global const float4 *velocity,
                    global float *energy, global float *momentum, uint count) {
  const uint i = get_global_id(0);
  energy[i] = 0.5f * position[i].w * dot(velocity[i].xyz, velocity[i].xyz);
  if (i == 0) {
    float3 sum = (float3)(0.0f);
    for (uint j = 0; j < count; ++j)
      sum += position[j].w * velocity[j].xyz;
    vstore3(sum, 0, momentum);
  }
}
