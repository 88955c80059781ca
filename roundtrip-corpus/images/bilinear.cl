// Samples between the pixels with the sampler's own filter.

constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void sample(read_only image2d_t in, global const float2 *where, global float *out)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(in, linear, where[i]).x;
}
