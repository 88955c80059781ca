// Functions with all kinds of parameters, and values of structures and arrays.
#version 450
layout(local_size_x = 1) in;
struct State { ivec2 position; float energy[3]; };
layout(std430, binding = 0) buffer Data { State states[]; } data;
float table[5] = float[](1.0, 2.0, 4.0, 8.0, 16.0);
const ivec3 directions[4] = ivec3[](ivec3(1, 0, 0), ivec3(0, 1, 0), ivec3(-1, 0, 0), ivec3(0, -1, 0));
void shift(inout State state, in int direction, out float spent) {
    state.position += directions[direction & 3].xy;
    spent = state.energy[direction % 3] * table[direction % 5];
    state.energy[1] -= spent;
}
State fresh(vec3 energies) {
    State state;
    state.position = ivec2(0);
    state.energy = float[3](energies.x, energies.y, energies.z);
    return state;
}
bool is_spent(State state) { return state.energy[0] + state.energy[1] <= 0.0; }
void main() {
    State state = fresh(vec3(3.0, 2.0, 1.0));
    float spent;
    for (int i = 0; i < 9 && !is_spent(state); i++) { shift(state, i, spent); table[i % 5] += spent; }
    data.states[gl_GlobalInvocationID.x] = state;
}
