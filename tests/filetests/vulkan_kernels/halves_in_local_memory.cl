// Memory of workgroups has no numbers of 16 bits where only buffers do.
// RUN: spirv64 O2 fails forward --environment=vulkan1.1
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void shared(global half *x)
{
    local half tile[64];
    tile[get_local_id(0)] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = tile[63 - get_local_id(0)];
}
