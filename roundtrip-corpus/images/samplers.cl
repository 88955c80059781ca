// One place outside of the image, read with each way to address it.

constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant sampler_t repeat = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
constant sampler_t mirror = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST;

kernel void samplers(read_only image2d_t image, global float4 *out)
{
    int i = (int)get_global_id(0);
    float2 size = convert_float2(get_image_dim(image));
    // Half a pixel beside the middle of two, so that rounding does not matter.
    float2 at = (float2)(i - 8 + 0.5f, 1.5f);
    out[i * 4 + 0] = read_imagef(image, edge, at);
    out[i * 4 + 1] = read_imagef(image, border, at);
    out[i * 4 + 2] = read_imagef(image, repeat, at / size);
    out[i * 4 + 3] = read_imagef(image, mirror, at / size);
}
