#include "hlsl.hlsli"
RWStructuredBuffer<uint> Buckets[4] : register(u0);
StructuredBuffer<uint> Keys : register(t4);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint key = Keys[id.x];
  Buckets[2][id.x] = key;
  Buckets[NonUniformResourceIndex(key & 3)][id.x] = id.x;
}
