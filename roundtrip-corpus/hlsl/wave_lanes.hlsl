#include "hlsl.hlsli"
RWStructuredBuffer<float4> Data : register(u0);
RWStructuredBuffer<uint> Words : register(u1);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint lane = WaveGetLaneIndex();
  Data[id.x] = WaveReadLaneAt(Data[id.x], lane ^ 1);
  Words[id.x] = WaveReadLaneAt(Words[id.x], 0);
}
