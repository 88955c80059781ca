// options: -cl-std=CL2.0
// Memory that each round of a loop has of its own, for as long as the function runs: what earlier rounds left there is
// read by later ones, and when the loop is over.
typedef struct node {
    __private struct node *next;
    int value;
} node;

// A list of what each round has, the latest first.
__kernel void list(__global const int *in, __global int *out)
{
    const size_t i = get_global_id(0);
    __private node *head = 0;
    for (int round = 0; round < 9; ++round) {
        __private node *own = (__private node *)__builtin_alloca(sizeof(node));
        own->next = head;
        own->value = in[i * 9 + round];
        head = own;
    }
    int hash = 0;
    for (__private node *at = head; at; at = at->next)
        hash = hash * 31 + at->value;
    out[i] = hash;
}

// The address of two rounds ago, in variables. The number of rounds is one that LLVM unrolls: its vectoriser may put a counter
// into a vector, which hides from its scalar evolution how many there are.
__kernel void two_ago(__global const int *in, __global int *out, int rounds)
{
    const size_t i = get_global_id(0);
    __private int *before = 0, *two_before = 0;
    int sum = 0;
    for (int round = 0; round < 12; ++round) {
        if (round >= rounds)
            continue;
        __private int *own = (__private int *)__builtin_alloca(sizeof(int));
        *own = in[i * 9 + round % 9] + round;
        if (two_before)
            sum = sum * 7 + *two_before;
        two_before = before;
        before = own;
    }
    out[i] = sum;
}

// Not kept: one variable is enough, whatever the number of rounds.
__kernel void forgotten(__global const int *in, __global int *out, int rounds)
{
    const size_t i = get_global_id(0);
    int sum = 0;
    for (int round = 0; round < rounds; ++round) {
        __private int *own = (__private int *)__builtin_alloca(2 * sizeof(int));
        own[round & 1] = in[i * 9 + round % 9];
        own[~round & 1] = round;
        sum = sum * 5 + own[0] - own[1];
    }
    out[i] = sum;
}
