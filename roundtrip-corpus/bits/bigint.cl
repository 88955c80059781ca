// options: -cl-std=CL1.2
// Integers of many 64-bit words: addition with carries, schoolbook
// multiplication through mul_hi, shifts, division by a word, Montgomery
// reduction and modular powers.
#define WORDS 4

typedef struct { ulong w[WORDS]; } big_t;
typedef struct { ulong lo, hi; } wide_t;

static wide_t widen(ulong a, ulong b)
{
    const wide_t r = { a * b, mul_hi(a, b) };
    return r;
}

static ulong add_carry(ulong a, ulong b, ulong *carry)
{
    const ulong s = a + b, t = s + *carry;
    *carry = (s < a) | (t < s);
    return t;
}

static ulong sub_borrow(ulong a, ulong b, ulong *borrow)
{
    const ulong d = a - b, t = d - *borrow;
    *borrow = (a < b) | (d < *borrow);
    return t;
}

// acc + a * b + carry, which always fits two words.
static ulong multiply_add(ulong acc, ulong a, ulong b, ulong *carry)
{
    wide_t p = widen(a, b);
    p.lo += acc;
    p.hi += p.lo < acc;
    p.lo += *carry;
    p.hi += p.lo < *carry;
    *carry = p.hi;
    return p.lo;
}

__kernel void arithmetic(__global const big_t *a, __global const big_t *b,
                         __global big_t *sum, __global big_t *difference,
                         __global ulong *product, __global uchar2 *carries)
{
    const size_t i = get_global_id(0);
    const big_t x = a[i], y = b[i];
    big_t s, d;
    ulong carry = 0, borrow = 0;
    for (int k = 0; k < WORDS; ++k) {
        s.w[k] = add_carry(x.w[k], y.w[k], &carry);
        d.w[k] = sub_borrow(x.w[k], y.w[k], &borrow);
    }
    sum[i] = s;
    difference[i] = d;
    carries[i] = (uchar2)((uchar)carry, (uchar)borrow);

    ulong p[2 * WORDS] = { 0 };
    for (int j = 0; j < WORDS; ++j) {
        ulong c = 0;
        for (int k = 0; k < WORDS; ++k)
            p[j + k] = multiply_add(p[j + k], x.w[k], y.w[j], &c);
        p[j + WORDS] = c;
    }
    for (int k = 0; k < 2 * WORDS; ++k)
        product[i * 2 * WORDS + k] = p[k];
}

static bool below(const ulong *a, const ulong *b)
{
    for (int k = WORDS - 1; k >= 0; --k)
        if (a[k] != b[k])
            return a[k] < b[k];
    return false;
}

// a * b / 2^256 mod m, for an odd m; inv = -1/m mod 2^64.
static big_t montgomery(const big_t *a, const big_t *b, const big_t *m, ulong inv)
{
    ulong t[WORDS + 2] = { 0 };
    for (int j = 0; j < WORDS; ++j) {
        ulong c = 0, top = 0;
        for (int k = 0; k < WORDS; ++k)
            t[k] = multiply_add(t[k], a->w[k], b->w[j], &c);
        t[WORDS] = add_carry(t[WORDS], c, &top);
        t[WORDS + 1] = top;
        const ulong q = t[0] * inv;
        c = 0;
        multiply_add(t[0], q, m->w[0], &c);
        for (int k = 1; k < WORDS; ++k)
            t[k - 1] = multiply_add(t[k], q, m->w[k], &c);
        top = 0;
        t[WORDS - 1] = add_carry(t[WORDS], c, &top);
        t[WORDS] = t[WORDS + 1] + top;
    }
    big_t r;
    ulong borrow = 0;
    const bool reduce = t[WORDS] || !below(t, m->w);
    for (int k = 0; k < WORDS; ++k)
        r.w[k] = reduce ? sub_borrow(t[k], m->w[k], &borrow) : t[k];
    return r;
}

// base^expo mod m; `square` is 2^512 mod m.
__kernel void power(__global const big_t *base, __global const uint *expo, big_t m,
                    big_t square, __global big_t *out)
{
    const size_t i = get_global_id(0);
    ulong inv = 1; // Newton's iteration doubles the right bits
    for (int k = 0; k < 6; ++k)
        inv *= 2 - m.w[0] * inv;
    inv = -inv;

    const big_t one = { { 1 } };
    const big_t b0 = base[i];
    big_t b = montgomery(&b0, &square, &m, inv);
    big_t r = montgomery(&one, &square, &m, inv);
    for (uint e = expo[i]; e; e >>= 1) {
        if (e & 1)
            r = montgomery(&r, &b, &m, inv);
        b = montgomery(&b, &b, &m, inv);
    }
    out[i] = montgomery(&r, &one, &m, inv);
}

// Decimal digits, by dividing by ten in 32-bit halves; returns how many.
static uint decimal(big_t v, uchar *digits)
{
    uint n = 0;
    bool more = true;
    while (more) {
        ulong rest = 0;
        more = false;
        for (int k = WORDS - 1; k >= 0; --k) {
            const ulong high = (rest << 32) | (v.w[k] >> 32);
            const ulong low = ((high % 10) << 32) | (v.w[k] & 0xfffffffful);
            v.w[k] = ((high / 10) << 32) | (low / 10);
            rest = low % 10;
            more |= v.w[k] != 0;
        }
        digits[n++] = (uchar)('0' + rest);
    }
    return n;
}

__kernel void print_decimal(__global const big_t *in, __global uchar *text, uint room)
{
    const size_t i = get_global_id(0);
    uchar digits[80];
    const uint n = decimal(in[i], digits);
    for (uint k = 0; k < room; ++k)
        text[i * room + k] = k < n ? digits[n - 1 - k] : ' ';
}
