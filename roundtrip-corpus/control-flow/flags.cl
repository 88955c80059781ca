// options: -cl-std=CL2.0
// Conditions kept in variables of type bool, which are bytes in memory: a run-length coder with two of them.
__kernel void run_lengths(__global const uchar *in, __global uint *lengths, __global uint *count, int width)
{
    const size_t row = get_global_id(0);
    bool first = true;
    bool even[2] = {false, true};
    uint runs = 0, length = 0, evens = 0;
    for (int x = 0; x < width; ++x) {
        const bool same = !first && in[row * width + x] == in[row * width + x - 1];
        if (same) {
            ++length;
        } else {
            if (!first)
                lengths[row * width + runs++] = length;
            length = 1;
        }
        first = false;
        even[x & 1] = !even[x & 1];
        if (even[0] && even[1])
            ++evens;
    }
    if (!first)
        lengths[row * width + runs++] = length;
    count[row * 2] = runs;
    count[row * 2 + 1] = evens;
    for (; runs < (uint)width; ++runs)
        lengths[row * width + runs] = 0;
}
