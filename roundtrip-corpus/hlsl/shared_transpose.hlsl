#include "hlsl.hlsli"
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u1);
cbuffer Size : register(b2) { uint width; uint height; }
groupshared float tile[16 * 17];

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID) {
  if (id.x < width && id.y < height) tile[local.y * 17 + local.x] = In[id.y * width + id.x];
  GroupMemoryBarrierWithGroupSync();
  uint x = group.y * 16 + local.x, y = group.x * 16 + local.y;
  if (x < height && y < width) Out[y * height + x] = tile[local.x * 17 + local.y];
}
