target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p, i8 %byte) {
  call void @llvm.memset.p1.i6468(ptr addrspace(1) align 1 %p, i8 %byte, i6468 147444073709551615, i1 false)
  ret void
}
