// options: -cl-std=CL2.0
// OpenCL 2.0 explicit atomics: memory orders and scopes, strong and weak
// compare-exchange loops, flags, fences, and a "last group finishes" reduction.

#define BINS 64

__kernel void histogram20(__global const uchar *data, uint n,
                          __global atomic_uint *bins)
{
    __local atomic_uint part[BINS];
    for (uint b = get_local_id(0); b < BINS; b += get_local_size(0))
        atomic_init(&part[b], 0u);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_fetch_add_explicit(&part[data[i] % BINS], 1u,
                                  memory_order_relaxed, memory_scope_work_group);
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);

    for (uint b = get_local_id(0); b < BINS; b += get_local_size(0)) {
        const uint c = atomic_load_explicit(&part[b], memory_order_acquire,
                                            memory_scope_work_group);
        if (c)
            atomic_fetch_add_explicit(&bins[b], c, memory_order_relaxed,
                                      memory_scope_device);
    }
}

// A saturating maximum-of-products through compare-exchange, first weak then
// strong, written for any address space.
static void raise_to(volatile atomic_int *cell, int v, int strong)
{
    int seen = atomic_load_explicit(cell, memory_order_relaxed, memory_scope_device);
    while (seen < v) {
        bool done;
        if (strong)
            done = atomic_compare_exchange_strong_explicit(
                cell, &seen, v, memory_order_acq_rel, memory_order_acquire,
                memory_scope_device);
        else
            done = atomic_compare_exchange_weak_explicit(
                cell, &seen, v, memory_order_release, memory_order_relaxed,
                memory_scope_device);
        if (done)
            break;
    }
}

__kernel void float_and_max(__global const float *values, uint n,
                            __global atomic_uint *float_sum,
                            __global atomic_int *peak)
{
    const uint i = get_global_id(0);
    if (i >= n)
        return;
    uint old = atomic_load(float_sum);
    while (!atomic_compare_exchange_weak(float_sum, &old,
                                         as_uint(as_float(old) + values[i])))
        ;
    raise_to(&peak[0], (int)(values[i] * 3.0f), 0);
    raise_to(&peak[1], (int)(values[i] * -5.0f), 1);
}

// Exactly one work-item obtains each flag.
__kernel void claim(__global atomic_flag *flags, uint nflags,
                    __global atomic_int *owners, __global atomic_int *refused)
{
    const uint f = (uint)get_global_id(0) % nflags;
    const bool taken =
        atomic_flag_test_and_set_explicit(&flags[f], memory_order_acquire,
                                          memory_scope_device);
    if (!taken)
        atomic_fetch_add(&owners[f], 1);
    else
        atomic_fetch_sub(&refused[f], 1);
}

__kernel void release(__global atomic_flag *flags)
{
    atomic_flag_clear_explicit(&flags[get_global_id(0)], memory_order_release,
                               memory_scope_all_svm_devices);
}

// Each group publishes a partial sum; the group that comes last adds them up.
__kernel void reduce_last(__global const int *in, uint n, __global int *partial,
                          __global atomic_uint *arrived, __global int *total,
                          __global atomic_int *ops)
{
    __local atomic_int acc;
    __local bool last;
    const uint lid = get_local_id(0);
    if (lid == 0)
        atomic_store_explicit(&acc, 0, memory_order_relaxed, memory_scope_work_group);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);

    const uint i = get_global_id(0);
    const int v = i < n ? in[i] : 0;
    atomic_fetch_add_explicit(&acc, v, memory_order_relaxed, memory_scope_work_group);
    if (i < n) {
        atomic_fetch_or_explicit(&ops[0], v, memory_order_seq_cst, memory_scope_device);
        atomic_fetch_and_explicit(&ops[1], v, memory_order_acq_rel, memory_scope_device);
        atomic_fetch_xor_explicit(&ops[2], v, memory_order_release, memory_scope_device);
        atomic_fetch_min_explicit(&ops[3], v, memory_order_acquire, memory_scope_device);
        atomic_fetch_max_explicit(&ops[4], v, memory_order_relaxed, memory_scope_device);
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE);

    if (lid == 0) {
        partial[get_group_id(0)] = atomic_exchange(&acc, -1);
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release,
                               memory_scope_device);
        const uint before = atomic_fetch_add_explicit(arrived, 1u, memory_order_acq_rel,
                                                      memory_scope_device);
        last = before == get_num_groups(0) - 1;
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire,
                               memory_scope_device);
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device);

    if (lid == 0 && last) {
        int sum = 0;
        for (uint g = 0; g < get_num_groups(0); ++g)
            sum += partial[g];
        *total = sum;
    }
}
