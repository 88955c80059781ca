// Lengths of arrays that are specialization constants and operations on them: nested, in structures, shared, of all kinds of numbers.
#version 450
layout(local_size_x = 4, local_size_y_id = 1, local_size_z_id = 2) in;
layout(constant_id = 10) const int width = 4;
layout(constant_id = 11) const uint height = 3u;
layout(constant_id = 12) const bool deep = true;
layout(constant_id = 13) const double wide = 2.5;
const int area = width * int(height) + 1;
const uint flags = (height << 3 | uint(width)) & ~1u;
const int depth = deep ? area : width % 3;
const bool larger = area > 8 && height != 2u;
struct Cell { float numbers[width]; int kind; };
layout(std430, binding = 0) buffer Data { uint fixed_[8]; float values[]; } data;
shared float grid[width][height];
shared Cell cells[area];
void main() {
    vec2 local[depth][2];
    uint at = gl_LocalInvocationIndex;
    for (int i = 0; i < depth; i++) { local[i][i & 1] = vec2(i, at); local[i][1 - (i & 1)] = vec2(data.values[i]); }
    if (at < height) { for (int x = 0; x < width; x++) { grid[x][at] = float(x * area) + local[x][0].y; } }
    if (at < uint(area)) { cells[at].kind = int(flags); cells[at].numbers[at % uint(width)] = float(wide); }
    barrier();
    float sum = larger ? grid[width - 1][height - 1u] : float(grid.length());
    data.values[at] = sum + float(cells[at % uint(area)].kind) + cells[0].numbers[0] + local[depth - 1][1].x;
    data.fixed_[at & 7u] = gl_WorkGroupSize.y * gl_WorkGroupSize.z + flags;
}
