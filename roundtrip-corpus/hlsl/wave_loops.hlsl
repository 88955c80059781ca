#include "hlsl.hlsli"
StructuredBuffer<uint> Limits : register(t0);
RWStructuredBuffer<uint> Out : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint sum = 0;
  for (uint i = 0; i < 64; ++i) {
    if (i == Limits[id.x]) {
      sum += WaveActiveSum(i);
      break;
    }
    if (WaveActiveAllTrue(i > 32)) continue;
    sum += 1;
  }
  Out[id.x] = sum;
}
