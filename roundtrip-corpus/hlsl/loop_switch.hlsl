#include "hlsl.hlsli"
StructuredBuffer<uint> Code : register(t0);
RWStructuredBuffer<int> Out : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  int a = int(id.x), b = 1;
  for (uint pc = 0; pc < 32; ++pc) {
    switch (Code[pc]) {
    case 0: a += b; break;
    case 1: a -= b; break;
    case 2: b = a; break;
    case 3: a *= 3; // falls through
    case 4: b += 1; break;
    default: Out[id.x] = a ^ b; return;
    }
  }
  Out[id.x] = a;
}
