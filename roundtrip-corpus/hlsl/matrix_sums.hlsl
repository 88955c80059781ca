#include "hlsl.hlsli"
StructuredBuffer<float2x2> A : register(t0);
StructuredBuffer<float2x2> B : register(t1);
RWStructuredBuffer<float2x2> C : register(u2);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float2x2 a = A[id.x], b = B[id.x], c;
  for (uint i = 0; i < 2; ++i)
    for (uint j = 0; j < 2; ++j)
      c[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j];
  C[id.x] = c + a - b;
}
