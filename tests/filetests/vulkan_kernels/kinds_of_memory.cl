// `to_global` and its kin: the pointer where it leads there, else null. A block that is called where it is made is inlined.
// RUN: spir64 O0 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void k(global int *o, int n)
{
    int *p = o;
    global int *q = to_global(p);
    if (q && !to_local(p) && !to_private(p))
        q[get_global_id(0)] = 1;
    int (^b)(int) = ^(int x) { return x + n; };
    o[9] = b(3);
}
