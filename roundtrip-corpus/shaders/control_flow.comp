// Loops with breaks, continues and returns, switches that fall through, conditions within conditions.
#version 450
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 8, local_size_y = 4, local_size_z = 2) in;
layout(std430, binding = 0) buffer Data { int values[]; } data;
int collatz(int n) {
    int steps = 0;
    while (n != 1) {
        if ((n & 1) == 0) { n >>= 1; } else { n = 3 * n + 1; }
        if (++steps > 200) { return -1; }
    }
    return steps;
}
int classify(int value) {
    int result = 0;
    switch (value) {
        case 0: return 7;
        case 1: result += 1;
        case 2: result += 2; break;
        case 3:
            for (int i = 0; i < value; i++) { if (i == 2) { break; } result += i; }
        default: result -= 1;
    }
    return result;
}
void main() {
    int at = int(gl_LocalInvocationIndex);
    int total = 0;
    for (int i = 0; i < 16; i++) {
        for (int j = i; j < 16; j += 3) {
            if (j == 9) { continue; }
            if (i * j > 100) { break; }
            total += classify((i + j) % 5);
        }
    }
    do { total -= collatz(at + 1); at -= 7; } while (at > 0 && total > 0);
    [[unroll]] for (int i = 0; i < 4; i++) { total ^= i; }
    if (total > 0) { data.values[at & 7] = total; } else if (total == 0) { data.values[0] = 1; } else { return; }
}
