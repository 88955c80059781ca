// Gathering and fetching, with offsets, bias, levels, gradients, comparisons and projection.
#version 450
layout(location = 0) in vec4 place;
layout(location = 1) flat in ivec2 shift;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D plain;
layout(binding = 1) uniform sampler2DArray layers;
layout(binding = 2) uniform sampler2DShadow shadow;
layout(binding = 3) uniform samplerCube cube;
layout(binding = 4) uniform isampler2D numbers;
layout(binding = 5) uniform usamplerBuffer words;
layout(binding = 6) uniform sampler3D volume;
layout(binding = 7) uniform sampler2DArrayShadow shadows;
const ivec2 corners[4] = ivec2[](ivec2(0, 1), ivec2(-2, 3), ivec2(4, -5), ivec2(7, -8));
void main() {
    vec4 sum = textureGather(plain, place.xy) + textureGather(plain, place.xy, 2);
    sum += textureGatherOffset(plain, place.xy, ivec2(1, -2), 1) + textureGatherOffset(layers, place.xyz, shift);
    sum += textureGatherOffsets(plain, place.xy, corners, 3) + textureGather(cube, place.xyz, 1);
    sum += textureGather(shadow, place.xy, 0.5) + textureGatherOffset(shadow, place.xy, 0.25, ivec2(3));
    sum += vec4(textureGather(numbers, place.xy, 1) + ivec4(texelFetch(words, shift.x)));
    sum += textureOffset(plain, place.xy, ivec2(-1, 2)) + textureLodOffset(plain, place.xy, 1.0, ivec2(1, 1));
    sum += textureGradOffset(layers, place.xyz, place.xy, place.zw, ivec2(2, 1)) + textureProj(plain, place.xyw);
    sum += textureProjLod(plain, place, 0.5) + textureProjGrad(plain, place, place.xy, place.zw) + texture(volume, place.xyz, -1.0);
    sum += texelFetchOffset(plain, shift, 0, ivec2(1, 0)) + texelFetch(layers, ivec3(shift, 1), 0);
    sum.x += texture(shadow, place.xyz) + textureLod(shadow, place.xyz, 0.0) + textureProj(shadow, place) + texture(shadows, place);
    sum.xy += textureQueryLod(plain, place.xy) + vec2(textureSize(layers, 0).xz) + vec2(textureQueryLevels(cube), textureSize(words));
    color = sum;
}
