// RUN: spir64 O1 forward
// RUN: spir64 O1 roundtrip CL2.0
// RUN: spir64 O1 roundtrip
// RUN: spir64 O1 roundtrip CL1.2
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void collectives(global int *i, global uint *u, global float *f) {
    i[0] = work_group_all(i[0] > 1) + work_group_any(i[1]);
    i[1] = work_group_broadcast(i[2], get_local_id(0)) + work_group_broadcast(i[3], 1, 2);
    i[2] = work_group_reduce_add(i[4]) + work_group_scan_exclusive_max(i[5]);
    u[0] = work_group_reduce_max(u[1]) + sub_group_scan_inclusive_min(u[2]);
    f[0] = work_group_reduce_add(f[1]) + sub_group_reduce_max(f[2]);
    if (sub_group_all(i[6]))
        u[3] = sub_group_broadcast(u[4], 3u);
}
