// Addresses of buffers in an environment that has them as an extension.
// RUN: spirv64 O2 forward --environment=vulkan1.1 --buffers=addresses
// ENV: vulkan1.1
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void k(global int *x) { x[0] = 1; }
