// Loops within loops within conditions, with exits on each level.
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { int grid[16][16]; int found; } data;
void main() {
    int wanted = int(gl_GlobalInvocationID.x), seen = 0;
    bool done = false;
    for (int y = 0; y < 16 && !done; y++) {
        int x = 0;
        do {
            int value = data.grid[y][x];
            if (value == wanted) {
                for (int around = 0; around < 4; around++) {
                    int near = data.grid[(y + around) & 15][(x + 1) & 15];
                    if (near < 0) { break; }
                    if (near == 0) { continue; }
                    seen += near > wanted ? 1 : near < wanted ? -1 : 0;
                }
                done = seen > 3;
                if (done) { break; }
            } else if (value < 0) { x += 2; continue; }
            x++;
        } while (x < 16);
        if (seen < -5) { data.found = -1; return; }
    }
    if (done) { data.found = seen; }
}
