// RUN: spir64 O2 forward
// RUN: spir O1 forward
// RUN: spir64 O2 roundtrip CL1.2
kernel void saxpy(global float *restrict y, global const float *restrict x, float a) {
    size_t i = get_global_id(0);
    y[i] = a * x[i] + y[i];
}
