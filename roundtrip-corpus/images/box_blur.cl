// Blur of a four-channel image: the mean of 3 by 3 pixels, clamped to the edge
// by the sampler that is passed.

kernel void box_blur(read_only image2d_t in, write_only image2d_t out, sampler_t edge)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 sum = (float4)(0.0f);
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
            sum += read_imagef(in, edge, at + (int2)(x, y));
    write_imagef(out, at, sum * 0.125f);
}
