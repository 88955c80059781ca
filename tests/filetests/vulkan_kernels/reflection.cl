// What the host is told: two kernels, one of which has more arguments than push constants may have, so that they go on in a
// uniform block. The program's sampler is one for both, in a set of its own; the push constants begin alike.
// RUN: spirv64 O2 forward --environment=vulkan1.3 --reflection=grid
// RUN: spirv64 O2 forward --environment=vulkan1.3 --reflection=uniform --push-constant-limit=256
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
typedef struct { char c; int n; } S;
constant sampler_t near = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void everything(global const float *restrict in, global float *out, float3 a, S s, uchar b, local float *l, read_only image2d_t im, write_only image2d_t to, sampler_t sam, constant int *c)
{
    local float tile[64];
    size_t i = get_global_id(0) - get_global_offset(1);
    l[get_local_id(0)] = in[i]; tile[get_local_id(0)] = in[i + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_linear_id() + get_num_groups(0)] = l[0] + tile[1] + a.z + s.n + b + c[get_group_id(0)] + get_image_channel_order(im) + get_work_dim() + get_enqueued_local_size(0);
    write_imagef(to, (int2)(1,2), read_imagef(im, near, (int2)(3,4)) + read_imagef(im, sam, (float2)(.5f,.5f)));
}
kernel __attribute__((reqd_work_group_size(8,4,1))) void second(global int *x, int n, read_only image2d_t im, long8 big, long16 bigger) { x[get_global_id(0)] = n + get_global_size(0) + (int)read_imagef(im, near, (int2)(3,4)).x + (int)big.s3 + (int)bigger.sf; }
