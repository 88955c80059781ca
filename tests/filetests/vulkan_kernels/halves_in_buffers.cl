// Numbers of 16 bits where the environment has them in buffers alone: values are float, rounded behind each operation.
// RUN: spirv64 O2 forward --environment=vulkan1.1
// ENV: vulkan1.1
// LOSES: a kernel becomes a shader, whose interface is another one
// COVERS: s4_102
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF
__attribute__((reqd_work_group_size(8, 1, 1)))
kernel void rounded(global const half *x, global half4 *v, global half *y, global float *f, int n)
{
    size_t i = get_global_id(0);
    half s = x[i];
    for (int k = 0; k < n; ++k)
        s = s * x[k] + 0.5h;
    y[i] = fmin(s, x[0]) > 1.0h ? sqrt(s) : -s;
    v[i] = v[i] * s + v[0].yxwz;
    f[i] = s + (float)convert_int(s) + as_ushort(as_half((ushort)n) * s);
}
