#include "hlsl.hlsli"
StructuredBuffer<float4> In : register(t0);
RWStructuredBuffer<uint> Out : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float4 v = In[id.x];
  uint result = 0;
  if (any(isnan(v))) result |= 1;
  if (all(isinf(v))) result |= 2;
  if (any(v)) result |= 4;
  if (all(v - 1.0)) result |= 8;
  float4 chosen = v.x > 1.0 ? v : float4(0, 0, 0, 0);
  result += uint(chosen.x + chosen.w) << 8;
  Out[id.x] = result + uint(f16tof32(result));
}
