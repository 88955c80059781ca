// An image whose texels are read as numbers of two kinds.
// RUN: spirv64 O0 fails forward --environment=vulkan1.3
kernel void both(read_only image2d_t image, global float *a, global int *b)
{
    *a = read_imagef(image, (int2)(0, 0)).x;
    *b = read_imagei(image, (int2)(0, 0)).x;
}
