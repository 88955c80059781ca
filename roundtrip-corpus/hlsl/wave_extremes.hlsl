#include "hlsl.hlsli"
RWStructuredBuffer<float4> Boxes : register(u0);
RWStructuredBuffer<int> Ints : register(u1);
RWStructuredBuffer<uint> Uints : register(u2);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float4 box = Boxes[id.x];
  Boxes[id.x] = WaveActiveMax(box) - WaveActiveMin(box);
  Ints[id.x] = WaveActiveMax(Ints[id.x]) + WaveActiveMin(Ints[id.y]);
  Uints[id.x] = WaveActiveMax(Uints[id.x]) ^ WaveActiveMin(Uints[id.y]);
}
