// Variables that outlive a kernel: storage buffers in a set of their own, which begin with zeros.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
global uint counter;
global float4 history[8];

kernel void add(global const float4 *in)
{
    uint place = atomic_inc(&counter);
    history[place & 7] += in[place];
}

kernel void look(global float4 *out)
{
    out[0] = history[get_global_id(0) & 7];
    out[1].x = counter;
}
