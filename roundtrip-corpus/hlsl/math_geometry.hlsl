#include "hlsl.hlsli"
StructuredBuffer<float4> A : register(t0);
StructuredBuffer<float4> B : register(t1);
RWStructuredBuffer<float4> Out : register(u2);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float3 a = A[id.x].xyz, b = normalize(B[id.x].xyz);
  float3 c = cross(a, b) + reflect(a, b) + refract(a, b, 0.9) + faceforward(a, b, a);
  float l = length(a) + distance(a, b) + dot(a, b);
  Out[id.x] = float4(lerp(a, c, b), smoothstep(0.0, 1.0, l));
}
