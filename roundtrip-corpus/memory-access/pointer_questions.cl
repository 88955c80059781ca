// options: -cl-std=CL2.0
// What programs ask about pointers: whether they are null, which comes first, how far apart they are, how they are aligned, and which
// memory they lead to.

kernel void optional_mask(global const float *values, global const float *mask, global float *out, int n)
{
    size_t i = get_global_id(0);
    out[i] = values[i] * (mask ? mask[i] : 1.0f);
}

kernel void chosen_or_none(global const int *values, global int *out, int from)
{
    size_t i = get_global_id(0);
    global const int *p = (int)i >= from ? values + i : 0;
    int found = -1;
    if (p)
        found = *p;
    out[i] = found + (p == 0 ? 1000 : 0);
}

kernel void recurrence(global float *a, global float *b, int n)
{
    for (int i = 1; i < n; i++) {
        a[i] = a[i] - a[i - 1] * b[i];
        b[i] = b[i] + a[i - 1] * b[i - 1];
    }
}

kernel void distances(global const int *values, global int *out, int n)
{
    size_t i = get_global_id(0);
    global const int *end = values + n;
    global const int *p = values + i;
    out[i * 3] = (int)(end - p);
    out[i * 3 + 1] = p < end;
    while (p > values && *p != 0)
        --p;
    out[i * 3 + 2] = (int)(p - values);
}

kernel void aligned_or_not(global const uchar *bytes, global uint *out, ulong at)
{
    size_t i = get_global_id(0);
    global const uchar *p = bytes + at + i;
    if (((ulong)p & 3) == 0)
        out[i] = *(global const uint *)p;
    else
        out[i] = p[0];
}

kernel void which_memory(global int *out)
{
    int *p = out;
    global int *q = to_global(p);
    // Where all memory is one, a pointer can be cast to any kind: that to_local(p) is null is no rule.
    if (q)
        q[get_global_id(0)] = 5;
}
