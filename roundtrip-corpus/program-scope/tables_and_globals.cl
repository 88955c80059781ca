// options: -cl-std=CL2.0
// Program-scope variables: constant tables of scalars, vectors, arrays and
// structs, and (OpenCL 2.0) global ones that keep their values between
// launches, static locals, and pointers from one to another.

typedef struct {
    char name[4];
    short weight;
    float2 at;
    uchar link[3];
} site_t;

__constant site_t SITES[4] = {
    { "ab", 3, (float2)(0.5f, -1.0f), { 1, 2, 3 } },
    { { 'x', 'y', 'z', 'w' }, -7, (float2)(2.0f, 4.0f), { 0, 0, 2 } },
    { "", 11, (float2)(-3.0f, 0.25f), { 3, 1, 0 } },
    { .weight = 40, .link = { [2] = 1 } },
};
__constant int PASCAL[5][5] = {
    { 1 }, { 1, 1 }, { 1, 2, 1 }, { 1, 3, 3, 1 }, { 1, 4, 6, 4, 1 },
};
__constant float4 CORNERS[3] = {
    (float4)(0.0f, 0.0f, 1.0f, 1.0f), (float4)(1.0f, 0.5f, 0.25f, 0.125f),
    (float4)(-2.0f, 8.0f, 0x1p-10f, 3.0f),
};
__constant long3 BIG = (long3)(1L << 40, -1L, 0x123456789abcdefL);
__constant double HALF_PI = 1.5707963267948966;
__constant char GREETING[] = "program scope";

__global int counter = 100;
__global uint history[8] = { 1, 2, 3 };
__global ulong untouched;
global int *const to_counter = &counter;
global uint *cursor = &history[3];
static __global site_t working = { "q", 5, (float2)(1.0f, 2.0f), { 9, 8, 7 } };

static int binomial_row(int row, int x)
{
    int acc = 0;
    for (int k = row; k >= 0; --k)
        acc = acc * x + PASCAL[row][k];
    return acc;
}

static uint next_ticket(void)
{
    static __global uint ticket = 1000;
    return ticket += 5;
}

__kernel void tables(__global const uchar *pick, __global int *ints,
                     __global float4 *floats, __global long *longs,
                     __global char *text)
{
    const size_t i = get_global_id(0);
    const uchar at = pick[i];
    __constant site_t *s = &SITES[at & 3];
    for (int hop = 0; hop < 3; ++hop)
        s = &SITES[s->link[hop]];
    ints[i] = s->weight + binomial_row(at % 5, (int)(i % 7) - 3) + s->name[0];
    floats[i] = CORNERS[at % 3] + (float4)(SITES[at & 3].at, s->at);
    const long lanes[3] = { BIG.x, BIG.y, BIG.z };
    longs[i] = lanes[at % 3] + (long)(HALF_PI * 1e6);
    text[i] = GREETING[at % sizeof GREETING];
}

// Run by one work-item, several times: state carries over.
__kernel void step_state(__global int *log)
{
    *to_counter += 7;
    *cursor = (uint)counter;
    cursor = cursor == &history[7] ? &history[3] : cursor + 1;
    working.weight -= 1;
    working.at = working.at.yx * 2.0f;
    working.link[working.weight & 1] += 1;
    untouched += 1ul << 33;
    log[0] = (int)next_ticket();
    log[1] = counter;
}

__kernel void read_state(__global int *out, __global float2 *at, __global ulong *wide)
{
    const size_t i = get_global_id(0);
    out[i] = (int)history[i];
    if (i == 0) {
        out[8] = working.weight;
        out[9] = working.link[0] * 100 + working.link[1] * 10 + working.link[2];
        out[10] = working.name[0];
        out[11] = (int)(cursor - history);
        at[0] = working.at;
        wide[0] = untouched;
    }
}

__kernel void count_items(__global int *first)
{
    // The counter is shared by all work-items of the launch.
    volatile __global atomic_int *c = (volatile __global atomic_int *)&counter;
    const int before = atomic_fetch_add(c, 1);
    first[before - first[get_global_size(0)]] = 1;
}
