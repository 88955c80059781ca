// A choice between a table of the program and a buffer of the host, once and in a loop, or between local and global memory: both are
// loaded from, in the one that is not chosen at its beginning.
// RUN: spirv64 O0 forward --environment=vulkan1.3
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
constant float tab[4] = {1, 2, 3, 4};
kernel void once(constant float *a, global float *o, int n)
{
    constant float *p = n > 3 ? a : tab;
    o[0] = p[n & 3];
}
kernel void walk(constant float *a, global float *o, int n)
{
    float sum = 0;
    for (constant float *p = n > 3 ? a + n : tab; n > 0; n--)
        sum += *p++;
    o[0] = sum;
}
kernel void local_or_global(global int *out, int which)
{
    local int mine;
    mine = 3;
    int *from = which ? (int *)&mine : (int *)out;
    out[1] = *from;
}
