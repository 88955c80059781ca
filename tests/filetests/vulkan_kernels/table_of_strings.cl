// Tables with addresses of other constants: all of these are one array, and the tables have offsets in it.
// RUN: spirv64 O0 forward --environment=vulkan1.3
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
constant char s0[] = "abc";
constant char s1[] = "defg";
constant char *constant tab[2] = {s0, s1 + 1};
constant struct { int number; constant char *text; } named[3] = {{3, "three"}, {5, s1}, {7, "seven"}};
kernel void k(global char *o, int n) { o[n] = tab[n & 1][n & 3]; }
kernel void of_structures(global char *o, int n) { o[n] = named[n % 3].text[n & 3] + named[n % 3].number; }
