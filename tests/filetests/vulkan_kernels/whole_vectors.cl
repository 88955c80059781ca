// A vector is built at once from all its components, but a component of a vector in memory is inserted.
// RUN: spirv64 O2 forward --environment=vulkan1.3
kernel void whole(global float4 *out, global const float *in, int n) {
    size_t i = get_global_id(0);
    out[i] = (float4)(in[i], in[n - i], in[2 * i], in[3 * i]);
    out[i + 1] = (float4)(1.0f, 2.0f, in[i], in[n - i]);
    float4 some = out[i + 2];
    some.y = in[i];
    some.z = in[n - i];
    out[i + 2] = some;
}
