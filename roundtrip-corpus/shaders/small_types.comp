// Numbers of 8, 16 and 64 bits, in memory and computed with.
// ENV: vulkan1.2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data {
    int8_t bytes[16]; uint16_t words[8]; float16_t halves[8]; f16vec3 vector; int64_t long_number; double wide; i16vec4 shorts;
} d;
void main() {
    d.bytes[1] = int8_t(d.bytes[0] + int8_t(-3));
    d.words[2] = uint16_t(uint(d.words[1]) * 7u) >> uint16_t(2us);
    d.halves[3] = d.halves[2] * float16_t(0.5) + d.vector.y;
    d.vector = f16vec3(vec3(d.vector) * 2.0);
    d.long_number = int64_t(d.bytes[2]) * d.long_number - 5l;
    d.wide = sqrt(d.wide) * 2.0lf + double(d.long_number);
    d.shorts = i16vec4(d.shorts.wzyx) - i16vec4(int16_t(-9s));
}
