// Bitonic sorting of a workgroup's numbers.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint values[]; } data;
shared uint part[512];
void main() {
    uint at = gl_LocalInvocationID.x, base = gl_WorkGroupID.x * 512u;
    part[at] = data.values[base + at];
    part[at + 256u] = data.values[base + at + 256u];
    for (uint size = 2u; size <= 512u; size <<= 1) {
        for (uint step = size >> 1; step > 0u; step >>= 1) {
            barrier();
            uint low = 2u * at - (at & (step - 1u));
            bool up = (low & size) == 0u;
            uint a = part[low], b = part[low + step];
            if ((a > b) == up) { part[low] = b; part[low + step] = a; }
        }
    }
    barrier();
    data.values[base + at] = part[at];
    data.values[base + at + 256u] = part[at + 256u];
}
