// A list whose nodes are anywhere: the host passes addresses of buffers, which are numbers in push constants and in memory.
// RUN: spirv64 O0 forward --environment=vulkan1.3 --buffers=addresses
// RUN: spirv64 O2 forward --environment=vulkan1.3 --buffers=addresses
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
typedef struct node { global struct node *next; int value; char seen; } node;
kernel void sum(global node *first, global int *out)
{
    int sum = 0;
    for (global node *n = first; n; n = n->next) {
        sum += n->value;
        n->seen = 1;
    }
    out[0] = sum;
}

kernel void link(global node *nodes, int count)
{
    int i = get_global_id(0);
    nodes[i].next = i + 1 < count ? &nodes[i + 1] : 0;
}
