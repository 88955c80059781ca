#include "hlsl.hlsli"
RWStructuredBuffer<float4> Data : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID) {
  float4 v = Data[id.x];
  v[local.x & 3] = float(local.x);
  v.xz = v.zx;
  v.yw *= 2.0;
  Data[id.x] = v.x > v.y ? v : v.wzyx;
}
