// Vulkan 1.0: storage buffers are an extension's.
// RUN: spir64 O2 forward --environment=vulkan1.0
// ENV: vulkan1.0
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void scaled(global float *a, float factor)
{
    a[get_global_id(0)] *= factor;
}
