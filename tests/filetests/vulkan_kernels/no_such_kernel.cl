// A kernel that is asked for and is not there: the hint says which ones are.
// RUN: spirv64 O2 fails forward --environment=vulkan1.3 --entry-point=third=main
kernel void first(global int *x) { x[0] = 1; }
kernel void second(global int *x) { x[0] = 2; }
