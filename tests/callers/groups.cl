#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void reduce(global int *p, global float *q) {
  size_t i = get_global_id(0);
  p[i] = work_group_reduce_add(p[i]) + sub_group_scan_inclusive_max(p[i]) + work_group_any(p[i] > 3);
  q[i] = work_group_broadcast(q[i], 0) + sub_group_reduce_min(q[i]);
  p[i] += get_sub_group_id() + sub_group_all(p[i] == 2);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
}
