// options: -cl-std=CL2.0
// A kernel that enqueues blocks, one of them behind an event.

kernel void scale(global int *data, int factor, int count)
{
    queue_t queue = get_default_queue();
    ndrange_t range = ndrange_1D((size_t)count);
    clk_event_t done;
    enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, range, 0, 0, &done, ^{
        data[get_global_id(0)] *= factor;
    });
    enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, range, 1, &done, 0, ^(local void *place) {
        local int *sums = (local int *)place;
        sums[get_local_id(0)] = data[get_global_id(0)];
        data[get_global_id(0)] += sums[get_local_id(0)];
    }, (uint)(sizeof(int) * 64));
    release_event(done);
}
