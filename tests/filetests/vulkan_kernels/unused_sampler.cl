// The sampler of a read that nothing uses, which clang deletes: the call that makes it goes, too.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void k(read_only image2d_t a, global float *o, int n)
{
    float4 v = read_imagef(a, s, (int2)(n, 0));
    o[n] = 1;
}
