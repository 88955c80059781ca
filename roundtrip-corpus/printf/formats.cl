// options: -cl-std=CL1.2
// printf with every kind of conversion, flags, vectors and constant strings.
// What is printed goes to the console; the buffers hold what is checked, so
// that calls to printf must at least not disturb the rest.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__constant char LABEL[] = "trace";

static int report(__constant const char *what, int value)
{
    printf("%s: %d\n", what, value);
    return value + 1;
}

__kernel void formats(__global const int *in, __global int *out,
                      __global float4 *vectors)
{
    const int i = get_global_id(0);
    const int v = in[i];
    int acc = v;
    if (i == 0) {
        printf("plain text, no newline; 100%%\n");
        printf("%d %i %5d|%-5d|%05d|%+d|% d\n", v, v, v, v, v, v, v);
        printf("%u %x %X %#x %o %#o\n", (uint)v, (uint)v, (uint)v, (uint)v, (uint)v, (uint)v);
        printf("%hhd %hd %ld %lu %lx\n", (char)v, (short)v, (long)v << 20, (ulong)v,
               (ulong)v << 33);
        printf("%c%c%c %s %10s|%-10s|%.2s\n", 'a', 'b', 'c', "literal", "right", "left", "cut");
        printf("%f %.3f %e %.2E %g %G %a\n", v * 0.5f, v * 0.25f, v * 1e10f, v * 1e-5f,
               v * 0.125f, v * 1e20f, v * 1.0f);
        printf("%f %8.3f\n", (double)v, (double)v / 3.0);
        printf("%p is a pointer\n", (__global void *)out);
        acc += report(LABEL, v);
    }
    const float4 f = (float4)(v, v + 0.5f, -v, 1.0f / (1 + i));
    const int4 n = (int4)(v, i, v * i, -1);
    if (i == 1) {
        printf("%v4hlf %v4hlf|%.2v4hlf|%8.1v4hlf\n", f, f, f, f);
        printf("%v4hld %v4hlx %#v4hlx\n", n, as_uint4(n), as_uint4(n));
        printf("%v2hlu %v3hld %v8hld\n", as_uint2(f.xy), n.xyz, (int8)(n, n.wzyx));
        printf("%v4hhd %v8hd %v16hhx\n", convert_char4(n & 63), (short8)(7), (uchar16)(0xab));
        printf("%v2ld %v2lu\n", (long2)(v, -v), (ulong2)(1, 2));
        printf("%v2le %v2lg\n", (double2)(v, 0.1), (double2)(1e-7, 3.0));
        acc -= report("an inline literal", i);
    }
    vectors[i] = f;
    out[i] = acc * 2 + n.z;
}

// printf under divergence, in a loop and in an early return, with its result
// used: it is negative when the text was not written.
__kernel void control(__global const int *in, __global int *out, int limit)
{
    const int i = get_global_id(0);
    int steps = 0, status = 0;
    for (int v = in[i]; v != 1; v = v & 1 ? 3 * v + 1 : v / 2) {
        ++steps;
        if (steps == limit && i < 4)
            status |= printf("item %d is still at %d after %d steps\n", i, v, steps) < 0;
        if (steps > 500) {
            printf("item %d gives up\n", i);
            out[i] = -1;
            return;
        }
    }
    out[i] = status ? -2 : steps;
}
