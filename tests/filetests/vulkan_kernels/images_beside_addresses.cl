// Images, samplers, local memory and variables of the program keep their places where buffers are addresses.
// RUN: spirv64 O2 forward --environment=vulkan1.3 --buffers=addresses --reflection=uniform
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
constant sampler_t near = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant float weights[3] = { 1, 2, 3 };
kernel void look(read_only image2d_t from, global float4 *out, local float4 *tile, int n)
{
    int x = get_global_id(0);
    tile[get_local_id(0)] = read_imagef(from, near, (int2)(x, n));
    barrier(CLK_LOCAL_MEM_FENCE);
    out[x] = tile[0] * weights[n % 3];
}
