// Control flow that no nest of loops expresses: loops entered in the middle,
// and a hand-written scanner made of gotos. Also Duff's device, whose switch
// jumps into a loop.

// Multiplies in Z/m by a loop with two entries: even multipliers start at the
// doubling, odd ones at the addition.
static uint multiply_mod(uint a, uint b, uint m) {
  uint sum = 0;
  a %= m;
  if (b == 0)
    return 0;
  if ((b & 1) == 0)
    goto doubling;
adding:
  sum = (uint)(((ulong)sum + a) % m);
doubling:
  a = (uint)(((ulong)a * 2) % m);
  b >>= 1;
  if (b & 1)
    goto adding;
  if (b != 0)
    goto doubling;
  return sum;
}

kernel void modular_products(global const uint *a, global const uint *b,
                             global uint *product, uint modulus) {
  const size_t i = get_global_id(0);
  product[i] = multiply_mod(a[i], b[i], modulus);
}

// Two loops that jump into each other's middle, as a cellular machine might
// be written; the number of turns depends on the data.
kernel void tangled(global const int *start, global int2 *trace, int limit) {
  const size_t i = get_global_id(0);
  int x = start[i], left = 0, right = 0;
  if (x % 3 == 0)
    goto left_middle;
  if (x % 3 == 1)
    goto right_middle;

left_head:
  x = x * 3 + 1;
left_middle:
  ++left;
  x &= 0xffff;
  if (left + right >= limit)
    goto done;
  if (x & 1)
    goto right_middle;
  x = x / 2 + 7;
  if (x % 5 != 0)
    goto left_head;

right_head:
  x ^= x >> 3;
right_middle:
  ++right;
  x += left;
  if (left + right >= limit)
    goto done;
  if (x % 7 == 0)
    goto left_middle;
  if (x & 2)
    goto right_head;
  goto left_head;

done:
  trace[i] = (int2)(left * 1000 + right, x);
}

typedef struct {
  int words, numbers, comments, errors;
} Counts;

// Counts the words, numbers and {comments} of each line of fixed width.
kernel void scan_text(global const char *text, global Counts *counts, int width) {
  global const char *at = text + get_global_id(0) * width;
  global const char *end = at + width;
  Counts c = {0, 0, 0, 0};
  char ch;

between:
  if (at == end)
    goto finish;
  ch = *at++;
  if (ch >= 'a' && ch <= 'z')
    goto word;
  if (ch >= '0' && ch <= '9')
    goto number;
  if (ch == '{')
    goto comment;
  if (ch != ' ')
    ++c.errors;
  goto between;

word:
  if (at == end) {
    ++c.words;
    goto finish;
  }
  ch = *at++;
  if ((ch >= 'a' && ch <= 'z') || (ch >= '0' && ch <= '9'))
    goto word;
  ++c.words;
  goto after;

number:
  if (at == end) {
    ++c.numbers;
    goto finish;
  }
  ch = *at++;
  if (ch >= '0' && ch <= '9')
    goto number;
  if (ch >= 'a' && ch <= 'z') { // 12ab is no number, but is a word from here
    ++c.errors;
    goto word;
  }
  ++c.numbers;

after: // ch ended a word or a number
  if (ch == '{')
    goto comment;
  if (ch != ' ')
    ++c.errors;
  goto between;

comment:
  if (at == end) {
    ++c.errors;
    goto finish;
  }
  if (*at++ != '}')
    goto comment;
  ++c.comments;
  goto between;

finish:
  counts[get_global_id(0)] = c;
}

// Fletcher's checksum of the first lengths[i] bytes, unrolled by four.
kernel void duff(global const uchar *data, global const int *lengths, global uint *sums) {
  const size_t i = get_global_id(0);
  const int length = lengths[i];
  uint low = 1, high = 0;
  int turns = (length + 3) / 4;
  if (length > 0) {
    switch (length % 4) {
    case 0:
      do {
        low = (low + *data++) % 65521u;
        high = (high + low) % 65521u;
        // fall through
    case 3:
        low = (low + *data++) % 65521u;
        high = (high + low) % 65521u;
        // fall through
    case 2:
        low = (low + *data++) % 65521u;
        high = (high + low) % 65521u;
        // fall through
    case 1:
        low = (low + *data++) % 65521u;
        high = (high + low) % 65521u;
      } while (--turns > 0);
    }
  }
  sums[i] = high << 16 | low;
}
