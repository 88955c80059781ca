// Loops in loops and switches, left early in every way: break, continue, return, falling through, out of several at once.
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { int program[64]; int results[]; } data;
int walk(int start) {
    int at = start, sum = 0;
    do {
        for (int i = 0; i < 8; i++) {
            int word = data.program[(at + i) & 63];
            switch (word & 7) {
                case 0: continue;
                case 1: sum += i;
                case 2: sum ^= word; if (sum > 500) { break; } sum++; break;
                case 3:
                    for (int j = 0; ; j++) {
                        if (j == i) { break; }
                        if ((word >> j & 1) == 0) { continue; }
                        switch (j) { case 4: return sum - j; case 2: sum += 2; break; default: sum -= 1; }
                        if (sum == 77) { return 77; }
                    }
                    break;
                case 4: while (sum > 10) { sum -= 7; if (sum == 12) { return start; } }
                default: { int k = 3; do { sum += k; if (sum % 5 == 0) { continue; } k--; } while (--k > 0); }
            }
            if (sum < -100) { return sum; }
            if (sum == 42) { break; }
        }
        at += 8;
        if (at == start + 32 && (sum & 1) == 0) { at += 16; }
    } while (at < start + 64);
    return sum + at;
}
void main() {
    uint at = gl_GlobalInvocationID.x;
    int first = walk(int(at));
    if (first == 0) { return; }
    if (first < 0) { data.results[at] = -first; } else { data.results[at] = first + walk(first & 31); }
}
