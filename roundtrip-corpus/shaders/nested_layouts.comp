// Structures in structures and arrays of arrays, each in std140 and std430 layout.
#version 450
layout(local_size_x = 1) in;
struct Inner { vec3 a; float b; vec2 c[2]; };
struct Middle { Inner one[2]; mat2 turn; bool flag; };
layout(std140, binding = 0) uniform First { Middle m; float rows[2][3]; } first;
layout(std430, binding = 1) buffer Second { Middle m; float rows[2][3]; ivec3 last[]; } second;
layout(std430, binding = 2) buffer Third { Middle m; float rows[2][3]; vec3 last[]; } third;
void main() {
    uint at = gl_GlobalInvocationID.x;
    second.m.one[at & 1u] = first.m.one[1];
    third.m = second.m;
    third.rows[at % 2u][2] = first.rows[1][at % 3u] + second.rows[0][0];
    third.last[at] = vec3(second.last[at + 1u]) * third.m.one[0].c[1].x;
    if (first.m.flag) { second.m.turn[1] = third.m.turn * first.m.one[0].c[at & 1u]; }
}
