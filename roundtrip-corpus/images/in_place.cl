// options: -cl-std=CL2.0
// Inverts an image in place and reads back what it wrote, behind a fence.

kernel void invert(read_write image2d_t image, global uint4 *seen)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    uint4 pixel = read_imageui(image, at);
    write_imageui(image, at, 255u - pixel);
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    seen[at.y * get_image_width(image) + at.x] = read_imageui(image, at);
}
