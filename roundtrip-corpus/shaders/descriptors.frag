// Arrays of descriptors, indices that differ within a draw, buffers in arrays.
// ENV: vulkan1.2
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(set = 0, binding = 0) uniform sampler2D images[];
layout(set = 0, binding = 1) uniform Color { vec4 color; } colors[4];
layout(set = 1, binding = 0) buffer Numbers { uint first; float rest[]; } numbers[];
layout(location = 0) flat in uint which;
layout(location = 1) in vec2 place;
layout(location = 0) out vec4 color;
void main() {
    color = texture(images[nonuniformEXT(which)], place) + colors[which & 3u].color;
    numbers[nonuniformEXT(which + 1u)].rest[numbers[0].first] = color.x;
    color.w = float(numbers[2].rest.length());
}
