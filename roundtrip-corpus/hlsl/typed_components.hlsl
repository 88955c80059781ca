#include "hlsl.hlsli"
RWBuffer<float4> Pixels : register(u0);
RWBuffer<uint2> Pairs : register(u1);
Buffer<uint> Lookup : register(t2);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint at = id.y * 64 + id.x;
  float4 color = Pixels[at];
  color.w = 1.0 - color.w;
  Pixels[at] = color;
  Pairs[at] = Pairs[at].yx + Lookup[id.x];
}
