// More bytes of arguments than each device has for push constants: a uniform block behind all other bindings; rows of words where
// Vulkan does not take the layout of OpenCL C in one.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
struct s {
    int b[200];
};

kernel void words(global int *o, struct s x, int n) { o[0] = x.b[n]; }

kernel void members(global float4 *o, float16 a, float16 b, float4 c, global const float *p)
{
    o[0] = a.s0123 + b.s4567 * c + p[0];
}

kernel void still_push_constants(global float4 *o, float16 a, float16 b)
{
    o[0] = a.s0123 + b.s4567;
}
