// options: -cl-std=CL2.0
// Dimensions that only the work-item knows, those among them that do not exist: identifiers are 0 there, sizes 1
// (OpenCL C 6.15.1), and which one it is must not be asked of a vector of three.

// One of the dimensions 0 to 5, and some that are far beyond.
static uint some_dimension(size_t i)
{
    const uint far[] = {0x7fffffffu, 0x80000000u, 0xffffffffu, 256u};
    const uint which = (uint)(i % 10);
    return which < 6 ? which : far[which - 6];
}

// All answers at once, so that none of them is behind a branch.
__kernel void ask_at_once(__global uint8 *out, uint shift)
{
    const size_t i = get_global_id(0) + get_global_id(1) * get_global_size(0);
    const uint dim = some_dimension(i + shift);
    out[i] = (uint8)((uint)get_global_id(dim), (uint)get_local_id(dim), (uint)get_group_id(dim),
                     (uint)get_global_offset(dim), (uint)get_global_size(dim), (uint)get_local_size(dim),
                     (uint)get_num_groups(dim), (uint)get_enqueued_local_size(dim));
}
