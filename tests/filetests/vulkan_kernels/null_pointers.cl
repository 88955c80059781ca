// Comparisons with null: a buffer and a variable are never null, and of a chosen pointer the choice says it.
// RUN: spirv64 O0 forward --environment=vulkan1.3
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void k(global float *a, global const float *b, int n)
{
    a[0] = b ? b[0] : 1;
    global const float *p = n > 3 ? b : 0;
    if (p)
        a[1] = *p;
}
