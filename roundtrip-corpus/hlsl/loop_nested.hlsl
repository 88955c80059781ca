#include "hlsl.hlsli"
StructuredBuffer<int> Grid : register(t0);
RWStructuredBuffer<int> Best : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  int best = -1;
  for (int y = 0; y < 16; ++y) {
    int row = 0;
    for (int x = 0; x < 16; ++x) {
      int value = Grid[y * 16 + x];
      if (value < 0) continue;
      if (value == 99) break;
      row += value * int(id.x);
    }
    if (row > 1000) { best = y; break; }
    best = max(best, row);
  }
  Best[id.x] = best;
}
