// options: -cl-std=CL2.0
// Addresses stored as integers: what LLVM makes one constant expression of is several instructions in SPIR-V.
__constant int table[8] = {1, 2, 3, 5, 8, 13, 21, 34};

__kernel void addresses(__global ulong *out)
{
    __local uchar bytes[64];
    __local int words[16];
    const size_t i = get_global_id(0);
    bytes[get_local_id(0)] = (uchar)i;
    words[get_local_id(0)] = (int)i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i * 6 + 0] = (ulong)(size_t)&bytes[0];
    out[i * 6 + 1] = (ulong)(size_t)&bytes[4];
    out[i * 6 + 2] = (ulong)(size_t)&words[0];
    out[i * 6 + 3] = (ulong)(size_t)&words[3];
    out[i * 6 + 4] = (ulong)(size_t)&table[0];
    out[i * 6 + 5] = (ulong)(size_t)&table[7];
}
