target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %18446744073709551615, i1 1)
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 1 %p, i8 0, i64 16, i1 false)
  ret void
}
