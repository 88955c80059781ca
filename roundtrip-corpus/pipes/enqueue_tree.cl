// options: -cl-std=CL2.0
// A reduction that enqueues its next level, with markers, user events and a query of the kernel.

void level(global int *data, uint width)
{
    size_t i = get_global_id(0);
    if (i < width)
        data[i] += data[i + width];
}

kernel void reduce(global int *data, uint width, global uint *sizes)
{
    queue_t queue = get_default_queue();
    clk_event_t before = create_user_event();
    set_user_event_status(before, CL_COMPLETE);
    for (; width > 0; width /= 2) {
        uint now = width;
        clk_event_t after;
        ndrange_t range = ndrange_1D(0, (size_t)now, 1);
        enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, range, 1, &before, &after, ^{ level(data, now); });
        release_event(before);
        before = after;
    }
    clk_event_t all;
    enqueue_marker(queue, 1, &before, &all);
    capture_event_profiling_info(all, CLK_PROFILING_COMMAND_EXEC_TIME, sizes);
    sizes[4] = get_kernel_work_group_size(^{ level(data, 1); });
    sizes[5] = get_kernel_preferred_work_group_size_multiple(^{ level(data, 1); });
    if (is_valid_event(all))
        retain_event(all);
    release_event(all);
}
