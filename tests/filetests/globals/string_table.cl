// A table of addresses: what is made of OpSpecConstantOp is OpSpecConstantComposite, also for the name llvm-spirv.
// RUN: spir64 O2 forward
// RUN: spir64 O2 forward khronos
// RUN: spir64 O2 roundtrip khronos
constant char *constant names[3] = {"alpha", "beta", "gamma"};
kernel void k(global char *o, int i) {
    o[0] = names[i][1];
}
