// A place for a descriptor that the module does not have: the hint says which ones it has.
// RUN: spirv64 O2 fails forward --environment=vulkan1.3 --descriptor=scale.b=0,0
// RUN: spirv64 O2 fails forward --environment=vulkan1.3 --descriptor=scale.0=3
// RUN: spirv64 O2 fails forward --environment=vulkan1.3 --descriptor=scale.0=1,1 --descriptor=scale.2=1,1
kernel void scale(global float *a, float factor, global const float *c) { a[0] *= c[0] * factor; }
