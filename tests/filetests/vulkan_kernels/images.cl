// Images and samplers as parameters, and samplers that the program says: descriptors, the latter behind the others. Coordinates of
// volumes and arrays are divided by the size, which Vulkan asks for; the order of channels is a push constant.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void sampled(read_only image2d_t flat, sampler_t edge, read_only image3d_t volume, read_only image2d_array_t array,
                    read_only image1d_buffer_t buffer, global float4 *out)
{
    int x = (int)get_global_id(0);
    out[0] = read_imagef(flat, edge, (int2)(x, 1));
    out[1] = read_imagef(flat, linear, (float2)(x + 0.25f, 1.0f));
    out[2] = read_imagef(volume, nearest, (float4)(x + 0.25f, 1.0f, 2.0f, 0.0f));
    out[3] = read_imagef(array, nearest, (int4)(x, 1, 2, 0));
    out[4] = read_imagef(flat, (int2)(x, 1));
    out[5] = read_imagef(buffer, x);
    out[6].x = get_image_width(volume) + get_image_array_size(array) + get_image_dim(flat).y;
    out[6].y = get_image_channel_order(flat);
}

kernel void stored(write_only image2d_t out, read_write image3d_t both, read_only image1d_t numbers)
{
    int x = (int)get_global_id(0);
    int4 value = read_imagei(numbers, x);
    write_imagei(both, (int4)(x, 1, 2, 0), read_imagei(both, (int4)(x, 1, 2, 0)) - value);
    write_imagef(out, (int2)(x, get_image_height(out) - 1), convert_float4(value));
}
