// Atomic functions of OpenCL 1 order nothing, those of OpenCL 2 stand between fences unless they are relaxed.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void count(global volatile int *old, global atomic_uint *new)
{
    atomic_inc(&old[0]);
    atomic_max(&old[1], 3);
    atomic_fetch_add_explicit(&new[0], 1, memory_order_relaxed, memory_scope_device);
    atomic_exchange(&new[1], 5);
}
