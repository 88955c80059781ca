#include "hlsl.hlsli"
StructuredBuffer<uint> Values : register(t0);
RWStructuredBuffer<uint> Even : register(u1);
RWStructuredBuffer<float> Odd : register(u2);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint value = Values[id.x];
  if ((value & 1) == 0)
    Even[Even.IncrementCounter()] = value;
  else
    Odd[Odd.DecrementCounter()] = float(value);
}
