#include "hlsl.hlsli"
ConsumeStructuredBuffer<float2> Work : register(u0);
AppendStructuredBuffer<float2> Done : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float2 item = Work.Consume();
  if (item.x > item.y)
    Done.Append(item.yx);
}
