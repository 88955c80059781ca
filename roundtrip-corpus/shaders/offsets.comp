// Members with offsets of their own, and alignments.
#version 450
#extension GL_ARB_enhanced_layouts : require
layout(local_size_x = 1) in;
layout(std140, binding = 0) uniform Sparse {
    layout(offset = 16) float a; layout(offset = 32, align = 64) vec4 b; layout(offset = 128) mat3x2 c; float d[2];
} s;
layout(std430, binding = 1) buffer Dense { layout(offset = 8) vec2 a; layout(align = 32) float b[3]; uint tail[]; } d;
void main() {
    d.a = s.c * vec3(s.a, s.b.x, s.d[1]);
    d.b[gl_LocalInvocationIndex % 3u] = d.a.y;
    d.tail[d.tail.length() - 1] = floatBitsToUint(d.b[2]);
}
