// Pointers in buffers: the host links them with addresses (`--buffers=addresses`).
typedef struct node {
    global struct node *next;
    int value;
    char seen;
} node;

typedef struct {
    global const float *data;
    int count;
} row;

kernel void list(global node *first, global int *out)
{
    int sum = 0;
    for (global node *n = first; n; n = n->next) {
        sum += n->value;
        n->seen = 1;
    }
    out[0] = sum;
}

kernel void rows(global float *global *table, global const row *from, row last, constant float *factor)
{
    size_t i = get_global_id(0);
    row r = from[i];
    for (int k = 0; k < r.count; k++)
        table[i][k] = r.data[k] * factor[0] + last.data[k];
    table[i] += r.count;
}

static int peek(const int *p) { return *p; }

kernel void deep(global int *global *global *where, global int *out, local int *shared)
{
    shared[0] = 30;
    int own = 5;
    out[0] = peek(**where) + peek(shared) + peek(&own);
    out[1] = where[0][1] - where[0][0];
    where[0][1][1] = out[0];
}

typedef struct __attribute__((packed)) {
    char tag;
    int number;
    double wide;
} packed_one;

typedef struct {
    float3 v;
    short s[3];
} plain;

kernel void kinds(global int *counter, global packed_one *p, global plain *to, global const plain *from, global uchar *b)
{
    int i = get_global_id(0);
    atomic_add(counter, i + 1);
    packed_one one = p[0];
    one.number += i;
    one.wide *= 2;
    p[i + 1] = one;
    to[i] = from[i];
    to[i].v *= 2;
    vstore4(vload4(0, b + 1) + (uchar)i, i, b + 5);
}
