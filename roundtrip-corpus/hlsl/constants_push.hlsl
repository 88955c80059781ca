#include "hlsl.hlsli"
struct Push { float4 scale; uint offset; uint count; };
[[vk::push_constant]] Push push;
RWStructuredBuffer<float4> Data : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint at = id.x + push.offset;
  if (at < push.count) Data[at] *= push.scale;
}
