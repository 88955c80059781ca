#include "hlsl.hlsli"
cbuffer Kernel : register(b0) { float weights[9]; int radius; }
StructuredBuffer<float> In : register(t1);
RWStructuredBuffer<float> Out : register(u2);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float sum = 0;
  for (int i = -4; i <= 4; ++i)
    if (abs(i) <= radius) sum += weights[i + 4] * In[max(int(id.x) + i, 0)];
  Out[id.x] = sum;
}
