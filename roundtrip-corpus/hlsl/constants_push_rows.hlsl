#include "hlsl.hlsli"
// A vector at an offset that the layout of storage buffers does not allow: the block has the standard one.
struct Push { float bias; float4 scale; uint count; float2 ends; };
[[vk::push_constant]] Push push;
RWStructuredBuffer<float4> Data : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  if (id.x < push.count) Data[id.x] = Data[id.x] * push.scale + push.bias + push.ends.xyxy;
}
