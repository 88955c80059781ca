#include "hlsl.hlsli"
struct Band { float4 tint; float low; float high; };
cbuffer Bands : register(b0) { Band bands[3]; uint count; }
RWStructuredBuffer<float4> Out : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float value = Out[id.x].x;
  float4 color = 0;
  for (uint i = 0; i < min(count, 3u); ++i)
    if (value >= bands[i].low && value < bands[i].high) color += bands[i].tint;
  Out[id.x] = color;
}
