#include "hlsl.hlsli"
struct Particle { float4 position; float4 velocity; uint kind; float mass; float2 spin; };
RWStructuredBuffer<Particle> Particles : register(u0);
cbuffer Step : register(b1) { float dt; uint frozen; }

[numthreads(128, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  Particle p = Particles[id.x];
  if (p.kind == frozen) return;
  p.position += p.velocity * dt;
  p.velocity.y -= 9.81 * dt / p.mass;
  p.spin = p.spin.yx;
  Particles[id.x] = p;
  Particles[id.x].kind += 1;
}
