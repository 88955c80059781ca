// Pointers in buffers and structures, and pointers to pointers.
// RUN: spirv64 O0 forward --environment=vulkan1.3 --buffers=addresses
// RUN: spirv64 O2 forward --environment=vulkan1.3 --buffers=addresses
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
typedef struct { global const float *data; int count; } row;
kernel void rows(global float *global *table, global const row *rows, row last, constant float *factor)
{
    size_t i = get_global_id(0);
    row r = rows[i];
    for (int k = 0; k < r.count; k++)
        table[i][k] = r.data[k] * factor[0] + last.data[k];
    table[i] += r.count;
}

kernel void deep(global int *global *global *where, global long *distance)
{
    ***where = 7;
    distance[0] = **where - **(where + 1);
}
