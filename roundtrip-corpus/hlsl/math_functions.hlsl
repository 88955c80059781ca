#include "hlsl.hlsli"
RWStructuredBuffer<float4> Data : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float4 v = Data[id.x];
  float4 a = sin(v) + cos(v) * tan(v) + exp(v) - log(abs(v) + 1.0);
  float4 b = sqrt(abs(v)) * rsqrt(abs(v) + 1.0) + pow(abs(v), float4(1.5, 1.5, 1.5, 1.5)) + frac(v);
  float4 c = floor(v) + ceil(v) * trunc(v) - round(v) + fmod(v, a);
  float4 d = asin(saturate(v)) + acos(saturate(v)) + atan(v) + atan2(v, a);
  float4 e = exp2(v) + log2(abs(v) + 1.0) + sinh(v) + cosh(v) + tanh(v);
  float4 f = degrees(v) + radians(v) + rcp(v + 3.0) + step(v, a);
  Data[id.x] = a + b + c + d + e + f;
}
