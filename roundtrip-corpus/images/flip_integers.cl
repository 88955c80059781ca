// Turns an image of signed numbers upside down and negates it; the other kernel
// does the same to unsigned ones without negating.

constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

kernel void flip_signed(read_only image2d_t in, write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int4 texel = read_imagei(in, nearest, (int2)(at.x, get_image_height(in) - 1 - at.y));
    write_imagei(out, at, -texel);
}

kernel void flip_unsigned(read_only image2d_t in, write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    uint4 texel = read_imageui(in, nearest, (int2)(get_image_width(in) - 1 - at.x, at.y));
    write_imageui(out, at, texel);
}
