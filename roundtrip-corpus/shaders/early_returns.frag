// Returns from loops, switches and both sides of conditions.
#version 450
layout(location = 0) in vec4 place;
layout(location = 1) flat in int kind;
layout(location = 0) out vec4 color;
vec4 shade(int kind, float at) {
    for (int i = 0; i < 10; i++) {
        if (float(i) > at) { return vec4(float(i)); }
        switch (kind + i) {
            case 2: return vec4(at);
            case 5: continue;
            case 7: case 8: kind -= 2; break;
            default: if (at < 0.0) { return vec4(0.0); } break;
        }
        while (kind > 100) { if (kind == 200) { return vec4(1.0); } kind /= 2; }
    }
    if (at > 3.0) { return vec4(2.0); } else { return vec4(3.0); }
}
void main() { color = shade(kind, place.x) + shade(kind * 2, place.y); }
