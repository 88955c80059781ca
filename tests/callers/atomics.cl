kernel void count(global atomic_int *total, global atomic_uint *most, local atomic_int *near, volatile global int *old) {
  atomic_fetch_add_explicit(total, 1, memory_order_relaxed, memory_scope_device);
  atomic_fetch_max(most, (uint)get_global_id(0));
  int expected = 3;
  atomic_compare_exchange_strong_explicit(total, &expected, 4, memory_order_acq_rel, memory_order_acquire, memory_scope_work_group);
  atomic_store(near, atomic_load(total));
  atomic_add(old, 2);
  atomic_cmpxchg(old, 1, 2);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
}
