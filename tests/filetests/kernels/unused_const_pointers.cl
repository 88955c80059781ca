// What a kernel leaves alone is `readnone` although its qualifier is `const`: SPIR-V is told that nobody reads or writes it, not
// also that nobody writes it, which makes of both attributes that LLVM does not take together.
// RUN: spir64 O2 forward
// RUN: spir64 O2 roundtrip
// RUN: spir64 O2 roundtrip khronos
kernel void k(global const int *restrict unused, constant float *table, global const volatile long *seen, global int *out) {
    *out = 1;
}
