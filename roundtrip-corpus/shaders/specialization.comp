// Specialization constants: numbers, what is computed of them, sizes of workgroups and lengths of arrays.
#version 450
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z = 1) in;
layout(constant_id = 2) const int count = 12;
layout(constant_id = 3) const float factor = 1.5;
layout(constant_id = 4) const bool fast = true;
layout(constant_id = 5) const uint bits = 7u;
const int twice = count * 2 + 1;
layout(std430, binding = 0) buffer Data { float values[]; } data;
shared float scratch[count];
void main() {
    float local[twice];
    for (int i = 0; i < twice; i++) { local[i] = float(i) * factor; }
    scratch[gl_LocalInvocationIndex % uint(count)] = local[count];
    barrier();
    uint at = gl_WorkGroupSize.x * gl_WorkGroupID.x + gl_LocalInvocationID.x;
    data.values[at] = fast ? scratch[0] : float(bits & uint(count));
}
