// Turns a volume by a quarter around its vertical axis, slice by slice.

constant sampler_t plain = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

kernel void turn(read_only image3d_t in, global short4 *out)
{
    int x = (int)get_global_id(0), y = (int)get_global_id(1), z = (int)get_global_id(2);
    int4 size = get_image_dim(in);
    int4 voxel = read_imagei(in, plain, (int4)(z, y, size.z - 1 - x, 0));
    out[(z * size.y + y) * size.z + x] = convert_short4_sat(voxel * 3);
}
