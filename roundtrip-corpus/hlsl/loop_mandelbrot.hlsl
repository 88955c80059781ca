#include "hlsl.hlsli"
cbuffer View : register(b0) { float2 center; float scale; uint width; }
RWStructuredBuffer<uint> Steps : register(u1);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float2 c = center + scale * (float2(id.xy) - 0.5 * float(width));
  float2 z = 0;
  uint n = 0;
  do {
    z = float2(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
    ++n;
  } while (dot(z, z) < 4.0 && n < 256);
  Steps[id.y * width + id.x] = n;
}
