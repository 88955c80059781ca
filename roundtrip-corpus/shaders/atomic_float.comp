// Atomic operations on numbers of 64 bits and on floating-point numbers.
// ENV: vulkan1.2
#version 450
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float sum; uint64_t wide; int64_t least; float values[]; } data;
void main() {
    atomicAdd(data.sum, data.values[gl_GlobalInvocationID.x]);
    uint64_t old = atomicAdd(data.wide, 3ul);
    atomicMin(data.least, int64_t(old));
    atomicExchange(data.values[0], 1.0);
}
