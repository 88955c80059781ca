// Rounds of a hash function: rotations, tables, words in arrays.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint words[][16]; } source;
layout(std430, binding = 1) buffer Out { uint digests[][4]; } target;
const uint constants[8] = uint[](0xd76aa478u, 0xe8c7b756u, 0x242070dbu, 0xc1bdceeeu, 0xf57c0fafu, 0x4787c62au, 0xa8304613u, 0xfd469501u);
uint rotate(uint value, int by) { return (value << by) | (value >> (32 - by)); }
void main() {
    uint at = gl_GlobalInvocationID.x;
    uint state[4] = uint[](0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u);
    for (int i = 0; i < 32; i++) {
        uint mixed = (state[1] & state[2]) | (~state[1] & state[3]);
        uint next = state[1] + rotate(state[0] + mixed + constants[i & 7] + source.words[at][i & 15], 7 + (i & 3) * 5);
        state[0] = state[3]; state[3] = state[2]; state[2] = state[1]; state[1] = next;
    }
    target.digests[at] = state;
}
