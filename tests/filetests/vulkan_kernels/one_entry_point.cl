// One kernel of two, under the name that kompute asks for; the variable of the other one is not there.
// RUN: spirv64 O2 forward --environment=vulkan1.3 --entry-point=second=main
// RUN: spirv64 O2 forward --environment=vulkan1.3 --reflection=uniform --entry-point=second=main
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
global int counter;
kernel void first(global int *x) { x[0] = counter++; }
kernel void second(global float *y, float a) { y[get_global_id(0)] *= a; }
