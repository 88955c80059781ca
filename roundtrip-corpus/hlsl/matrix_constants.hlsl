#include "hlsl.hlsli"
cbuffer Camera : register(b0) { float4x4 view; float4 eye; }
RWStructuredBuffer<float4> Points : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float4 p = Points[id.x];
  float4 q;
  q.x = view[0][0] * p.x + view[0][1] * p.y + view[0][2] * p.z + view[0][3];
  q.y = view[1][0] * p.x + view[1][1] * p.y + view[1][2] * p.z + view[1][3];
  q.z = view[2][0] * p.x + view[2][1] * p.y + view[2][2] * p.z + view[2][3];
  q.w = p.w;
  Points[id.x] = q - eye;
}
