// Matrices in memory, column-major and row-major, of all shapes, and the products of them.
#version 450
layout(local_size_x = 1) in;
layout(std140, binding = 0) uniform In {
    mat4 a; mat3 b; layout(row_major) mat4 c; layout(row_major) mat2x3 d; mat3x2 e[2]; layout(row_major) mat3 f[3];
} u;
layout(std430, binding = 1) buffer Out { mat4 a; mat3 b; layout(row_major) mat3x4 c; vec4 v; float s; } o;
void main() {
    o.a = u.a * u.c + transpose(u.a) * 2.0;
    o.b = u.b * u.f[1] * inverse(u.b);
    o.c[1] = vec4(u.d[0], 1.0);
    o.c[2].y = u.c[3][1];
    o.v = u.a * vec4(u.b[2], 1.0) + vec4(u.e[1] * u.d[1], 0.0, 0.0) * u.c;
    o.s = determinant(u.b) + outerProduct(u.b[0], u.d[1])[1][2];
    mat2 small = mat2(1.0, 2.0, 3.0, o.s);
    small[1] = small[0].yx;
    o.v.xy = matrixCompMult(small, mat2(4.0))[1];
}
