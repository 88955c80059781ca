#include "hlsl.hlsli"
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float> Median : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float window[9];
  for (uint i = 0; i < 9; ++i) window[i] = In[id.x + i];
  float median = window[id.y % 9];
  for (uint a = 0; a < 9; ++a) {
    uint below = 0;
    for (uint b = 0; b < 9; ++b)
      if (window[b] < window[a] || (window[b] == window[a] && b < a)) ++below;
    if (below == 4) median = window[a];
  }
  Median[id.x] = median;
}
