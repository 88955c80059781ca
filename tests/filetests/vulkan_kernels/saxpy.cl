// A kernel for Vulkan: buffers in the order of the arguments, numbers in a block of push constants, and the size of the
// workgroup by specialization constants.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
// COVERS: s4_79 s4_80 s4_107 s4_108
kernel void saxpy(float a, global const float *x, global float *y)
{
    size_t i = get_global_id(0);
    y[i] = a * x[i] + y[i];
}
