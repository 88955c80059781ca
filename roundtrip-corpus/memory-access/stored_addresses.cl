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

// Whether variables are as aligned as their types say: sums and remainders of their addresses.
__kernel void aligned(__global uint *out)
{
    __local uchar2 pair;
    __local int4 quad;
    __local double one;
    const size_t i = get_global_id(0);
    if (get_local_id(0) == 0) {
        pair = (uchar2)(1, 2);
        quad = (int4)(3);
        one = 4.0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i * 4 + 0] = (size_t)&pair % sizeof(pair);
    out[i * 4 + 1] = (size_t)&quad % sizeof(quad);
    out[i * 4 + 2] = ((size_t)&one + 24) & (sizeof(one) - 1);
    out[i * 4 + 3] = pair.x + pair.y + quad.z + (uint)one;
}
