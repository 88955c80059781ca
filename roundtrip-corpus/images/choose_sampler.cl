// A function that takes the image and the sampler, called with two samplers that
// are chosen by the row.

constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

float4 shifted(read_only image2d_t image, sampler_t sampler, int2 at, int by)
{
    return read_imagef(image, sampler, convert_float2(at - (int2)(by, 0)) + 0.5f);
}

kernel void shift(read_only image2d_t image, global float4 *out, sampler_t edge, int by)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 texel;
    if (at.y & 1)
        texel = shifted(image, border, at, by);
    else
        texel = shifted(image, edge, at, by);
    out[at.y * get_image_width(image) + at.x] = texel;
}
