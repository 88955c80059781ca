target triple = "spir64-unknown-unknown"
declare <2 x i32> @llvm.masked.load.v2i32.p1(ptr addrspace(1), i32, <2 x i1>, <2 x i32>)
define spir_kernel void @k(ptr addrspace(1) %o, <2 x i1> %m) {
  %r = call <2 x i32> @llvm.masked.load.v2i32.p1(ptr addrspace(1) %o, i32 6, <2 x i1> %m, <2 x i32> zeroinitializer)
  store <2 x i32> %r, ptr addrspace(1) %o
  ret void
}
