// A finite impulse response over a one-dimensional image; what lies beyond the ends is zero.

constant sampler_t zero = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant int taps[5] = { 1, -4, 6, -4, 1 };

kernel void filter(read_only image1d_t in, write_only image1d_t out, global int *width)
{
    int at = (int)get_global_id(0);
    int4 sum = (int4)(0);
    for (int tap = 0; tap < 5; ++tap)
        sum += taps[tap] * read_imagei(in, zero, at + tap - 2);
    write_imagei(out, at, sum);
    if (at == 0)
        *width = get_image_width(in) * 10 + (get_image_channel_order(in) == CLK_RG)
            + 2 * (get_image_channel_data_type(in) == CLK_SIGNED_INT32);
}

kernel void unload(read_only image1d_t in, global int2 *out)
{
    int at = (int)get_global_id(0);
    out[at] = read_imagei(in, at).xy;
}
