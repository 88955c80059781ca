// Greatest value of each column of a volume, and what is known of the volume.

kernel void columns(read_only image3d_t volume, global float *greatest, global int *known)
{
    int4 size = get_image_dim(volume);
    int x = (int)get_global_id(0), y = (int)get_global_id(1);
    float found = -INFINITY;
    for (int z = 0; z < size.z; ++z)
        found = fmax(found, read_imagef(volume, (int4)(x, y, z, 0)).x);
    greatest[y * size.x + x] = found;
    if (x == 0 && y == 0) {
        known[0] = get_image_width(volume);
        known[1] = get_image_height(volume);
        known[2] = get_image_depth(volume);
        known[3] = size.w;
        known[4] = get_image_channel_data_type(volume) == CLK_FLOAT;
        known[5] = get_image_channel_order(volume) == CLK_R;
    }
}
