// Textures of one and three dimensions, arrays of cubes, buffers, separate samplers, and arrays of those.
#version 450
layout(location = 0) in vec4 place;
layout(location = 1) flat in int chosen;
layout(location = 0) out vec4 color;
layout(location = 1) out ivec2 number;
layout(set = 1, binding = 0) uniform sampler1D line;
layout(set = 1, binding = 1) uniform sampler1DArrayShadow lines;
layout(set = 1, binding = 2) uniform samplerCubeArray cubes;
layout(set = 1, binding = 3) uniform samplerBuffer texels;
layout(set = 1, binding = 4) uniform texture2D pictures[3];
layout(set = 1, binding = 5) uniform sampler filters[2];
layout(set = 1, binding = 6) uniform samplerShadow compared;
layout(set = 1, binding = 7) uniform itexture3D volume;
layout(set = 1, binding = 8) uniform samplerCubeShadow depth;
vec4 read(texture2D picture, sampler filtered, vec2 at) { return texture(sampler2D(picture, filtered), at); }
void main() {
    vec4 sum = texture(line, place.x) + textureLod(line, place.y, 2.0) + textureGrad(cubes, place, place.xyz, place.yzw);
    sum += texelFetch(texels, chosen) + read(pictures[1], filters[0], place.xy) + read(pictures[2], filters[1], place.zw);
    sum.x += texture(sampler2DShadow(pictures[0], compared), place.xyz) + texture(lines, place.xyz) + texture(depth, place);
    number = ivec2(texelFetch(isampler3D(volume, filters[0]), ivec3(chosen), 0).xy) + ivec2(textureSize(line, 0), textureSize(cubes, 1).z);
    color = sum;
}
