#include "hlsl.hlsli"
StructuredBuffer<float> A : register(t0);
StructuredBuffer<float> B : register(t1);
RWStructuredBuffer<float> C : register(u2);
cbuffer Size : register(b3) { uint n; }
groupshared float a[8][8];
groupshared float b[8][8];

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID) {
  float sum = 0;
  for (uint t = 0; t < n; t += 8) {
    a[local.y][local.x] = A[id.y * n + t + local.x];
    b[local.y][local.x] = B[(t + local.y) * n + id.x];
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < 8; ++k) sum += a[local.y][k] * b[k][local.x];
    GroupMemoryBarrierWithGroupSync();
  }
  C[id.y * n + id.x] = sum;
}
