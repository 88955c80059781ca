// References to buffers that have references to buffers of their own type, of others, and arrays of references.
// ENV: vulkan1.2
#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 8) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference) buffer Tree;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Node { Node next; uint key; float value; Tree owner; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Tree { Tree children[2]; Node list; vec4 box; };
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Words { uint word[64]; };
layout(std430, binding = 0) buffer Result { float sums[]; } result;
layout(push_constant) uniform Push { Tree root; Node head; Words words; uint limit; } push;
void main() {
    uint at = gl_GlobalInvocationID.x;
    float sum = 0.0;
    Node node = push.head;
    for (uint steps = 0u; steps < push.limit && uint64_t(node) != 0ul; steps++) {
        if (node.key == at) { node.value = 1.0; break; }
        sum += node.owner.box.y;
        node = node.next;
    }
    Tree tree = push.root;
    for (uint bit = 0u; bit < min(push.limit, 8u); bit++) { tree = tree.children[at >> bit & 1u]; }
    tree.list.next = push.head;
    Words words = Words(uint64_t(push.words) + 4ul);
    sum += float(words.word[at] ^ (words + int(at >> 31)).word[5]);
    result.sums[at] = sum + tree.box[at & 3u];
}
