// Signed and unsigned integers: conversions, shifts, fields of bits, carries, long products.
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { ivec4 i; uvec4 u; vec4 f; bvec4 b; int s; uint t; } d;
void main() {
    d.i = ivec4(d.u) + ivec4(d.f) - (d.i >> 3) * (d.i % 5) / 7;
    d.u = uvec4(d.i) ^ (d.u >> 2u) | ~uvec4(d.f) & (d.u << 1);
    d.s = bitfieldExtract(d.s, 3, 5) + bitfieldInsert(d.s, 9, 2, 4) + bitCount(d.s) + findLSB(d.s) + findMSB(d.t);
    d.t = bitfieldReverse(d.t) + bitfieldExtract(d.t, 1, 9) + uint(d.s < 0);
    uint carry, high, low; int signed_high, signed_low;
    d.t += uaddCarry(d.t, 7u, carry) + usubBorrow(d.t, carry, carry);
    umulExtended(d.t, 99u, high, low); imulExtended(d.s, -3, signed_high, signed_low);
    d.u += uvec4(high, low, uint(signed_high), uint(signed_low));
    d.i = min(max(d.i, ivec4(-4)), ivec4(d.u)) * sign(d.i) + abs(d.i);
    d.f = vec4(d.i) + vec4(d.u) + intBitsToFloat(d.i) + uintBitsToFloat(d.u);
    d.i.x = floatBitsToInt(d.f.y); d.u.y = floatBitsToUint(d.f.x);
    d.b = bvec4(d.i); d.i += ivec4(d.b); d.f = mix(d.f, vec4(d.i), d.b);
    d.b = not(equal(d.i, ivec4(3))); d.s = int(all(d.b)) + int(any(lessThan(d.u, uvec4(9u))));
}
