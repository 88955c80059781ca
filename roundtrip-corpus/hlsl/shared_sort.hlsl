#include "hlsl.hlsli"
RWStructuredBuffer<uint> Keys : register(u0);
groupshared uint keys[128];

[numthreads(128, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint local : SV_GroupIndex) {
  keys[local] = Keys[id.x];
  GroupMemoryBarrierWithGroupSync();
  uint size = 2, stride = 1;
  while (size <= 128) {
      uint other = local ^ stride;
      if (other > local) {
        bool ascending = (local & size) == 0;
        uint x = keys[local], y = keys[other];
        if ((x > y) == ascending) {
          keys[local] = y;
          keys[other] = x;
        }
      }
      GroupMemoryBarrierWithGroupSync();
      stride /= 2;
      if (stride == 0) {
        stride = size;
        size *= 2;
      }
  }
  Keys[id.x] = keys[local];
}
