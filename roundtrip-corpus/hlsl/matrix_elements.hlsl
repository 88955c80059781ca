#include "hlsl.hlsli"
RWStructuredBuffer<float4x4> Matrices : register(u0);
RWStructuredBuffer<float> Traces : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float4x4 m = Matrices[id.x];
  Traces[id.x] = m[0][0] + m[1][1] + m[2][2] + m[3][3];
  m[0][3] = 1.0;
  Matrices[id.x] = m * 2.0;
}
