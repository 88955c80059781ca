// options: -cl-std=CL2.0
// OpenCL 2.0 generic pointers: helpers that do not say where their data lives,
// called with global, local and private pointers; to_global, to_local and
// to_private to find out; pointers chosen at run time; a linked list whose
// nodes are spread over two address spaces.

typedef struct node {
    int value;
    struct node *next;
} node_t;

typedef struct {
    float *data;
    uint count;
} span_t;

static int sum(const int *p, uint n)
{
    int s = 0;
    for (uint i = 0; i < n; ++i)
        s += p[i];
    return s;
}

static void swap(int *a, int *b)
{
    const int t = *a;
    *a = *b;
    *b = t;
}

static void insertion_sort(int *p, uint n)
{
    for (uint i = 1; i < n; ++i)
        for (uint j = i; j > 0 && p[j] < p[j - 1]; --j)
            swap(&p[j], &p[j - 1]);
}

static uint where(const void *p)
{
    return (to_global(p) ? 1u : 0u) | (to_local(p) ? 2u : 0u) |
           (to_private(p) ? 4u : 0u);
}

static void scale(span_t s, float by)
{
    for (float *p = s.data, *end = p + s.count; p != end; ++p)
        *p *= by;
}

// Each work-item sorts four numbers in global, local and private memory by the
// same function.
__kernel void sort_everywhere(__global int *g, __global int *from_local,
                              __global int *from_private, __local int *l)
{
    const size_t i = get_global_id(0), k = get_local_id(0);
    int p[4];
    for (uint j = 0; j < 4; ++j) {
        p[j] = -g[i * 4 + j];
        l[k * 4 + j] = g[i * 4 + j] ^ 0x55;
    }
    insertion_sort(g + i * 4, 4);
    insertion_sort(l + k * 4, 4);
    insertion_sort(p, 4);
    for (uint j = 0; j < 4; ++j) {
        from_local[i * 4 + j] = l[k * 4 + j];
        from_private[i * 4 + j] = p[j];
    }
}

// The pointer is chosen by data; its address space is asked at run time.
__kernel void chosen(__global const uchar *which, __global int *g,
                     __global int *result, __global uint *place,
                     __global uint *fence)
{
    __local int l[64 * 2];
    const size_t i = get_global_id(0), k = get_local_id(0);
    int p[2] = { (int)i, 1 };
    l[k * 2] = (int)k * 10;
    l[k * 2 + 1] = 3;
    barrier(CLK_LOCAL_MEM_FENCE);

    int *choice = p;
    switch (which[i] % 3) {
    case 1:
        choice = l + k * 2;
        break;
    case 2:
        choice = g + i * 2;
        break;
    }
    choice[1] += 100;
    result[i] = sum(choice, 2);
    place[i] = where(choice);
    if (choice == (int *)(l + k * 2))
        result[i] += to_local(choice)[0];
    if (choice != p && choice != (int *)(l + k * 2))
        result[i] -= to_global(choice)[1];
    fence[i] = get_fence(choice);
}

// A list of nodes from local and private memory, in alternation.
__kernel void list(__global const int *in, __global int *out, uint steps)
{
    __local node_t shared_nodes[8];
    const size_t i = get_global_id(0);
    node_t own[4];
    if (get_local_id(0) == 0)
        for (uint j = 0; j < 8; ++j)
            shared_nodes[j].value = in[j] * 1000;
    barrier(CLK_LOCAL_MEM_FENCE);

    node_t copy[4];
    node_t *head = 0;
    for (uint j = 0; j < 4; ++j) {
        copy[j] = shared_nodes[(i + j) & 7];
        copy[j].next = head;
        own[j].value = in[(i + j) & 7] + (int)i;
        own[j].next = &copy[j];
        head = &own[j];
    }
    int acc = 0;
    for (const node_t *n = head; n && steps; n = n->next, --steps)
        acc = acc * 3 + n->value;
    const node_t *last = &shared_nodes[i & 7];
    if (to_local(last))
        acc += to_local(last)->value;
    out[i] = acc;
}

__kernel void spans(__global float *g, __local float *l, __global float *out)
{
    const size_t i = get_global_id(0), k = get_local_id(0);
    float p[3] = { 1.0f, 2.0f, (float)i };
    l[k] = (float)k;
    scale((span_t){ g + i, 1 }, 2.0f);
    scale((span_t){ l + k, 1 }, 4.0f);
    scale((span_t){ p, 3 }, 0.5f);
    float *views[3] = { g + i, l + k, p + 2 };
    float total = 0.0f;
    for (int v = 0; v < 3; ++v)
        total += *views[v];
    out[i] = total + p[0] + p[1];
}
