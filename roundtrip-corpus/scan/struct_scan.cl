// Inclusive scans of structs with associative operators that do not commute:
// a segmented sum, the best subarray sum (Kadane's problem as a monoid), and
// the composition of affine maps.

#define GROUP 64

typedef struct {
  int sum;
  int starts; // whether a segment starts within
} Segment;

typedef struct {
  long sum, prefix, suffix, best;
} Span;

typedef struct {
  uint scale, shift; // x -> scale * x + shift, modulo 2^32
} Affine;

static Segment join_segments(Segment a, Segment b) {
  Segment both = {b.starts ? b.sum : a.sum + b.sum, a.starts | b.starts};
  return both;
}

static Span join_spans(Span a, Span b) {
  Span both;
  both.sum = a.sum + b.sum;
  both.prefix = max(a.prefix, a.sum + b.prefix);
  both.suffix = max(b.suffix, b.sum + a.suffix);
  both.best = max(max(a.best, b.best), a.suffix + b.prefix);
  return both;
}

static void compose(Affine *result, const Affine *first, const Affine *then) {
  const uint shift = then->scale * first->shift + then->shift;
  result->scale = first->scale * then->scale;
  result->shift = shift;
}

// Hillis-Steele over a work-group: double buffered, log2(GROUP) steps.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void segmented_sum(global const int *values, global const uchar *starts, global int *sums) {
  local Segment buffer[2][GROUP];
  const int lid = get_local_id(0);
  const size_t at = get_global_id(0);
  int now = 0;
  buffer[0][lid] = (Segment){values[at], starts[at] != 0};
  for (int distance = 1; distance < GROUP; distance *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const Segment mine = buffer[now][lid];
    buffer[1 - now][lid] =
        lid >= distance ? join_segments(buffer[now][lid - distance], mine) : mine;
    now = 1 - now;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  sums[at] = buffer[now][lid].sum;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void best_subarrays(global const int *values, global Span *spans) {
  local Span scratch[GROUP];
  const int lid = get_local_id(0);
  const long value = values[get_global_id(0)];
  Span mine = {value, value, value, value};
  scratch[lid] = mine;
  for (int distance = 1; distance < GROUP; distance *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid >= distance)
      mine = join_spans(scratch[lid - distance], mine);
    barrier(CLK_LOCAL_MEM_FENCE);
    scratch[lid] = mine;
  }
  spans[get_global_id(0)] = mine;
}

// Random numbers by jumping: the state after i + 1 steps of an LCG.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void lcg_states(Affine step, uint seed, global uint *states) {
  local Affine scratch[GROUP];
  const int lid = get_local_id(0);
  Affine mine = step;
  scratch[lid] = mine;
  for (int distance = 1; distance < GROUP; distance *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid >= distance) {
      const Affine other = scratch[lid - distance];
      compose(&mine, &other, &mine);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    scratch[lid] = mine;
  }
  states[lid] = mine.scale * seed + mine.shift;
}
