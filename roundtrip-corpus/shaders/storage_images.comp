// Images to read and write, with formats and without, and atomic operations on texels.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8) uniform readonly image2D source;
layout(binding = 1, rgba16f) uniform writeonly image2D target;
layout(binding = 2, r32ui) uniform coherent uimage2D counters;
layout(binding = 3, r32i) uniform iimage1D line;
layout(binding = 4, rgba32f) uniform image3D volume;
layout(binding = 5, r32f) uniform imageBuffer texels;
void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, imageSize(source)))) { return; }
    vec4 color = imageLoad(source, at);
    imageStore(target, at, color * imageLoad(volume, ivec3(at, 1)));
    uint old = imageAtomicAdd(counters, at / 4, 1u);
    imageAtomicMax(line, at.x, int(old));
    imageAtomicCompSwap(counters, at, old, 9u);
    imageStore(texels, at.x, vec4(imageLoad(texels, at.y).x + 1.0));
}
