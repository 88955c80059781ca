// Positions blended by matrices of bones, instances by rows.
#version 450
layout(std430, set = 0, binding = 0) readonly buffer Bones { mat4 bones[]; } skeleton;
layout(std430, set = 0, binding = 1, row_major) readonly buffer Instances { mat4x3 placed[]; } instances;
layout(push_constant) uniform Push { mat4 projection; } push;
layout(location = 0) in vec3 position;
layout(location = 1) in uvec4 joints;
layout(location = 2) in vec4 weights;
layout(location = 3) in vec4 tangent;
layout(location = 0) out mat3 frame;
void main() {
    mat4 blended = skeleton.bones[joints.x] * weights.x + skeleton.bones[joints.y] * weights.y;
    blended += skeleton.bones[joints.z] * weights.z + skeleton.bones[joints.w] * weights.w;
    vec4 turned = blended * vec4(position, 1.0);
    vec3 placed = instances.placed[gl_InstanceIndex] * turned;
    gl_Position = push.projection * vec4(placed, 1.0);
    frame = mat3(instances.placed[gl_InstanceIndex]) * mat3(tangent.xyz, cross(tangent.xyz, position), position);
}
