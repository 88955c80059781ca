// Atomic operations on images of all shapes, and buffers of texels.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, r32ui) uniform uimage2D counts;
layout(binding = 1, r32i) uniform iimage2DArray layers;
layout(binding = 2, r32ui) uniform uimageBuffer words;
layout(binding = 3, r32i) uniform iimage3D volume;
layout(binding = 4, rgba16f) uniform image2D picture;
layout(std430, binding = 5) buffer Data { uint sums[64]; int before[64]; } data;
void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    uint index = gl_LocalInvocationIndex;
    uint old = imageAtomicAdd(counts, at, 1u) + imageAtomicMax(counts, at, index) + imageAtomicOr(counts, at.yx, 4u);
    old ^= imageAtomicAdd(words, int(index), old) & imageAtomicXor(words, int(index) ^ 1, 3u);
    int was = imageAtomicMin(layers, ivec3(at, 1), -3) + imageAtomicExchange(layers, ivec3(at, 0), int(index));
    was += imageAtomicCompSwap(volume, ivec3(at, at.x & 1), 0, was) + imageAtomicAnd(volume, ivec3(at, 0), 0xff);
    data.sums[index] = old + uint(imageSize(volume).z + imageSize(words) + imageSize(layers).z);
    data.before[index] = was;
    memoryBarrierImage();
    barrier();
    imageStore(picture, at, imageLoad(picture, at.yx) + vec4(imageLoad(counts, at)) * 0.125);
}
