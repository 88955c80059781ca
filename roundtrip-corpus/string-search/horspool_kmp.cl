// options: -cl-std=CL1.2
// Many patterns against one text: Boyer-Moore-Horspool in one kernel (one
// pattern per work-group, the shift table in local memory), Knuth-Morris-Pratt
// in another (one pattern per work-item), both counting overlapping matches.
#define MAX_PATTERN 32

typedef struct {
    uint offset;
    uint length;
} span_t;

static bool matches(__global const char *text, __global const char *pat, uint len)
{
    // Backwards, as Horspool usually does.
    while (len--)
        if (text[len] != pat[len])
            return false;
    return true;
}

__kernel void horspool(__global const char *text, uint n,
                       __global const char *pool, __global const span_t *spans,
                       __global uint *counts, __global uint *first)
{
    __local uint shift[256];
    __local uint total, earliest;
    const uint p = get_group_id(0), lid = get_local_id(0), lsize = get_local_size(0);
    const uint m = spans[p].length;
    __global const char *pat = pool + spans[p].offset;

    for (uint c = lid; c < 256; c += lsize)
        shift[c] = m;
    if (lid == 0) {
        total = 0;
        earliest = 0xffffffffu;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0)
        for (uint i = 0; i + 1 < m; ++i)
            shift[(uchar)pat[i]] = m - 1 - i;
    barrier(CLK_LOCAL_MEM_FENCE);

    // Each work-item owns the match positions of one slice of the text.
    const uint slice = (n + lsize - 1) / lsize;
    const uint end = min((lid + 1) * slice, n);
    uint found = 0, at = lid * slice, where = 0xffffffffu;
    while (at < end && at + m <= n) {
        const uchar tail = (uchar)text[at + m - 1];
        if (tail == (uchar)pat[m - 1] && matches(text + at, pat, m - 1)) {
            ++found;
            where = min(where, at);
        }
        at += shift[tail];
    }
    atomic_add(&total, found);
    atomic_min(&earliest, where);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        counts[p] = total;
        first[p] = earliest;
    }
}

__kernel void kmp(__global const char *text, uint n, __global const char *pool,
                  __global const span_t *spans, uint npat, __global uint *counts,
                  __global uint *last)
{
    const uint p = get_global_id(0);
    if (p >= npat)
        return;
    const span_t span = spans[p];
    char pat[MAX_PATTERN];
    int fail[MAX_PATTERN + 1];
    for (uint i = 0; i < span.length; ++i)
        pat[i] = pool[span.offset + i];

    fail[0] = -1;
    for (int i = 0, k = -1; i < (int)span.length;) {
        while (k >= 0 && pat[i] != pat[k])
            k = fail[k];
        fail[++i] = ++k;
    }

    uint found = 0, where = 0xffffffffu;
    int k = 0;
    for (uint i = 0; i < n; ++i) {
        while (k >= 0 && text[i] != pat[k])
            k = fail[k];
        if (++k == (int)span.length) {
            ++found;
            where = i + 1 - span.length;
            k = fail[k];
        }
    }
    counts[p] = found;
    last[p] = where;
}
