// Arithmetic of 8 and 16 bits, in blocks, push constants and shared memory.
// ENV: vulkan1.2
#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 16) in;
struct Pixel { u8vec4 color; i16vec2 shift; float16_t depth; int8_t layer; uint8_t flags; };
layout(std430, binding = 0) buffer Data { Pixel pixels[16]; uint8_t bytes[64]; int16_t shorts[32]; f16vec4 halves[16]; } data;
layout(std140, binding = 1) uniform Table { u16vec4 words[4]; i8vec2 pairs[4]; } table;
layout(push_constant) uniform Push { float16_t factor; uint16_t limit; int8_t step; } push;
shared int16_t totals[16];
void main() {
    uint at = gl_LocalInvocationIndex;
    Pixel pixel = data.pixels[at];
    u8vec4 mixed = (pixel.color >> uint8_t(1)) + u8vec4(data.bytes[at]) * pixel.flags;
    pixel.color = max(mixed, u8vec4(3)) ^ ~pixel.color.wzyx;
    pixel.shift = abs(pixel.shift - i16vec2(push.step, table.pairs[at & 3u].y));
    pixel.depth = fma(pixel.depth, push.factor, float16_t(at)) - float16_t(pixel.layer);
    pixel.layer = int8_t(clamp(int(pixel.layer) + int(push.step), -100, 100));
    totals[at] = int16_t(pixel.shift.x / int16_t(3) + int16_t(table.words[at & 3u].z % uint16_t(7)));
    barrier();
    int16_t sum = int16_t(0);
    for (uint8_t i = uint8_t(0); i < uint8_t(16); i++) { sum += totals[uint(i)]; }
    data.shorts[at] = bool(push.limit) ? sum : int16_t(pixel.depth > float16_t(2.0));
    data.halves[at] = f16vec4(vec4(pixel.color)) * data.halves[at].yxwz;
    data.bytes[at + 16u] = uint8_t(float(pixel.flags) * 0.5);
    data.pixels[at] = pixel;
}
