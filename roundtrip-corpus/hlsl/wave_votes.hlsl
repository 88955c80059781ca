#include "hlsl.hlsli"
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint value = In[id.x];
  uint result = WaveActiveCountBits(value > 7);
  if (WaveActiveAnyTrue(value == 0)) result |= 0x100;
  if (WaveActiveAllTrue(value < 1000)) result |= 0x200;
  Out[id.x] = result + WaveGetLaneIndex();
}
