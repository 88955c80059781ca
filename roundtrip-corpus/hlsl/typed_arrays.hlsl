#include "hlsl.hlsli"
RWBuffer<float> Layers[3] : register(u0);
Buffer<uint4> Choice : register(t3);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint layer = Choice[id.x].z % 3;
  Layers[NonUniformResourceIndex(layer)][id.x] = Layers[0][id.x] * 2.0;
}
