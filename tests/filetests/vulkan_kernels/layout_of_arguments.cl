// Arguments are where OpenCL C has them: vectors of 8 and 16 at multiples of their size, in structures, too; the last padding of a
// structure counts between the elements of an array.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
struct inner {
    int a;
    long b;
    char c;
};

struct outer {
    struct inner f[2];
    int z;
};

struct with_a_vector {
    int a;
    float8 b;
};

kernel void of_structures(struct outer g, global long *o)
{
    o[0] = g.f[0].a + g.f[1].a;
    o[1] = g.f[1].b;
    o[2] = g.f[1].c;
    o[3] = g.z;
}

kernel void of_vectors(global float *o, float a, float8 b, struct with_a_vector c, int n)
{
    o[0] = b.s7 + a;
    o[1] = c.b.s3 + n;
}
