#include "hlsl.hlsli"
float4 Tint;
uint Width;
RWStructuredBuffer<float4> Out : register(u0);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  Out[id.y * Width + id.x] *= Tint;
}
