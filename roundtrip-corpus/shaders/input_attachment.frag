// Input attachments, and several outputs at one place.
#version 450
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput color_in;
layout(input_attachment_index = 1, set = 0, binding = 1) uniform subpassInputMS many_in;
layout(location = 0, index = 0) out vec4 color;
layout(location = 0, index = 1) out vec4 other;
void main() {
    color = subpassLoad(color_in);
    other = subpassLoad(many_in, 1);
}
