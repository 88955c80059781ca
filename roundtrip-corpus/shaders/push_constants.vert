// Push constants, inputs and outputs with locations and interpolation, the block of gl_Position.
#version 450
layout(push_constant) uniform Push { layout(offset = 16) mat4 world; vec3 light; float time; uint options[2]; } push;
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in ivec4 bones;
layout(location = 3) in mat3 frame;
layout(location = 0) out vec3 color;
layout(location = 1) flat out int bone;
layout(location = 2) noperspective out vec2 place;
layout(location = 3) out Pair { vec4 first; centroid vec2 second; } pair;
out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[2]; };
void main() {
    vec3 turned = frame * normal;
    gl_Position = push.world * vec4(position + turned * push.time, 1.0);
    gl_PointSize = float(push.options[1]);
    gl_ClipDistance[0] = position.x;
    gl_ClipDistance[1] = gl_Position.w;
    color = max(vec3(0.0), turned * push.light);
    bone = bones[gl_VertexIndex & 3] + gl_InstanceIndex;
    place = position.xy;
    pair.first = vec4(normal, 2.0);
    pair.second = position.yz;
}
