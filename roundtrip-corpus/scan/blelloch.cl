// Work-efficient exclusive prefix sum (Blelloch): up-sweep and down-sweep in
// local memory per block, a scan of the block sums, and a uniform add.

#define BLOCK 256u // elements per work-group of BLOCK / 2 work-items
#define BANKS_LOG2 5

// Padding so that strided accesses fall into different banks.
static uint slot(uint i) { return i + (i >> BANKS_LOG2); }

static uint scan_block(local uint *data, uint lid) {
  uint offset = 1;
  for (uint active = BLOCK >> 1; active > 0; active >>= 1, offset <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < active) {
      const uint left = offset * (2 * lid + 1) - 1;
      const uint right = offset * (2 * lid + 2) - 1;
      data[slot(right)] += data[slot(left)];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint total = data[slot(BLOCK - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0)
    data[slot(BLOCK - 1)] = 0;

  for (uint active = 1; active < BLOCK; active <<= 1) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < active) {
      const uint left = offset * (2 * lid + 1) - 1;
      const uint right = offset * (2 * lid + 2) - 1;
      const uint kept = data[slot(left)];
      data[slot(left)] = data[slot(right)];
      data[slot(right)] += kept;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return total;
}

kernel __attribute__((reqd_work_group_size(BLOCK / 2, 1, 1)))
void scan_blocks(global const uint *in, global uint *out, global uint *sums,
                 uint n) {
  local uint data[BLOCK + (BLOCK >> BANKS_LOG2)];
  const uint lid = get_local_id(0);
  const uint base = get_group_id(0) * BLOCK;
  const uint first = base + lid, second = base + lid + BLOCK / 2;

  data[slot(lid)] = first < n ? in[first] : 0;
  data[slot(lid + BLOCK / 2)] = second < n ? in[second] : 0;
  const uint total = scan_block(data, lid);

  if (first < n)
    out[first] = data[slot(lid)];
  if (second < n)
    out[second] = data[slot(lid + BLOCK / 2)];
  if (lid == 0)
    sums[get_group_id(0)] = total;
}

kernel void add_offsets(global uint *out, global const uint *offsets, uint n) {
  const uint i = get_global_id(0);
  if (i < n)
    out[i] += offsets[i / BLOCK];
}
