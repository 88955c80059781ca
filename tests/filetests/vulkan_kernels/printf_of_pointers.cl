// A pointer is no number in Vulkan, and cannot be printed.
// RUN: spirv64 O0 fails forward --environment=vulkan1.3
kernel void print(global const int *in)
{
    printf("%p\n", in);
}
