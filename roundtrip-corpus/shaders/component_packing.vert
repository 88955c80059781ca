// Several outputs in the components of one location, inputs of all kinds.
#version 450
layout(location = 0) in float a;
layout(location = 1) in uvec2 b;
layout(location = 2) in mat2x3 c[2];
layout(location = 0, component = 0) out vec2 first;
layout(location = 0, component = 2) out float second;
layout(location = 0, component = 3) flat out uint third;
layout(location = 1) out vec3 rest[2];
layout(location = 3) invariant out vec4 same;
void main() {
    first = vec2(a, float(b.x));
    second = c[0][1].z;
    third = b.y;
    for (int i = 0; i < 2; i++) { rest[i] = c[i][0]; }
    same = vec4(first, second, 1.0);
    gl_Position = same;
}
