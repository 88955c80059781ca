#include "hlsl.hlsli"
cbuffer Light : register(b0) { float3 direction; float power; float3 color; float3 ambient; float4 planes[4]; }
StructuredBuffer<float4> Normals : register(t1);
RWStructuredBuffer<float4> Shade : register(u2);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float4 normal = Normals[id.x];
  float lit = saturate(dot(normal.xyz, direction)) * power;
  uint inside = 0;
  for (uint i = 0; i < 4; ++i)
    if (dot(planes[i], normal) > 0) ++inside;
  Shade[id.x] = float4(lit * color + ambient, float(inside));
}
