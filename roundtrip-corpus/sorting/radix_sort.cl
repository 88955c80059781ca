// Least-significant-digit radix sort of float keys with an index payload:
// per pass a histogram per work-group, a scan of all histograms, and a stable
// scatter. Keys are mapped to unsigned integers that sort the same way.

#define DIGIT_BITS 4u
#define DIGITS (1u << DIGIT_BITS)
#define GROUP 64u

static uint ordered_from_float(float f) {
  const uint bits = as_uint(f);
  return bits ^ (bits & 0x80000000u ? 0xffffffffu : 0x80000000u);
}

static float float_from_ordered(uint key) {
  return as_float(key ^ (key & 0x80000000u ? 0x80000000u : 0xffffffffu));
}

static uint digit_of(uint key, uint shift) {
  return (key >> shift) & (DIGITS - 1);
}

kernel void to_keys(global const float *in, global uint *keys,
                    global uint *values) {
  const uint i = get_global_id(0);
  keys[i] = ordered_from_float(in[i]);
  values[i] = i;
}

kernel void from_keys(global const uint *keys, global float *out) {
  const uint i = get_global_id(0);
  out[i] = float_from_ordered(keys[i]);
}

// counts[digit * groups + group]: scanned in this order, it gives each group's
// first place for each digit.
kernel void histogram(global const uint *keys, global uint *counts, uint shift) {
  local uint bins[DIGITS];
  const uint lid = get_local_id(0);
  if (lid < DIGITS)
    bins[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&bins[digit_of(keys[get_global_id(0)], shift)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < DIGITS)
    counts[lid * get_num_groups(0) + get_group_id(0)] = bins[lid];
}

// One work-group; each work-item scans a contiguous run of the table.
kernel void scan_counts(global uint *counts, local uint *totals, uint n) {
  const uint lid = get_local_id(0), size = get_local_size(0);
  const uint run = (n + size - 1) / size;
  const uint begin = min(lid * run, n), end = min(begin + run, n);
  uint sum = 0;
  for (uint i = begin; i < end; ++i)
    sum += counts[i];
  totals[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);

  uint before = 0;
  for (uint i = 0; i < lid; ++i)
    before += totals[i];
  for (uint i = begin; i < end; ++i) {
    const uint count = counts[i];
    counts[i] = before;
    before += count;
  }
}

kernel void scatter(global const uint *keys, global const uint *values,
                    global uint *keys_out, global uint *values_out,
                    global const uint *counts, uint shift) {
  local uchar digits[GROUP];
  const uint lid = get_local_id(0), i = get_global_id(0);
  const uint key = keys[i], digit = digit_of(key, shift);
  digits[lid] = (uchar)digit;
  barrier(CLK_LOCAL_MEM_FENCE);

  // The rank among equal digits of the group keeps the sort stable.
  uint rank = 0;
  for (uint j = 0; j < lid; ++j)
    rank += digits[j] == digit;
  const uint to = counts[digit * get_num_groups(0) + get_group_id(0)] + rank;
  keys_out[to] = key;
  values_out[to] = values[i];
}
