#include "hlsl.hlsli"
RWStructuredBuffer<uint> Data : register(u0);
groupshared uint sums[2][64];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint local : SV_GroupIndex) {
  uint from = 0;
  sums[0][local] = Data[id.x];
  GroupMemoryBarrierWithGroupSync();
  for (uint offset = 1; offset < 64; offset *= 2) {
    uint value = sums[from][local];
    if (local >= offset) value += sums[from][local - offset];
    sums[1 - from][local] = value;
    from = 1 - from;
    GroupMemoryBarrierWithGroupSync();
  }
  Data[id.x] = sums[from][local];
}
