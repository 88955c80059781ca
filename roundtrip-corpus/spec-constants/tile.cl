// The side of a tile, a flag and a wide mask as specialization constants, of several types.

bool __attribute__((overloadable)) __spirv_SpecConstant(int id, bool value);
uint __attribute__((overloadable)) __spirv_SpecConstant(int id, uint value);
ulong __attribute__((overloadable)) __spirv_SpecConstant(int id, ulong value);
short __attribute__((overloadable)) __spirv_SpecConstant(int id, short value);

kernel void tile(global const ulong *in, global ulong *out, uint width)
{
    uint side = __spirv_SpecConstant(10, 8u);
    ulong mask = __spirv_SpecConstant(11, 0x0F0F0F0F0F0F0F0FUL);
    bool swapped = __spirv_SpecConstant(12, true);
    short bias = __spirv_SpecConstant(13, (short)-3);
    uint x = (uint)get_global_id(0), y = (uint)get_global_id(1);
    uint inner = swapped ? (x % side) * side + y % side : (y % side) * side + x % side;
    uint place = (y / side * (width / side) + x / side) * side * side + inner;
    out[place] = (in[y * width + x] & mask) + (ulong)(long)bias;
}
