// RUN: spir64 O1 forward
// RUN: spir64 O1 roundtrip CL2.0
kernel void convert(global uchar4 *out, global const float4 *in) {
    size_t i = get_global_id(0);
    out[i] = convert_uchar4_sat_rte(in[i]);
}
