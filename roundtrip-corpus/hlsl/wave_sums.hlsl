#include "hlsl.hlsli"
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u1);
RWStructuredBuffer<uint2> Pairs : register(u2);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float total = WaveActiveSum(In[id.x]);
  uint2 pair = WaveActiveSum(Pairs[id.x]);
  if (WaveIsFirstLane()) {
    Out[id.x / WaveGetLaneCount()] = total;
    Pairs[id.x] = pair;
  }
}
