// The address of local memory in a buffer.
// RUN: spirv64 O2 fails forward --environment=vulkan1.3 --buffers=addresses
kernel void keep(local int *global *slots, local int *mine)
{
    mine[0] = 1;
    slots[0] = mine;
}
