// Interpolation at other places, and per sample.
#version 450
layout(location = 0) in vec4 a;
layout(location = 1) centroid in vec2 b;
layout(location = 2) sample in vec3 c;
layout(location = 3) flat in ivec2 d;
layout(location = 0) out vec4 color;
void main() {
    color = interpolateAtCentroid(a) + interpolateAtSample(a, gl_SampleID) + interpolateAtOffset(a, vec2(0.25, -0.25));
    color.xy += b * vec2(d) + gl_SamplePosition;
    color.xyz += c;
}
