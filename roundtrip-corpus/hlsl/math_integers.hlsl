#include "hlsl.hlsli"
StructuredBuffer<uint4> In : register(t0);
RWStructuredBuffer<uint4> Out : register(u1);
RWStructuredBuffer<int4> Signed : register(u2);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint4 v = In[id.x];
  uint4 bits = countbits(v) + reversebits(v) + firstbithigh(v) + firstbitlow(v);
  int4 s = int4(v);
  int4 t = sign(s) * clamp(s, int4(-5, -5, -5, -5), int4(7, 7, 7, 7)) + int4(firstbithigh(s));
  uint d = dot(v.xy, v.zw);
  Out[id.x] = bits + d + uint(dot4add_u8packed(v.x, v.y, v.z));
  Signed[id.x] = t + dot(s.xyz, t.xyz) + dot4add_i8packed(v.x, v.y, s.z);
}
