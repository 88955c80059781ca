// What is read and written at addresses: atomic numbers, vectors, small and unaligned numbers, whole structures, copies.
// RUN: spirv64 O0 forward --environment=vulkan1.3 --buffers=addresses
// RUN: spirv64 O2 forward --environment=vulkan1.3 --buffers=addresses
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
typedef struct __attribute__((packed)) { char tag; int number; double wide; } packed_one;
typedef struct { float3 v; short s[3]; } plain;
kernel void numbers(volatile global int *counter, global float3 *v, global ushort *h, global half *f, global char *b, global double8 *d)
{
    atomic_inc(counter);
    v[1] = v[0] * 2;
    h[3] = h[2] + b[1];
    vstore_half4(vload_half4(0, f), 1, f);
    d[1] = d[0] + 1;
    vstore4(vload4(0, b + 1), 0, b + 7);
}

kernel void structures(global packed_one *p, global plain *to, global const plain *from, int n)
{
    packed_one one = p[0];
    p[1].number = one.number + 1;
    p[1].wide = one.wide;
    to[n] = from[n];
}
