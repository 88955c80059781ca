// RUN: spir64 O1 forward
// RUN: spir64 O1 roundtrip CL1.2
// RUN: spir64 O1 roundtrip
kernel void queries(global int *out, read_only image2d_t plain, read_only image2d_array_t array,
                    write_only image3d_t volume, read_only image1d_t row) {
    out[0] = get_image_width(plain) + get_image_height(plain) + get_image_width(row);
    out[1] = get_image_depth(volume) + get_image_dim(volume).z;
    out[2] = get_image_dim(array).y + (int)get_image_array_size(array);
    out[3] = get_image_channel_order(plain) + get_image_channel_data_type(volume);
}
