// STAGE: pixel
#include "hlsl.hlsli"
float4 main(float2 uv : TEXCOORD0) : SV_Target {
  return float4(ddx_coarse(uv.x), ddy_coarse(uv.y), ddx_fine(uv.x), ddy_fine(uv.y));
}
