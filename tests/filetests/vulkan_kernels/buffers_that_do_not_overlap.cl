// LLVM's own check, before a loop, whether two buffers overlap: they do not.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void k(global float *a, global float *b, int n)
{
    for (int i = 1; i < n; i++) {
        a[i] = a[i] - a[i - 1] * b[i];
        b[i] = b[i] - a[i - 1] / b[i - 1];
    }
}
