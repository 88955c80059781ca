// A pointer that is chosen from two buffers, both of which are moved by bytes that only the host knows: what is read in each of them
// is a number of 32 bits, at multiples of four bytes.
// RUN: spirv64 O0 forward --environment=vulkan1.3
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void k(global const char *a, global const char *b, global float *o, ulong s, ulong t, int n)
{
    for (int i = get_local_id(0); i < n; i += get_local_size(0)) {
        global const float *p = i < n / 2 ? (global const float *)(a + i * s) : (global const float *)(b + i * t + 4);
        o[i] = *p;
    }
}
