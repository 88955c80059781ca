// Blocks of std140: arrays with strides of 16, matrices of both orders, structures in structures.
#version 450
layout(local_size_x = 16) in;
struct Light { vec3 place; float power; vec2 spread[2]; mat3x2 turn; };
struct Scene { Light lights[3]; float weights[5]; mat2x4 wide; uint on; };
layout(std140, binding = 0) uniform Camera { mat4 view; layout(row_major) mat4x3 model; vec2 jitter[4]; Scene scene; } camera;
layout(std140, row_major, binding = 1) buffer Out {
    mat3 rows; layout(column_major) mat3 columns; ivec3 counts; int last; Scene copy; float tail[];
} result;
void main() {
    uint at = gl_LocalInvocationID.x;
    if (at == 0u) {
        result.rows = mat3(camera.view) * result.columns;
        result.columns[1] = result.rows[2];
        result.rows[1].z = result.columns[2][0] + camera.scene.weights[4];
        result.counts.yz = result.counts.xy + ivec2(camera.scene.on, 1);
        result.last += result.counts.z;
        result.copy = camera.scene;
        result.copy.wide[1] = camera.model * vec4(camera.jitter[3], 1.0, 0.0) * 2.0 == vec3(0.0) ? vec4(1.0) : camera.view[at];
        result.copy.lights[1].turn[2] = camera.scene.lights[2].turn * camera.scene.lights[at].place;
    }
    Light light = camera.scene.lights[at % 3u];
    result.tail[at] = light.power + dot(light.place, camera.model[at & 3u]) + light.spread[at & 1u].y;
}
