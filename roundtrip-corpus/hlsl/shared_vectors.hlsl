#include "hlsl.hlsli"
StructuredBuffer<float4> In : register(t0);
RWStructuredBuffer<float4> Out : register(u1);
groupshared float4 sums[16];
groupshared uint hits[16];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint local : SV_GroupIndex) {
  if (local < 16) {
    sums[local] = 0;
    hits[local] = 0;
  }
  GroupMemoryBarrierWithGroupSync();
  if (local < 16) {
    for (uint i = 0; i < 4; ++i) sums[local] += In[id.x * 4 + i];
    hits[local] += 4;
  }
  GroupMemoryBarrierWithGroupSync();
  Out[id.x] = sums[local & 15] / float(hits[local & 15]);
}
