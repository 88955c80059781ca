// Buffers of texels, arrays of images, questions about formats, and a kernel without arguments; an unused pointer to local memory
// is not told. Before version 1.6 the instructions are those of an extension.
// RUN: spirv64 O2 forward --environment=vulkan1.1 --reflection=grid
// ENV: vulkan1.1
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void texels(read_only image1d_buffer_t from, write_only image1d_buffer_t to, read_only image2d_array_t array, local char *unused, global int *n)
{
    int i = get_global_id(0);
    write_imagei(to, i, read_imagei(from, i) + read_imagei(array, (int4)(1, 2, i, 0)));
    *n = get_image_channel_data_type(array) + get_image_channel_order(array) + get_image_channel_order(from);
}

kernel void nothing() { barrier(CLK_GLOBAL_MEM_FENCE); }

kernel __attribute__((work_group_size_hint(4, 2, 1))) __attribute__((vec_type_hint(uint4))) void hinted(global uint4 *restrict v, volatile global int *w)
{
    v[get_group_id(1)] = (uint4)(*w);
}
