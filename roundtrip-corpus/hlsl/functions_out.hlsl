#include "hlsl.hlsli"
StructuredBuffer<float4> In : register(t0);
RWStructuredBuffer<float4> Out : register(u1);

void split(float4 v, out float big, inout float small) {
  big = max(max(v.x, v.y), max(v.z, v.w));
  small = min(small, min(min(v.x, v.y), min(v.z, v.w)));
}

float4 twice(float4 v) { return v + v; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float big, small = 1.0;
  split(In[id.x], big, small);
  Out[id.x] = twice(float4(big, small, big - small, big * small));
}
