#include "hlsl.hlsli"
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float> Sums : register(u1);
groupshared float tile[128];

[numthreads(128, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint local : SV_GroupIndex) {
  tile[local] = In[id.x];
  GroupMemoryBarrierWithGroupSync();
  for (uint stride = 64; stride > 0; stride >>= 1) {
    if (local < stride) tile[local] += tile[local + stride];
    GroupMemoryBarrierWithGroupSync();
  }
  if (local == 0) Sums[group.x] = tile[0];
}
