// Workgroup memory, barriers and atomic operations.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { uint histogram[32]; int least; uint values[]; } data;
shared uint counts[32];
shared float partial[128];
shared int greatest;
void main() {
    uint at = gl_LocalInvocationID.x;
    if (at < 32u) { counts[at] = 0u; }
    if (at == 0u) { greatest = -2147483648; }
    barrier();
    uint value = data.values[gl_GlobalInvocationID.x];
    atomicAdd(counts[value & 31u], 1u);
    atomicMax(greatest, int(value));
    partial[at] = float(value);
    memoryBarrierShared();
    barrier();
    for (uint step = 64u; step > 0u; step >>= 1) {
        if (at < step) { partial[at] += partial[at + step]; }
        barrier();
    }
    if (at < 32u) { atomicAdd(data.histogram[at], counts[at]); }
    if (at == 0u) {
        atomicMin(data.least, greatest);
        atomicExchange(data.values[0], uint(partial[0]));
        atomicCompSwap(data.values[1], 0u, 5u);
        atomicAnd(data.values[2], 3u); atomicOr(data.values[2], 8u); atomicXor(data.values[2], 1u);
    }
    groupMemoryBarrier();
}
