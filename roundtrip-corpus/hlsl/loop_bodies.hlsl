#include "hlsl.hlsli"
StructuredBuffer<float4> Bodies : register(t0);
RWStructuredBuffer<float4> Forces : register(u1);
cbuffer Count : register(b2) { uint count; float softening; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float3 force = 0;
  float4 self = Bodies[id.x];
  for (uint i = 0; i < count; ++i) {
    float4 other = Bodies[i];
    float3 d = other.xyz - self.xyz;
    float inverse = rsqrt(dot(d, d) + softening);
    force += d * (other.w * inverse * inverse * inverse);
  }
  Forces[id.x] = float4(force, 0);
}
