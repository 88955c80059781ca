// Kernels of one interface, of which each uses a part: the arguments that it leaves alone keep their qualifiers.

typedef struct {
    float weight;
    int bias;
} Rule;

typedef float4 Colour;

// Reads nothing but what it is told to.
kernel void lowest(global const int *restrict unused, constant int *table, global const volatile float *seen,
                   constant Rule *rules, global int *out) {
    size_t i = get_global_id(0);
    out[i] = (int)i * 3 - 7;
}

// Uses the table alone; whoever calls a kernel like this one passes all of its arguments.
kernel void from_table(global const uchar *restrict bytes, constant int *restrict table, local const long *scratch,
                       constant Colour *colours, global const Rule *rules, global int *out) {
    size_t i = get_global_id(0);
    out[i] = table[i % 8] * 5 + 1;
}

// Uses rules and bytes. Whether the rest is asked for is known when it is compiled.
kernel void by_rule(global const uchar *restrict bytes, constant const short3 *restrict triples,
                    global const double *restrict doubles, global const Rule *restrict rules, constant ulong *masks,
                    volatile global uint *unused, global float *restrict out) {
    size_t i = get_global_id(0);
    Rule rule = rules[i & 3];
    if (sizeof(Rule) == 1)
        out[i] = convert_float(triples[i].x) + (float)doubles[i] + (float)masks[i] + (float)unused[i];
    else
        out[i] = (float)(bytes[i] + rule.bias) * rule.weight;
}

// Another function that leaves its pointer alone, which is called with one that the kernel only reads.
__attribute__((noinline)) static int doubled(constant const int *nothing, global const int *restrict values, int i) {
    return 2 * values[i];
}

kernel void through_a_function(constant int *table, global const int *restrict values, global const half *halves,
                               global int *out) {
    size_t i = get_global_id(0);
    out[i] = doubled(table, values, (int)i) - 9;
}
