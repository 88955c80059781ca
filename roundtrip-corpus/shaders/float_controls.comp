// Execution modes for what floating-point numbers do: denormals, signs of zero, infinities, rounding.
// ENV: vulkan1.2
#version 450
#extension GL_EXT_spirv_intrinsics : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 16) in;
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4464], 4459, 32);
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4465], 4460, 16);
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 32);
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4467], 4462, 32);
layout(std430, binding = 0) buffer Data { float values[32]; float16_t halves[32]; } data;
void main() {
    uint at = gl_LocalInvocationIndex;
    float a = data.values[at], b = data.values[at + 16u];
    precise float sum = a * b + a;
    data.values[at] = (isnan(a) || isinf(b)) ? -0.0 : sum / b - (a - a);
    data.halves[at] = float16_t(a) * float16_t(0.25) + data.halves[at + 16u];
}
