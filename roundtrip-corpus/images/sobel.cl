// Edges of a grey image, from unsigned pixels to the length of the gradient.

constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

int pixel(read_only image2d_t in, int x, int y)
{
    return (int)read_imageui(in, edge, (int2)(x, y)).x;
}

kernel void sobel(read_only image2d_t in, write_only image2d_t out)
{
    int x = (int)get_global_id(0), y = (int)get_global_id(1);
    int right = 0, down = 0;
    for (int i = -1; i <= 1; ++i) {
        int weight = 2 - abs(i);
        right += weight * (pixel(in, x + 1, y + i) - pixel(in, x - 1, y + i));
        down += weight * (pixel(in, x + i, y + 1) - pixel(in, x + i, y - 1));
    }
    write_imagef(out, (int2)(x, y), (float4)(sqrt((float)(right * right + down * down)), 0.0f, 0.0f, 1.0f));
}
