// Histogram of an image of bytes, read without a sampler.

kernel void histogram(read_only image2d_t image, global uint *bins)
{
    int2 size = get_image_dim(image);
    int row = (int)get_global_id(0);
    if (row >= size.y)
        return;
    for (int x = 0; x < size.x; ++x) {
        uint value = read_imageui(image, (int2)(x, row)).x;
        atomic_inc(&bins[value >> 4]);
    }
}
