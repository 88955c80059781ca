// A table of colours in an image of normalised bytes, looked up by value and kept as halves.

constant sampler_t table = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void colour(read_only image2d_t colours, global const uchar *values, global half *out)
{
    size_t i = get_global_id(0);
    uint value = values[i];
    vstore_half4_rte(read_imagef(colours, table, (int2)(value & 15, value >> 4)), i, out);
}
