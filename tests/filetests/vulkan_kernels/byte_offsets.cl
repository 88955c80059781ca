// Pointers that are moved by bytes of which only the host knows the number: an access that is aligned says what the offset is a
// multiple of. Of a pointer that is stepped so, the offset goes around the loop.
// RUN: spirv64 O0 forward --environment=vulkan1.3
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void moved(global float *a, ulong off)
{
    a = (global float *)((global char *)a + off);
    a[get_global_id(0)] = 1;
}

kernel void stepped(global const uint *a, global uint *o, int n)
{
    global const uchar *p = (global const uchar *)a;
    for (int i = 0; i < 3; i++) {
        o[i] = *(global const uint *)p;
        p += n;
    }
}
