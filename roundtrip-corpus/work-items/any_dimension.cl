// options: -cl-std=CL2.0
// Dimensions that only the work-item knows, those among them that do not exist: identifiers are 0 there, sizes 1
// (OpenCL C 6.15.1), and which one it is must not be asked of a vector of three.
#define QUESTIONS 8

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
        return get_global_offset(dim);
    case 4:
        return get_global_size(dim);
    case 5:
        return get_local_size(dim);
    case 6:
        return get_num_groups(dim);
    default:
        return get_enqueued_local_size(dim);
    }
}

// One of the dimensions 0 to 5, and some that are far beyond.
static uint some_dimension(size_t i)
{
    const uint far[] = {0x7fffffffu, 0x80000000u, 0xffffffffu, 256u};
    const uint which = (uint)(i % 10);
    return which < 6 ? which : far[which - 6];
}

__kernel void ask_all(__global uint *out)
{
    const size_t i = get_global_id(0) + get_global_id(1) * get_global_size(0);
    const uint dim = some_dimension(i);
    for (uint what = 0; what < QUESTIONS; ++what)
        out[i * QUESTIONS + what] = (uint)ask(what, dim);
}

// All at once, so that none of them is behind a branch.
__kernel void ask_at_once(__global uint *out, uint shift)
{
    const size_t i = get_global_id(0) + get_global_id(1) * get_global_size(0);
    const uint dim = some_dimension(i + shift);
    out[i] = (uint)(get_global_id(dim) + 3 * get_local_id(dim) + 5 * get_group_id(dim) + 7 * get_global_size(dim) +
                    11 * get_local_size(dim) + 13 * get_num_groups(dim));
}
