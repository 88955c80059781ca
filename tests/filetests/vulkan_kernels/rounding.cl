// Conversions that round to one side: what Vulkan's give is corrected, bits of integers that do not fit are lost before.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void rounded(global const float *in, global const int *whole, global half *out, global float *numbers)
{
    size_t i = get_global_id(0);
    vstore_half_rtp(in[i], i, out);
    numbers[i] = convert_float_rtz(whole[i]);
}
