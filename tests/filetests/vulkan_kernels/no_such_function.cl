// A function that Vulkan has no counterpart of.
// RUN: spirv64 O2 fails forward --environment=vulkan1.3
kernel void gamma(global float *x)
{
    x[0] = tgamma(x[0]);
}
