// Helper invocations, and the end of one.
// ENV: vulkan1.3
#version 450
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) in vec2 place;
layout(binding = 0) uniform sampler2D surface;
layout(location = 0) out vec4 color;
void main() {
    if (place.x < 0.0) { demote; }
    color = texture(surface, place);
    if (helperInvocationEXT()) { color = vec4(0.0); }
}
