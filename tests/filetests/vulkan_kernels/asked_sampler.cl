// Samplers of the host that read volumes and arrays, which Vulkan reads with normalized coordinates: the host binds the sampler with
// those, and a push constant says whether the program's are, and whether the nearest texel is taken.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// RUN: spirv64 O2 forward --environment=vulkan1.3 --reflection=uniform
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void volume(read_only image3d_t volume, sampler_t sampler, global float4 *out)
{
    *out = read_imagef(volume, sampler, (float4)(1.5f, 1.5f, 1.5f, 0.0f));
}

// Read at integers the coordinates of the program are not normalized.
kernel void integers(read_only image2d_array_t array, sampler_t sampler, global float4 *out)
{
    *out = read_imagef(array, sampler, (int4)(1, 1, 1, 0));
}

// The same sampler for images of both kinds.
kernel void both(read_only image3d_t volume, read_only image2d_t flat, sampler_t sampler, global float4 *out, int n)
{
    out[0] = read_imagef(volume, sampler, (int4)(1, 1, n, 0));
    out[1] = read_imagef(flat, sampler, (float2)(1.5f, 1.5f));
}

// A choice from several, some of them of the program.
kernel void chosen(read_only image3d_t volume, sampler_t a, sampler_t b, global float4 *out, int n)
{
    const sampler_t own = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
    out[0] = read_imagef(volume, n > 5 ? own : n ? a : b, (float4)(1.5f, 1.5f, 1.5f, 0.0f));
}
