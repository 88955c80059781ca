// Images of all kinds: implicit and explicit lookups, comparisons, projections, gathers, fetches, sizes.
#version 450
layout(set = 0, binding = 0) uniform sampler2D flat_image;
layout(set = 0, binding = 1) uniform samplerCubeArray cubes;
layout(set = 0, binding = 2) uniform sampler2DShadow shadow;
layout(set = 0, binding = 3) uniform usampler3D volume;
layout(set = 0, binding = 4) uniform isampler2DArray layers;
layout(set = 0, binding = 5) uniform sampler2DMS many;
layout(set = 0, binding = 6) uniform samplerBuffer texels;
layout(set = 1, binding = 0) uniform texture2D apart;
layout(set = 1, binding = 1) uniform sampler how[2];
layout(location = 0) in vec4 coordinate;
layout(location = 1) flat in int layer;
layout(location = 0) out vec4 color;
layout(location = 1) out uvec4 numbers;
void main() {
    color = texture(flat_image, coordinate.xy) + texture(flat_image, coordinate.xy, 0.5);
    color += textureLod(flat_image, coordinate.xy, 2.0) + textureProj(flat_image, coordinate.xyz);
    color += textureGrad(flat_image, coordinate.xy, dFdx(coordinate.xy), dFdy(coordinate.xy));
    color += textureOffset(flat_image, coordinate.xy, ivec2(1, -1)) + texelFetch(flat_image, ivec2(coordinate.xy), 1);
    color += texture(cubes, coordinate) * texture(shadow, coordinate.xyz) + texelFetch(many, ivec2(3), 2);
    color += textureGather(flat_image, coordinate.xy, 2) + textureGather(shadow, coordinate.xy, 0.5);
    color += texture(sampler2D(apart, how[1]), coordinate.zw) + texelFetch(texels, layer);
    color.x += float(textureSize(layers, 1).z + textureQueryLevels(volume)) + textureQueryLod(flat_image, coordinate.xy).x;
    color.y += fwidth(coordinate.x);
    numbers = texture(volume, coordinate.xyz) + uvec4(texelFetch(layers, ivec3(1, 2, layer), 0));
}
