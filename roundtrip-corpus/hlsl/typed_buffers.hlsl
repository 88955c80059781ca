#include "hlsl.hlsli"
Buffer<float4> In : register(t0);
Buffer<int> Offsets : register(t1);
RWBuffer<float4> Out : register(u2);
RWBuffer<int> Marks : register(u3);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  int offset = Offsets[id.x];
  Out[id.x] = In[id.x + offset].wzyx;
  Marks[id.x] = max(offset, -1) + Marks[id.y];
}
