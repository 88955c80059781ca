// A loop over the faces of a cube image, with gradients.
#version 450
layout(binding = 0) uniform samplerCube sky;
layout(binding = 1) uniform sampler1D ramp;
layout(binding = 2) uniform sampler2DArray stack;
layout(location = 0) in vec3 way;
layout(location = 0) out vec4 color;
void main() {
    vec4 sum = vec4(0.0);
    vec3 dx = dFdx(way), dy = dFdy(way);
    for (int i = -2; i <= 2; i++) { sum += textureGrad(sky, way + dx * float(i), dx, dy) * texture(ramp, float(i) * 0.25); }
    sum += textureLod(stack, vec3(way.xy, 2.0), 1.5) + textureOffset(stack, way, ivec2(-1, 2));
    sum.x += float(textureQueryLevels(sky)) + float(textureSize(stack, 0).z);
    color = sum;
}
