// Matrices of every shape in both orders, with offsets and alignments of their own, and accesses to rows, columns and elements.
#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Columns {
    layout(offset = 16) mat2 a; mat2x3 b; layout(align = 64) mat2x4 c; mat3x2 d; mat3 e; mat3x4 f; mat4x2 g; mat4x3 h; mat4 i;
    mat3x2 several[3];
} columns;
layout(std430, row_major, binding = 1) buffer Rows {
    layout(offset = 32) mat2 a; mat2x3 b; layout(align = 32) mat2x4 c; mat3x2 d; mat3 e; mat3x4 f; mat4x2 g; mat4x3 h; mat4 i;
    mat3x2 several[3]; mat2x3 open[];
} rows;
void main() {
    uint at = gl_LocalInvocationIndex;
    rows.open[at][at & 1u] += vec3(columns.several[at % 3u][at & 1u], float(at));
    rows.open[at][1][at % 3u] = rows.several[2][at & 1u].y;
    barrier();
    if (at != 0u) { return; }
    rows.a = columns.a; rows.b = columns.b * 2.0; rows.c = columns.c + rows.c; rows.d = columns.d; rows.e = transpose(columns.e);
    columns.f = transpose(rows.h); columns.h = transpose(rows.f); columns.g = rows.g; columns.i *= rows.i;
    rows.several = columns.several;
    columns.several[1] = matrixCompMult(rows.several[0], rows.d);
    rows.g[3].y = columns.g[1].x;
    columns.d[2] = vec2(rows.c[1][3], rows.i[2][1]);
    rows.h[2].xz = columns.h[1].yx;
}
