// Storage and uniform buffers: std430 and std140, nested structures, arrays with and without padding, an open array.
#version 450
layout(local_size_x = 64) in;
struct Particle { vec3 position; float mass; vec2 spin; };
struct Cell { Particle first; ivec3 counts; uint flags[3]; };
layout(std430, set = 0, binding = 0) buffer Particles { uint count; Particle particles[]; } data;
layout(std140, set = 0, binding = 1) uniform Settings { float weights[4]; Cell cell; vec4 tint; bool enabled; } settings;
layout(std430, set = 1, binding = 0) writeonly buffer Result { Cell cells[8]; float sums[]; } result;
void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= data.count) { return; }
    Particle one = data.particles[index];
    one.position += settings.cell.first.position * settings.weights[index & 3u];
    data.particles[index].spin = one.spin.yx;
    data.particles[index].position.z = one.mass;
    if (settings.enabled) { result.cells[index % 8u].counts = ivec3(one.position) + settings.cell.counts; }
    result.cells[index % 8u].flags[index % 3u] = settings.cell.flags[2];
    result.sums[index] = dot(one.position, settings.tint.xyz);
}
