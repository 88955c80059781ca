#include "hlsl.hlsli"
StructuredBuffer<float4> X : register(t0);
RWStructuredBuffer<float4> Y : register(u1);
cbuffer Scale : register(b2) { float a; uint count; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  if (id.x < count)
    Y[id.x] = a * X[id.x] + Y[id.x];
}
