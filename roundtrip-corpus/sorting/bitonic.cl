// Bitonic sort of key/value pairs: steps that span no more than a block run
// in local memory, the wider ones one launch each in global memory.

#define BLOCK 256u // pairs per work-group of BLOCK / 2 work-items

typedef struct {
  uint key;
  uint value;
} Pair;

static bool out_of_order(Pair a, Pair b, bool ascending) {
  return ascending ? a.key > b.key : a.key < b.key;
}

static void compare_swap(local Pair *a, local Pair *b, bool ascending) {
  const Pair x = *a, y = *b;
  if (out_of_order(x, y, ascending)) {
    *a = y;
    *b = x;
  }
}

// The lower of the two elements that work-item `i` compares at `distance`.
static uint lower_of(uint i, uint distance) {
  return 2 * i - (i & (distance - 1));
}

// All steps of distance below BLOCK for sequences of length first..last.
static void local_steps(global Pair *pairs, local Pair *block, uint first,
                        uint last, uint descending) {
  const uint lid = get_local_id(0), base = get_group_id(0) * BLOCK;
  block[lid] = pairs[base + lid];
  block[lid + BLOCK / 2] = pairs[base + lid + BLOCK / 2];

  for (uint length = first; length <= last; length *= 2) {
    for (uint distance = min(length, BLOCK) / 2; distance > 0; distance /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint low = lower_of(lid, distance);
      const bool ascending = (((base + low) & length) == 0) != (descending != 0);
      compare_swap(&block[low], &block[low + distance], ascending);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  pairs[base + lid] = block[lid];
  pairs[base + lid + BLOCK / 2] = block[lid + BLOCK / 2];
}

kernel void sort_blocks(global Pair *pairs, uint descending) {
  local Pair block[BLOCK];
  local_steps(pairs, block, 2, BLOCK, descending);
}

kernel void merge_in_block(global Pair *pairs, uint length, uint descending) {
  local Pair block[BLOCK];
  local_steps(pairs, block, length, length, descending);
}

kernel void merge_step(global Pair *pairs, uint length, uint distance,
                       uint descending) {
  const uint low = lower_of(get_global_id(0), distance);
  const bool ascending = ((low & length) == 0) != (descending != 0);
  const Pair x = pairs[low], y = pairs[low + distance];
  if (out_of_order(x, y, ascending)) {
    pairs[low] = y;
    pairs[low + distance] = x;
  }
}
