// The address of a buffer with a binding.
// RUN: spirv64 O2 fails forward --environment=vulkan1.3 --buffers=addresses --descriptor=keep.0=0,0
kernel void keep(global int *x, global int *global *slots)
{
    slots[0] = x + 1;
}
