#include "hlsl.hlsli"
RWStructuredBuffer<uint> State : register(u0);
static const uint Seeds[4] = {0x9e3779b9u, 0x85ebca6bu, 0xc2b2ae35u, 0x27d4eb2fu};

uint mix(uint h) {
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  h *= 0xc2b2ae35u;
  return h ^ (h >> 16);
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint h = State[id.x] ^ Seeds[id.x & 3];
  for (uint i = 0; i < 4; ++i) h = mix(h + Seeds[i]);
  State[id.x] = h;
}
