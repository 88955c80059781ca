// The size of workgroups before Vulkan 1.3, which has no mode with constants: one constant for all entry points.
// RUN: spirv64 O2 forward --environment=vulkan1.1
// ENV: vulkan1.1
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void fill(global uint *out)
{
    out[get_global_id(0)] = get_local_size(0);
}

kernel void clear(global uint *out)
{
    out[get_local_id(0)] = 0;
}
