#include "hlsl.hlsli"
struct Range { uint first; uint count; };
struct Node { float4 box[2]; Range range; uint2 children; };
StructuredBuffer<Node> Nodes : register(t0);
RWStructuredBuffer<uint> Found : register(u1);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint node = 0;
  uint depth = 0;
  while (Nodes[node].range.count == 0 && depth < 32) {
    float middle = 0.5 * (Nodes[node].box[0].x + Nodes[node].box[1].x);
    node = float(id.x) < middle ? Nodes[node].children.x : Nodes[node].children.y;
    ++depth;
  }
  Found[id.x] = Nodes[node].range.first + depth;
}
