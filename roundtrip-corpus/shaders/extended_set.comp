// The functions of GLSL that other shaders here do not have: of integers, doubles, matrices, and structures as results.
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data {
    dvec4 wide; double other; dmat3 square; vec4 a; vec4 b; ivec4 i; ivec4 j; uvec4 u; uvec4 v; mat2 m2; mat3 m3; mat4 m4; uint pair[2];
} d;
void main() {
    d.i = abs(d.i) + sign(d.j) + min(d.i, d.j) + max(d.i, 3) + clamp(d.j, -4, 9) + findLSB(d.i) + findMSB(d.j) + findMSB(d.u);
    d.u = min(d.u, d.v) + max(d.u, 5u) + clamp(d.v, 1u, 70u) + uvec4(findLSB(d.v)) + bitfieldReverse(d.u) + uvec4(bitCount(d.v));
    d.j = bitfieldExtract(d.i, 3, 7) + bitfieldInsert(d.j, d.i, 2, 5) + ivec4(bitfieldExtract(d.u, 1, 9));
    uvec4 carry, low, high;
    d.v = uaddCarry(d.u, d.v, carry) + usubBorrow(d.v, d.u, low) + carry + low;
    umulExtended(d.u, d.v, high, low);
    d.u ^= high + low;
    imulExtended(d.i, d.j, d.i, d.j);
    d.m2 = inverse(d.m2) * determinant(d.m2);
    d.m3 = inverse(d.m3) * determinant(d.m3) + outerProduct(d.a.xyz, d.b.xyz);
    d.m4 = inverse(d.m4) * determinant(d.m4);
    d.square = inverse(d.square) * determinant(d.square);
    d.wide = sqrt(d.wide) + abs(d.wide) + floor(d.wide) + mix(d.wide, d.wide.wzyx, d.other) + fma(d.wide, d.wide, dvec4(1.0lf));
    d.wide = inversesqrt(d.wide) + sign(d.wide) + fract(d.wide) + clamp(d.wide, 0.0lf, 1.0lf) + smoothstep(0.0lf, 2.0lf, d.wide);
    d.wide.xyz += cross(d.wide.xyz, d.wide.yzw) + normalize(d.wide.xyz) + reflect(d.wide.xyz, d.wide.zyx) + roundEven(d.wide.xyz);
    uvec2 halves = unpackDouble2x32(d.other);
    d.pair[0] = halves.x; d.pair[1] = halves.y;
    d.other = packDouble2x32(halves.yx) + length(d.wide) + distance(d.wide, d.wide.yzwx) + modf(d.other, d.wide.x);
    ivec4 exponents; vec4 whole;
    d.a = frexp(d.a, exponents) + modf(d.b, whole);
    d.b = ldexp(whole, exponents) + mix(d.a, d.b, lessThan(d.i, d.j)) + refract(d.a, d.b, 0.75) + faceforward(d.a, d.b, whole);
    d.other += ldexp(d.other, 2) + frexp(d.wide.y, exponents.x) + step(0.5lf, d.other) + mod(d.other, 3.0lf);
    d.i.x += exponents.x + floatBitsToInt(d.a.x) + int(packHalf2x16(d.b.xy));
}
