// Differences of pointers, and the low bits of an address, which are those of its offset.
// RUN: spirv64 O0 forward --environment=vulkan1.3
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void k(global int *a, global int *o, int n, ulong off)
{
    global int *p = a + n;
    global int *e = a + 9;
    o[0] = e - p;
    o[1] = p < e;
    while (p > a)
        --p;
    o[2] = p - a;
    global char *c = (global char *)a + off;
    o[3] = ((ulong)c & 1) == 0 ? *(global short *)c : 0;
}
