// A pointer that walks over words, which are read in parts: an index goes around the loop, and the pointer, which nothing uses
// any more, is deleted with its step.
// RUN: spirv64 O0 forward --environment=vulkan1.3
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void from_the_start(global const uint *a, global uint *o, int n)
{
    for (int i = 0; i < n; i++) {
        o[i] = *(global const ushort *)a + a[1];
        a += 4;
    }
}

kernel void from_an_offset(global const uint *a, global uint *o, int n)
{
    global const uchar *p = (global const uchar *)a + 196;
    for (int i = 0; i < n; i++) {
        o[i] = *(global const ushort *)p + p[2];
        p += 4;
    }
}

kernel void in_private_memory(global uint *o, int n)
{
    uint w[16];
    for (int i = 0; i < 16; i++)
        w[i] = o[i];
    uchar *p = (uchar *)w;
    for (int i = 0; i < n; i++) {
        o[i] = *(ushort *)p + p[2];
        p += 4;
    }
}
