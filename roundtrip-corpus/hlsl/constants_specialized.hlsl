#include "hlsl.hlsli"
[[vk::constant_id(0)]] const int Rounds = 4;
[[vk::constant_id(1)]] const float Factor = 0.5;
RWStructuredBuffer<float> Data : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float value = Data[id.x];
  for (int i = 0; i < Rounds; ++i) value = value * Factor + 1.0;
  Data[id.x] = value;
}
