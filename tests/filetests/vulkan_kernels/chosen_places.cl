// Descriptors at places that are chosen, by the names or numbers of parameters; all others have the bindings that are left. A number
// becomes a uniform block where it is named, and so do all of them.
// RUN: spirv64 O2 forward --environment=vulkan1.3 --descriptor=add.0=2,7 --descriptor=add.2=0,0 --descriptor=add.sampler.20=3,1 --descriptor=total=5,6
// RUN: spirv64 O2 forward --environment=vulkan1.3 --descriptor=arguments=4 --descriptor=samplers=2 --descriptor=variables=0 --descriptor=scale.constants=4,1
// RUN: spirv64 O2 forward --environment=vulkan1.3 --reflection=uniform --descriptor=arguments=2 --descriptor=sampler.17=3,9 --descriptor=variables=1,3 --descriptor=scale.2=5,0
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant sampler_t normalized = CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_NEAREST;
global int total;

kernel void add(global float *a, read_only image2d_t b, global const float *c)
{
    a[0] = c[0] + read_imagef(b, nearest, (int2)(1, 2)).x + read_imagef(b, normalized, (float2)(0.5f, 0.25f)).x;
    total++;
}

kernel void scale(global float *a, float factor, int n) { a[n] *= factor; }
