// A function that Vulkan has no counterpart of.
// RUN: spirv64 O2 fails forward --environment=vulkan1.3
float __attribute__((overloadable)) bessel(float x);
kernel void waves(global float *x)
{
    x[0] = bessel(x[0]);
}
