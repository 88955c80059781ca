// options: -cl-std=CL2.0
// A dimension that no device has, as a program asks that writes four components for any work dimension: identifiers are 0
// there and sizes 1 (OpenCL C 6.15.1).
typedef struct __attribute__((packed)) work {
    uint ids[4];
    uint sizes[4];
    uchar dimensions;
} work;

__kernel void all_four(__global work *out)
{
    const size_t i = get_global_linear_id();
    out[i].ids[0] = get_global_id(0);
    out[i].ids[1] = get_global_id(1);
    out[i].ids[2] = get_global_id(2);
    out[i].ids[3] = get_global_id(3);
    out[i].sizes[0] = get_global_size(0);
    out[i].sizes[1] = get_local_size(1);
    out[i].sizes[2] = get_num_groups(2);
    out[i].sizes[3] = get_global_size(3);
    out[i].dimensions = get_work_dim();
}
