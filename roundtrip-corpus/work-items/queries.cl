// options: -cl-std=CL2.0
// Every work-item function, with the dimension a constant, a loop counter and
// an argument, for launches of one to three dimensions with offsets.
#define FIELDS 40

static size_t ask(uint what, uint dim)
{
    switch (what) {
    case 0:
        return get_global_id(dim);
    case 1:
        return get_local_id(dim);
    case 2:
        return get_group_id(dim);
    case 3:
        return get_global_size(dim);
    case 4:
        return get_local_size(dim);
    case 5:
        return get_num_groups(dim);
    case 6:
        return get_global_offset(dim);
    case 7:
        return get_enqueued_local_size(dim);
    default:
        return 0;
    }
}

// Where the work-item's record is: by the three dimensions, offsets taken off.
static size_t place(void)
{
    const size_t x = get_global_id(0) - get_global_offset(0);
    const size_t y = get_global_id(1) - get_global_offset(1);
    const size_t z = get_global_id(2) - get_global_offset(2);
    return (z * get_global_size(1) + y) * get_global_size(0) + x;
}

__kernel void constant_dimensions(__global uint *out)
{
    __global uint *o = out + place() * FIELDS;
    uint k = 0;
#define ASK(f)           \
    o[k++] = (uint)f(0); \
    o[k++] = (uint)f(1); \
    o[k++] = (uint)f(2);
    ASK(get_global_id)
    ASK(get_local_id)
    ASK(get_group_id)
    ASK(get_global_size)
    ASK(get_local_size)
    ASK(get_num_groups)
    ASK(get_global_offset)
    ASK(get_enqueued_local_size)
    o[k++] = get_work_dim();
    o[k++] = (uint)get_global_linear_id();
    o[k++] = (uint)get_local_linear_id();
    for (; k < FIELDS; ++k)
        o[k] = 0;
}

__kernel void counted_dimensions(__global uint *out)
{
    __global uint *o = out + place() * FIELDS;
    for (uint what = 0; what < 8; ++what)
        for (uint dim = 0; dim < 3; ++dim)
            o[what * 3 + dim] = (uint)ask(what, dim);
    o[24] = get_work_dim();
    o[25] = (uint)get_global_linear_id();
    o[26] = (uint)get_local_linear_id();
    for (uint k = 27; k < FIELDS; ++k)
        o[k] = 0;
}

// One question, its dimension known to the host only.
__kernel void one_dimension(__global uint *out, uint dim)
{
    const size_t at = place();
    for (uint what = 0; what < 8; ++what)
        out[at * 8 + what] = (uint)ask(what, dim);
}

// Identifiers at work: a tile of the grid is transposed by its group.
__kernel void transpose(__global const int *in, __global int *out, __local int *tile)
{
    const size_t w = get_global_size(0), h = get_global_size(1);
    const size_t lw = get_local_size(0), lh = get_local_size(1);
    tile[get_local_linear_id()] = in[get_global_id(1) * w + get_global_id(0)];
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    const size_t k = get_local_linear_id();
    const size_t x = k % lh, y = k / lh;
    const size_t column = get_group_id(1) * lh + x, row = get_group_id(0) * lw + y;
    out[row * h + column] = tile[x * lw + y];
}

// A last group that is not full.
__kernel void ragged(__global uint4 *out)
{
    out[get_global_linear_id()] =
        (uint4)(get_local_size(0), get_enqueued_local_size(0), get_num_groups(0),
                get_group_id(0) * get_enqueued_local_size(0) + get_local_id(0));
}

__kernel __attribute__((reqd_work_group_size(4, 2, 3)))
void required(__global uint *out)
{
    out[get_global_linear_id()] = (uint)(get_local_size(0) * 100 + get_local_size(1) * 10 +
                                         get_local_size(2) + 1000 * get_local_linear_id());
}
