// Numbers of 64 bits: vectors, matrices, packing.
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { dmat3 m; dvec4 v; double s; uvec2 halves; } d;
void main() {
    d.v = sqrt(d.v) + floor(d.v) * fract(d.s) - min(d.v, dvec4(2.0lf)) / max(d.s, 1.0lf);
    d.m = d.m * transpose(d.m) + dmat3(d.s);
    d.s = packDouble2x32(d.halves) + length(d.v) + determinant(d.m);
    d.halves = unpackDouble2x32(d.s) + uvec2(ivec2(d.v.xy));
    d.v.xyz = cross(d.v.xyz, dvec3(vec3(d.v.zyx))) + d.m[2];
}
