// Batcher's odd-even merge sort: a work-group per segment of long integers in
// local memory, then odd-even merging of neighbouring segments.

#define SEGMENT 128u // elements per work-group of SEGMENT / 2 work-items

static bool less_than(long a, long b) { return a < b; }

static void exchange(local long *keys, uint low, uint high) {
  const long a = keys[low], b = keys[high];
  if (less_than(b, a)) {
    keys[low] = b;
    keys[high] = a;
  }
}

// The comparisons of one step of Batcher's network; `size` is the length of
// the sequences being made, `stride` the distance compared.
static void step(local long *keys, uint lid, uint size, uint stride) {
  if (stride == size / 2) {
    const uint low = (lid / stride) * size + lid % stride;
    exchange(keys, low, low + stride);
  } else {
    // Only the blocks at odd places are compared, with the block after them.
    const uint low = 2 * lid - (lid & (stride - 1));
    const uint in_sequence = low & (size - 1);
    if (in_sequence >= stride)
      exchange(keys, low - stride, low);
  }
}

kernel __attribute__((reqd_work_group_size(SEGMENT / 2, 1, 1)))
void sort_segments(global const long *in, global long *out, uint n) {
  local long keys[SEGMENT];
  const uint lid = get_local_id(0), base = get_group_id(0) * SEGMENT;
  // Missing elements sort to the end.
  for (uint i = lid; i < SEGMENT; i += SEGMENT / 2)
    keys[i] = base + i < n ? in[base + i] : LONG_MAX;

  for (uint size = 2; size <= SEGMENT; size <<= 1)
    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      step(keys, lid, size, stride);
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = lid; i < SEGMENT; i += SEGMENT / 2)
    if (base + i < n)
      out[base + i] = keys[i];
}

// Every element finds its place in the merged pair of runs by binary search;
// equal elements of the first run go first.
kernel void merge_runs(global const long *in, global long *out, uint n, uint run) {
  const uint i = get_global_id(0);
  if (i >= n)
    return;
  const uint own = i / run, pair = own & ~1u;
  const uint other = min((own ^ 1u) * run, n), other_end = min(other + run, n);
  const bool first = (own & 1) == 0;
  const long key = in[i];
  uint low = other, high = other_end;
  while (low < high) {
    const uint middle = low + (high - low) / 2;
    const bool before = first ? in[middle] < key : in[middle] <= key;
    low = before ? middle + 1 : low;
    high = before ? high : middle;
  }
  out[pair * run + (i - own * run) + (low - other)] = key;
}
