// The address of a variable as a pointer to any memory, in a buffer.
// RUN: spirv64 O0 fails forward --environment=vulkan1.3 --buffers=addresses
typedef struct { int *from; int number; } slot;
kernel void keep(global slot *slots)
{
    int mine = *slots[0].from;
    slots[1].from = &mine;
}
