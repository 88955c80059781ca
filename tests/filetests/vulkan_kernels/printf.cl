// printf: an instruction of NonSemantic.DebugPrintf, whose text has constant strings in it.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void print(global const int *in, global const float8 *vectors)
{
    size_t i = get_global_id(0);
    printf("plain, 100%%\n");
    printf("%5d|%-5s|%c %hhd %lu %.2f\n", in[i], "a%b", 'c', (char)in[i], (ulong)i, vectors[i].x);
    printf("%v4hlf %4.1v8hlf %v4hhd\n", vectors[i].lo, vectors[i], convert_char4(vectors[i].hi));
}
