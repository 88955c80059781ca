// Integers of 64 bits: arithmetic, shifts, comparisons, conversions, vectors, atomics.
// ENV: vulkan1.2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint64_t total; int64_t least; uint64_t words[16]; i64vec2 pairs[16]; uvec2 parts[16]; } data;
layout(push_constant) uniform Push { uint64_t seed; i64vec3 shifts; } push;
uint64_t mixed(uint64_t x) {
    x ^= x >> 33; x *= 0xff51afd7ed558ccdUL; x ^= x >> 33; x *= 0xc4ceb9fe1a85ec53UL;
    return x ^ x >> 33;
}
void main() {
    uint at = gl_LocalInvocationIndex;
    uint64_t word = mixed(data.words[at] + push.seed);
    int64_t number = int64_t(word) >> int(at & 7u);
    i64vec2 pair = abs(data.pairs[at]) * i64vec2(push.shifts.xy) - i64vec2(number, -number);
    pair = min(max(pair, i64vec2(-1000000000000L)), i64vec2(number / 7L, number % 11L)) + sign(pair);
    if (any(lessThan(pair, i64vec2(5))) || word > 1UL << 60) { pair.y = ~pair.x | 0x100000000L; }
    switch (int(number & 3L)) { case 0: pair.x++; case 1: pair.y--; break; default: pair = pair.yx; }
    data.pairs[at] = pair + i64vec2(double(word) * 0.5lf);
    // A number that does not fit an integer becomes any: processors with AVX-512 give another than those without.
    data.parts[at] = unpackUint2x32(word) ^ uvec2(uint(number >> 32), uint(float(number & 0xffffffL)));
    data.words[at] = packUint2x32(data.parts[at].yx);
    atomicAdd(data.total, word);
    atomicMin(data.least, number);
    atomicXor(data.total, 0x8000000000000001UL);
}
