// options: -cl-std=CL1.2
// Sorting within a work-item, without recursion: quicksort with an explicit
// stack and insertion sort for short runs, bottom-up merge sort through a
// private scratch array, heap sort on keys with payloads, and quickselect.
#define N 64
#define SMALL 6

typedef struct { short lo, hi; } range_t;
typedef struct { float key; uint payload; } record_t;

static void exchange(int *a, int *b)
{
    const int t = *a;
    *a = *b;
    *b = t;
}

static void insertion(int *v, int lo, int hi)
{
    for (int i = lo + 1; i <= hi; ++i) {
        const int x = v[i];
        int j = i - 1;
        for (; j >= lo && v[j] > x; --j)
            v[j + 1] = v[j];
        v[j + 1] = x;
    }
}

// Hoare's partition about the median of three.
static int partition(int *v, int lo, int hi)
{
    const int mid = (lo + hi) / 2;
    if (v[mid] < v[lo])
        exchange(&v[mid], &v[lo]);
    if (v[hi] < v[lo])
        exchange(&v[hi], &v[lo]);
    if (v[hi] < v[mid])
        exchange(&v[hi], &v[mid]);
    const int pivot = v[mid];
    int i = lo - 1, j = hi + 1;
    for (;;) {
        do
            ++i;
        while (v[i] < pivot);
        do
            --j;
        while (v[j] > pivot);
        if (i >= j)
            return j;
        exchange(&v[i], &v[j]);
    }
}

__kernel void quicksort(__global int *data, __global uint *deepest)
{
    const size_t g = get_global_id(0);
    int v[N];
    for (int i = 0; i < N; ++i)
        v[i] = data[g * N + i];

    range_t stack[12];
    int top = 0, deep = 0;
    stack[top++] = (range_t){ 0, N - 1 };
    while (top > 0) {
        const range_t r = stack[--top];
        if (r.hi - r.lo < SMALL) {
            insertion(v, r.lo, r.hi);
            continue;
        }
        const int cut = partition(v, r.lo, r.hi);
        range_t left = { r.lo, (short)cut }, right = { (short)(cut + 1), r.hi };
        // The longer part waits: the stack stays logarithmic.
        const bool left_longer = left.hi - left.lo > right.hi - right.lo;
        stack[top++] = left_longer ? left : right;
        stack[top++] = left_longer ? right : left;
        deep = max(deep, top);
    }
    for (int i = 0; i < N; ++i)
        data[g * N + i] = v[i];
    deepest[g] = deep;
}

// Stable, and counts the inversions on the way.
__kernel void merge_sort(__global ulong *data, __global uint *inversions)
{
    const size_t g = get_global_id(0);
    ulong a[N], b[N];
    ulong *from = a, *to = b;
    uint count = 0;
    for (int i = 0; i < N; ++i)
        a[i] = data[g * N + i];
    for (int width = 1; width < N; width *= 2) {
        for (int lo = 0; lo < N; lo += 2 * width) {
            const int mid = min(lo + width, N), hi = min(lo + 2 * width, N);
            int i = lo, j = mid;
            for (int k = lo; k < hi; ++k) {
                const bool take_left = i < mid && (j >= hi || from[i] >> 8 <= from[j] >> 8);
                if (!take_left)
                    count += mid - i;
                to[k] = take_left ? from[i++] : from[j++];
            }
        }
        ulong *t = from;
        from = to;
        to = t;
    }
    for (int i = 0; i < N; ++i)
        data[g * N + i] = from[i];
    inversions[g] = count;
}

static void sift(record_t *h, int i, int n)
{
    const record_t r = h[i];
    for (int child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && h[child + 1].key > h[child].key)
            ++child;
        if (h[child].key <= r.key)
            break;
        h[i] = h[child];
    }
    h[i] = r;
}

__kernel void heap_sort(__global record_t *data, uint n)
{
    const size_t g = get_global_id(0);
    record_t h[N];
    for (uint i = 0; i < n; ++i)
        h[i] = data[g * n + i];
    for (int i = (int)n / 2 - 1; i >= 0; --i)
        sift(h, i, (int)n);
    for (int end = (int)n - 1; end > 0; --end) {
        const record_t r = h[0];
        h[0] = h[end];
        h[end] = r;
        sift(h, 0, end);
    }
    for (uint i = 0; i < n; ++i)
        data[g * n + i] = h[i];
}

// The k-th smallest, each work-item asking for another k.
__kernel void quickselect(__global const int *data, __global int *out)
{
    const int g = get_global_id(0), k = g % N;
    int v[N], lo = 0, hi = N - 1;
    for (int i = 0; i < N; ++i)
        v[i] = data[(g / N) * N + i];
    while (lo < hi) {
        const int cut = partition(v, lo, hi);
        if (k <= cut)
            hi = cut;
        else
            lo = cut + 1;
    }
    out[g] = v[k];
}
