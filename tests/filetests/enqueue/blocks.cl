// RUN: spir64 O1 forward
// RUN: spir64 O1 roundtrip CL2.0
// COVERS: s3_21 s3_23 s3_46
kernel void blocks(global int *data) {
    queue_t queue = get_default_queue();
    ndrange_t range = ndrange_1D(4);
    clk_event_t begin = create_user_event(), end;
    int value = data[0];
    enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, range, ^{ data[1] = value; });
    enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, range, 1, &begin, &end, ^(local void *p) { *(local int *)p = value; }, 16u);
    set_user_event_status(begin, 0);
    retain_event(end);
    release_event(end);
    data[2] = (int)get_kernel_work_group_size(^{ data[1] = value; });
}
