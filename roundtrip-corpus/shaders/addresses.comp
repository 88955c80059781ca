// Buffers by address: lists, alignment, pointers in buffers and push constants.
// ENV: vulkan1.2
#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
layout(local_size_x = 32) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node { vec4 value; Node next; uint depth; };
layout(buffer_reference, std430) buffer Floats { float values[]; };
layout(push_constant) uniform Push { Node head; Floats out_values; uint limit; } push;
void main() {
    Node node = push.head;
    vec4 sum = vec4(0.0);
    for (uint i = 0u; i < push.limit; i++) { sum += node.value; node.depth = i; node = node.next; }
    push.out_values.values[gl_GlobalInvocationID.x] = dot(sum, vec4(1.0));
}
