// Distances to planes, draw parameters, integers as inputs, numbers of 64 bits between, matrices as outputs.
// ENV: vulkan1.1
#version 460
#extension GL_ARB_shader_viewport_layer_array : enable
layout(location = 0) in vec4 place;
layout(location = 1) in vec2 rough;
layout(location = 2) in mat3 turn;
layout(location = 5) in ivec4 bones;
layout(location = 6) in uvec2 tags[2];
layout(location = 0) out mat3x2 outgoing;
layout(location = 3) flat out uvec3 tag;
layout(location = 4, component = 1) out vec2 part;
layout(location = 5) out struct Result { vec2 a; float b[2]; } result;
layout(std140, binding = 0) uniform Planes { vec4 planes[4]; mat4 bones[16]; } scene;
out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[3]; float gl_CullDistance[1]; };
void main() {
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 4; i++) { sum += scene.bones[bones[i] & 15] * place * 0.25; }
    gl_Position = sum;
    for (int i = 0; i < 3; i++) { gl_ClipDistance[i] = dot(scene.planes[i], sum); }
    gl_CullDistance[0] = dot(scene.planes[3], sum);
    gl_PointSize = float(gl_VertexIndex + gl_InstanceIndex + gl_BaseVertex + gl_DrawID);
    outgoing = mat3x2(turn) * 2.0;
    tag = uvec3(tags[1], tags[0].x + uint(gl_BaseInstance));
    dvec2 exact = dvec2(rough);
    part = vec2(exact * exact.yx);
    result.a = part.yx;
    result.b[1] = float(exact.x);
    result.b[0] = result.b[1] * 0.5;
}
