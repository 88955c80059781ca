// RUN: spir64 O0 forward
typedef struct { int a; float4 b; } pair;

kernel void by_value(global float4 *out, pair p) {
    out[p.a] = p.b;
}
