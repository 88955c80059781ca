#include "hlsl.hlsli"
cbuffer Parameters : register(b0) { float gain; int shift; uint mask; float bias; float2 range; }
RWStructuredBuffer<float> Data : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  int value = (int(Data[id.x]) << (shift & 7)) & int(mask);
  Data[id.x] = clamp(gain * float(value) + bias, range.x, range.y);
}
