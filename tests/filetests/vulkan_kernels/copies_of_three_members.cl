// Copies of structures whose lengths are no multiples of 4: a buffer has elements that these are multiples of, and what is written by a
// copy alone is written.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
struct three {
    uchar b[3];
};

struct six {
    ushort b[3];
};

struct twelve {
    uint b[3];
};

kernel void copy(global struct three *a, global const struct three *b, global struct six *c, global const struct six *d,
                 global struct twelve *e, global const struct twelve *f)
{
    size_t i = get_global_id(0);
    a[i] = b[i + 1];
    c[i] = d[i + 1];
    e[i] = f[i + 1];
}
