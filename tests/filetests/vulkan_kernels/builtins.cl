// Builtin functions: intrinsics of LLVM, GLSL.std.450, and what is computed; vectors of 3, 8 and 16.
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
kernel void floats(global float4 *v, global float *f)
{
    int i = get_global_id(0);
    float whole;
    v[i] = mix(sqrt(v[i]), smoothstep(0.0f, 1.0f, v[i]), 0.5f) + fmax(v[i + 1], 2.0f);
    f[i] = fract(f[i], &whole) + exp10(whole) + (isnan(f[i + 1]) ? 1.0f : hypot(f[i], whole));
}
kernel void integers(global uchar *bytes, global int3 *three, global long *wide)
{
    int i = get_global_id(0);
    uchar8 eight = vload8(i, bytes);
    vstore8(add_sat(eight, (uchar8)(200)), i, bytes);
    three[i] = rotate(three[i], (int3)(1, 2, 3)) + clz(three[i]);
    wide[i] = mul_hi(wide[i], 7L) + convert_long_sat(1.5f * i);
}
kernel void remainders(global float2 *x, global int2 *quotients)
{
    int i = get_global_id(0);
    int2 quotient;
    x[i] = remquo(x[i], x[i + 1], &quotient) + remainder(x[i + 2], 3.0f);
    quotients[i] = quotient;
}
