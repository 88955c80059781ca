// What the host is told of addresses: push constants, or a uniform block where they are too long; a pointer with a binding has that.
// RUN: spirv64 O2 forward --environment=vulkan1.3 --buffers=addresses --reflection=uniform
// RUN: spirv64 O2 forward --environment=vulkan1.3 --buffers=addresses --reflection=grid --push-constant-limit=16 --descriptor=scale.0=0,3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void scale(global const float *x, global float *y, float factor)
{
    y[get_global_id(0)] = x[get_global_id(0)] * factor;
}
