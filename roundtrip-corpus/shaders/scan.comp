// Sums of all before, in shared memory.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { float values[]; } source;
layout(std430, binding = 1) writeonly buffer Out { float values[]; } target;
shared float sums[2][128];
void main() {
    uint at = gl_LocalInvocationID.x;
    int from = 0;
    sums[0][at] = source.values[gl_GlobalInvocationID.x];
    barrier();
    for (uint step = 1u; step < 128u; step *= 2u) {
        sums[1 - from][at] = at >= step ? sums[from][at] + sums[from][at - step] : sums[from][at];
        from = 1 - from;
        barrier();
    }
    target.values[gl_GlobalInvocationID.x] = sums[from][at];
}
