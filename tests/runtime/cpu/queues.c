// Pipes, and kernels that kernels enqueue. Part of core.c.

// ------------------------------------------------------------- pipes

// What the host lays down for a pipe: see `Pipe` in harness.py. Packets are numbered from the pipe's beginning on.
struct pipe {
  uintptr_t data;
  uint packet, capacity;
  uint written, placed; // packets that can be read, and those that a place is reserved for
  uint read, taken;     // packets whose place is free again, and those that are reserved for reading
};

struct reservation { uint first, number, is_valid; };
#define MOST_RESERVATIONS 1024
static struct reservation reservations[MOST_RESERVATIONS];
static uint last_reservation;

static char *place(struct pipe *pipe, uint number) {
  return (char *)(pipe->data + number % pipe->capacity * pipe->packet);
}

static struct reservation *reserve(struct pipe *pipe, uint number, int writes) {
  uint room = writes ? pipe->capacity - (pipe->placed - pipe->read) : pipe->written - pipe->taken;
  if (number > room) return 0;
  uint *end = writes ? &pipe->placed : &pipe->taken;
  struct reservation *made = &reservations[last_reservation++ % MOST_RESERVATIONS];
  *made = (struct reservation){*end, number, 1};
  *end += number;
  return made;
}

static void commit(struct pipe *pipe, struct reservation *made, int writes) {
  *(writes ? &pipe->written : &pipe->read) += made->number;
  made->is_valid = 0;
}

static int move(struct pipe *pipe, struct reservation *made, uint index, char *value, int writes) {
  if (!made || !made->is_valid || index >= made->number) return -1;
  char *there = place(pipe, made->first + index);
  memcpy(writes ? there : value, writes ? value : there, pipe->packet);
  return 0;
}

static int move_one(struct pipe *pipe, char *value, int writes) {
  struct reservation *made = reserve(pipe, 1, writes);
  if (!made) return -1;
  move(pipe, made, 0, value, writes);
  commit(pipe, made, writes);
  return 0;
}

// One for all of the group, or of the sub-group.
static struct reservation *reserve_together(int sub, struct pipe *pipe, uint number, int writes) {
  struct reservation *made = rt_index(sub) == 0 ? reserve(pipe, number, writes) : 0;
  made = *(struct reservation **)rt_exchange(sub, &made, sizeof made);
  rt_barrier(sub);
  return made;
}

static void commit_together(int sub, struct pipe *pipe, struct reservation *made, int writes) {
  rt_barrier(sub);
  if (rt_index(sub) == 0) commit(pipe, made, writes);
  rt_barrier(sub);
}

#define PIPE(way, writes)                                                                                      \
  int __##way##_pipe_2(struct pipe *p, char *value, uint size, uint align) { return move_one(p, value, writes); } \
  int __##way##_pipe_4(struct pipe *p, struct reservation *r, uint i, char *value, uint size, uint align) {      \
    return move(p, r, i, value, writes);                                                                       \
  }                                                                                                            \
  struct reservation *__reserve_##way##_pipe(struct pipe *p, uint n, uint size, uint align) {                  \
    return reserve(p, n, writes);                                                                              \
  }                                                                                                            \
  void __commit_##way##_pipe(struct pipe *p, struct reservation *r, uint size, uint align) { commit(p, r, writes); }
#define PIPE_OF(group, way, sub, writes)                                                                       \
  struct reservation *__##group##_group_reserve_##way##_pipe(struct pipe *p, uint n, uint size, uint align) {  \
    return reserve_together(sub, p, n, writes);                                                                \
  }                                                                                                            \
  void __##group##_group_commit_##way##_pipe(struct pipe *p, struct reservation *r, uint size, uint align) {   \
    commit_together(sub, p, r, writes);                                                                        \
  }
#define PIPE_SIZE(access)                                                                                   \
  uint __get_pipe_num_packets_##access(struct pipe *p, uint size, uint align) { return p->written - p->taken; } \
  uint __get_pipe_max_packets_##access(struct pipe *p, uint size, uint align) { return p->capacity; }
PIPE(read, 0)
PIPE(write, 1)
PIPE_OF(work, read, 0, 0)
PIPE_OF(work, write, 0, 1)
PIPE_OF(sub, read, 1, 0)
PIPE_OF(sub, write, 1, 1)
PIPE_SIZE(ro)
PIPE_SIZE(wo)

_Bool is_valid_reserve_id(struct reservation *r) MANGLED("_Z19is_valid_reserve_id13ocl_reserveid");
_Bool is_valid_reserve_id(struct reservation *r) { return r != 0; }

// ------------------------------------------------------------- kernels that are enqueued

// They run one after the other when the kernel has ended, each in its turn: what they wait for is always done by then.

struct ndrange { uint dims; size_t global[3], local[3], offset[3]; }; // flatten.py makes and takes them apart
struct job { struct launch launch; uintptr_t block, locals[4]; uint local_count; };
#define MOST_JOBS 256
#define MOST_ROOM (1 << 20)
static struct job jobs[MOST_JOBS];
static uint job_count;
static char room[MOST_ROOM] __attribute__((aligned(128)));
static char local_room[MOST_ROOM] __attribute__((section("local_memory"), aligned(128)));
static uint room_used;
static char an_event;

static void call_block(uintptr_t number) {
  struct job *job = &jobs[number];
  uintptr_t *l = job->locals;
  void *invoke = (void *)job->launch.arguments;
  switch (job->local_count) {
  case 0: return ((void (*)(uintptr_t))invoke)(job->block);
  case 1: return ((void (*)(uintptr_t, uintptr_t))invoke)(job->block, l[0]);
  case 2: return ((void (*)(uintptr_t, uintptr_t, uintptr_t))invoke)(job->block, l[0], l[1]);
  case 3: return ((void (*)(uintptr_t, uintptr_t, uintptr_t, uintptr_t))invoke)(job->block, l[0], l[1], l[2]);
  }
}

int rt_enqueue(struct ndrange *range, void **event, void *invoke, char *block, uint size, uint local_count,
               size_t *local_sizes) {
  if (job_count == MOST_JOBS || room_used + size + 128 > MOST_ROOM || local_count > 3) return -1;
  struct job *job = &jobs[job_count++];
  job->launch = (struct launch){(uintptr_t)call_block, (uintptr_t)invoke, now.stacks, now.stack_size, range->dims};
  for (uint d = 0; d < 3; ++d) {
    uint global = d < range->dims ? range->global[d] : 1, local = d < range->dims ? range->local[d] : 1;
    for (uint size = 1; range->local[d] == 0 && size <= 16; ++size)
      if (global % size == 0) local = size;
    job->launch.global[d] = global;
    job->launch.local[d] = local;
    job->launch.offset[d] = d < range->dims ? range->offset[d] : 0;
  }
  // What the block captured may be gone when it runs.
  job->block = (uintptr_t)memcpy(room + room_used, block, size);
  room_used = (room_used + size + 127) & ~127u;
  job->local_count = local_count;
  uintptr_t at = (uintptr_t)local_room;
  for (uint i = 0; i < local_count; ++i) {
    job->locals[i] = at;
    at = (at + local_sizes[i] + 127) & ~(uintptr_t)127;
  }
  if (event) *event = &an_event;
  return at > (uintptr_t)local_room + MOST_ROOM ? -1 : 0;
}

static void run_grid(void);
static void run_jobs(void) {
  for (uint i = 0; i < job_count; ++i) {
    now = jobs[i].launch;
    now.arguments = i;
    run_grid();
  }
  job_count = room_used = 0;
}

void *get_default_queue(void) MANGLED("_Z17get_default_queuev");
void *get_default_queue(void) { return &jobs; }
void *create_user_event(void) MANGLED("_Z17create_user_eventv");
void *create_user_event(void) { return &an_event; }
void set_user_event_status(void *event, int status) MANGLED("_Z21set_user_event_status12ocl_clkeventi");
void set_user_event_status(void *event, int status) {}
void retain_event(void *event) MANGLED("_Z12retain_event12ocl_clkevent");
void retain_event(void *event) {}
void release_event(void *event) MANGLED("_Z13release_event12ocl_clkevent");
void release_event(void *event) {}
_Bool is_valid_event(void *event) MANGLED("_Z14is_valid_event12ocl_clkevent");
_Bool is_valid_event(void *event) { return event != 0; }
int enqueue_marker(void *queue, uint n, void **events, void **made)
    MANGLED("_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_");
int enqueue_marker(void *queue, uint n, void **events, void **made) {
  *made = &an_event;
  return 0;
}
void capture_event_profiling_info(void *event, int what, u64 *times)
    MANGLED("_Z28capture_event_profiling_info12ocl_clkeventiPU3AS1v");
void capture_event_profiling_info(void *event, int what, u64 *times) { times[0] = times[1] = 1; }
