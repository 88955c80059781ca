// A pointer that may lead to local memory and to a buffer.
// RUN: spirv64 O0 fails forward --environment=vulkan1.3 --buffers=addresses
kernel void either(global int *out, int which)
{
    local int mine;
    mine = 3;
    int *from = which ? (int *)&mine : (int *)out;
    *from = 4;
    out[1] = mine;
}
