// A kernel without arguments beside one that has some: its empty lists come back, too.
// RUN: spir64 O0 roundtrip
kernel void a() {}
kernel void b(int n) {}
