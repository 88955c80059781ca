// STAGE: pixel
#include "hlsl.hlsli"
struct Input { float4 position : SV_Position; float2 uv : TEXCOORD0; float4 color : COLOR0; };

float4 main(Input input) : SV_Target {
  clip(input.color.w - 0.5);
  float2 cell = frac(input.uv * 8.0);
  float edge = fwidth(input.uv.x) + abs(ddx(cell.x)) + abs(ddy(cell.y));
  return lerp(input.color, float4(cell, edge, 1.0), input.color.wwww);
}
