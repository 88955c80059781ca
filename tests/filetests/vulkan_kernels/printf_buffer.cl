// printf to a buffer: a record is the number of a text and the arguments, in words. Strings are numbers of texts, numbers of 64 bits
// two words, small ones in vectors are packed; the texts are as in the program. The host is told of all this in either case.
// RUN: spirv64 O2 forward --environment=vulkan1.3 --printf-buffer=4096
// RUN: spirv64 O2 forward --environment=vulkan1.2 --spirv-max-version=1.5 --spirv-ext=+SPV_KHR_non_semantic_info --reflection=uniform --printf-buffer=65536 --descriptor=printf=2,1
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void print(global const int *in, global const float8 *vectors)
{
    size_t i = get_global_id(0);
    if (i == 3)
        printf("plain, 100%%\n");
    printf("%5d|%-5s|%c %hhd %lu %.2f %f\n", in[i], "a%b", 'a' + in[i], (char)in[i], (ulong)i, vectors[i].x, 1.5);
    printf("%v4hlf %v2hhd %v3hd %v2ld\n", vectors[i].lo, convert_char2(vectors[i].hi.xy), convert_short3(vectors[i].hi.xyz),
           convert_long2(vectors[i].hi.zw));
    in[i] > 5 ? printf("%s\n", in[i] & 1 ? "odd" : "even") : printf("plain, 100%%\n");
}

kernel void silent(global int *out) { out[0] = 1; }
