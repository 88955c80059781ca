// Addresses in a module whose pointers have 32 bits.
// RUN: spirv32 O2 fails forward --environment=vulkan1.3 --buffers=addresses
kernel void k(global int *x) { x[0] = 1; }
