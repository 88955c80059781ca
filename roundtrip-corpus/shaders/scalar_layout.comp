// Blocks of scalar layout: vectors of three next to numbers, structures without padding, arrays with odd strides.
// ENV: vulkan1.2
#version 450
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
struct Corner { vec3 place; float u; vec3 normal; float16_t v; uint16_t kind; };
struct Triangle { Corner corners[3]; vec2 center; mat3 turn; };
layout(scalar, binding = 0) uniform Parameters { vec3 first; vec3 second; float scale; mat2x3 turn; vec3 list[3]; } parameters;
layout(scalar, binding = 1) buffer Triangles { uint count; Triangle triangles[]; } mesh;
layout(scalar, row_major, binding = 2) buffer Normals { mat2x3 turn; f16vec3 small[4]; vec3 normals[]; } result;
void main() {
    uint at = gl_GlobalInvocationID.x;
    Triangle one = mesh.triangles[at];
    vec3 a = one.corners[1].place - one.corners[0].place;
    vec3 b = one.corners[2].place - one.corners[0].place;
    result.normals[at] = cross(a, b) * parameters.scale + parameters.list[at % 3u] + parameters.second;
    mesh.triangles[at].corners[at % 3u].normal = one.turn * result.normals[at];
    mesh.triangles[at].corners[2].v = float16_t(float(one.corners[0].kind) + float(one.corners[1].v));
    if (at < 4u) { result.small[at] = f16vec3(parameters.first); }
    if (at == 5u) { result.turn = parameters.turn; mesh.count += 1u; }
}
