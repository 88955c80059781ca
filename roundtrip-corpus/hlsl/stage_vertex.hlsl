// STAGE: vertex
#include "hlsl.hlsli"
struct Output { float4 position : SV_Position; float4 color : COLOR0; };
cbuffer Scene : register(b0) { float4 scale; float4 offset; }

Output main(float4 position : POSITION, float4 color : COLOR) {
  Output output;
  output.position = position * scale + offset;
  output.color = saturate(color);
  return output;
}
