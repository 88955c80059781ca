// A pointer that goes back from the end of what only the host knows.
// RUN: spirv64 O0 forward --environment=vulkan1.3
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void back(global float *out, int at, int n)
{
    global float *p = out + at + n - 4;
    for (int i = 0; i < n / 4; ++i, p -= 4) {
        p[0] = p[0] + p[1];
        p[2] = 1.0f;
    }
}
