#include "hlsl.hlsli"
StructuredBuffer<int> A;
StructuredBuffer<int> B : register(t0);
RWStructuredBuffer<int> C;
StructuredBuffer<int> D : register(t1, space2);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  C[id.x] = A[id.x] - B[id.x] * D[id.y];
}
