// Scales an image to another size by the nearest pixel, with coordinates from 0 to 1.

constant sampler_t nearest = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void scale(read_only image2d_t in, write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int2 size = get_image_dim(out);
    if (any(at >= size))
        return;
    float2 where = (convert_float2(at) + 0.5f) / convert_float2(size);
    write_imageui(out, at, read_imageui(in, nearest, where));
}
