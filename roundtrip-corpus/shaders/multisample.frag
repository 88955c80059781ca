// Textures and images with several samples, masks, and interpolation at samples.
#version 450
#extension GL_ARB_shader_stencil_export : enable
layout(early_fragment_tests) in;
layout(location = 0) sample in vec4 place;
layout(location = 1) centroid in vec2 middle;
layout(location = 2) noperspective in vec3 flatness;
layout(location = 3) in vec2 inner;
layout(location = 0) out vec4 color;
layout(location = 1) out uint covered;
layout(binding = 0) uniform sampler2DMS several;
layout(binding = 1) uniform usampler2DMSArray layers;
layout(binding = 2, rgba8) uniform image2DMS target;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < textureSamples(several); i++) { sum += texelFetch(several, at, i); }
    sum += vec4(texelFetch(layers, ivec3(at, gl_Layer), 1)) + imageLoad(target, at, gl_SampleID);
    sum.xy += interpolateAtSample(inner, 2) + interpolateAtOffset(inner, vec2(0.25)) + interpolateAtCentroid(inner) + middle;
    sum.zw += gl_SamplePosition + vec2(imageSamples(target), imageSize(target).y);
    imageStore(target, at, gl_SampleID, place);
    gl_SampleMask[0] = gl_SampleMaskIn[0] & 5;
    covered = uint(bitCount(gl_SampleMaskIn[0])) + uint(gl_PrimitiveID);
    color = gl_FrontFacing ? sum : vec4(flatness, gl_PointCoord.x);
}
