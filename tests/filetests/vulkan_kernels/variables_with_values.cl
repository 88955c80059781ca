// Variables of the program that outlive a kernel and begin with values: one buffer behind the arguments, which the host fills once
// with the bytes that it is told.
// RUN: spirv64 O2 forward --environment=vulkan1.3 --reflection=uniform
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
typedef struct { char c; float f; long l; half4 h; } S;
global int counter = 42;
global S mixed = {'x', 1.5f, -2, (half4)(1, 2, 3, 4)};
global uchar3 small[2] = {(uchar3)(1, 2, 3), (uchar3)(4, 5, 6)};
global double zeros[3];

kernel void next(global int *to)
{
    to[get_global_id(0)] = counter++ + mixed.l + small[1].z + (int)mixed.f;
    zeros[get_global_id(0)] += 1;
}

kernel void reset() { counter = 0; small[0].x = 7; }
