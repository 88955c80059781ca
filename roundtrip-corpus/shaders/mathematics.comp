// The functions of GLSL.
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { vec4 a; vec4 b; vec4 c; float s; uint packed[6]; int e; } d;
void main() {
    d.a = sin(d.a) + cos(d.b) + tan(d.c) + asin(d.a) + acos(d.b) + atan(d.c) + atan(d.a, d.b);
    d.a += sinh(d.b) + cosh(d.c) + tanh(d.a) + asinh(d.b) + acosh(d.c) + atanh(d.a) + radians(d.b) + degrees(d.c);
    d.b = pow(d.a, d.c) + exp(d.a) + log(d.b) + exp2(d.c) + log2(d.a) + sqrt(d.b) + inversesqrt(d.c);
    d.c = abs(d.a) + sign(d.b) + floor(d.c) + trunc(d.a) + round(d.b) + roundEven(d.c) + ceil(d.a) + fract(d.b);
    d.c += mod(d.a, d.b) + min(d.b, d.c) + max(d.a, d.c) + clamp(d.a, 0.0, 1.0) + mix(d.a, d.b, 0.25);
    d.a = step(d.a, d.b) + smoothstep(d.a, d.b, d.c) + fma(d.a, d.b, d.c);
    d.s = length(d.a) + distance(d.a, d.b) + dot(d.b, d.c);
    d.a.xyz = cross(d.a.xyz, d.b.xyz) + normalize(d.c.xyz) + faceforward(d.a.xyz, d.b.xyz, d.c.xyz);
    d.b.xyz = reflect(d.a.xyz, d.b.xyz) + refract(d.a.xyz, d.b.xyz, 0.5);
    float whole; int exponent;
    d.s += modf(d.s, whole) + whole + frexp(d.s, exponent) + ldexp(d.s, 3);
    d.e = exponent;
    d.packed[0] = packUnorm4x8(d.a) ^ packSnorm4x8(d.b); d.packed[1] = packUnorm2x16(d.a.xy) ^ packSnorm2x16(d.b.xy);
    d.packed[2] = packHalf2x16(mix(d.c.xy, vec2(0.5), isnan(d.c.xy))); // The sign of a number that is none is any.
    d.c = unpackUnorm4x8(d.packed[3]) + unpackSnorm4x8(d.packed[4]);
    d.c.xy += unpackUnorm2x16(d.packed[3]) + unpackSnorm2x16(d.packed[4]) + unpackHalf2x16(d.packed[5]);
    d.s = isnan(d.s) || isinf(d.a.x) ? 1.0 : d.s;
}
