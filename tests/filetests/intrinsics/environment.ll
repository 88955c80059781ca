; There is one floating-point environment: asking for it, setting it to what it is and resetting it leave nothing.
; RUN: forward
target triple = "spir64-unknown-unknown"
define spir_kernel void @f(ptr addrspace(1) %out) {
  %r = call i32 @llvm.get.rounding()
  store i32 %r, ptr addrspace(1) %out, align 4
  call void @llvm.set.rounding(i32 1)
  %e = call i256 @llvm.get.fpenv()
  call void @llvm.set.fpenv(i256 %e)
  call void @llvm.reset.fpenv()
  %m = call i32 @llvm.get.fpmode()
  call void @llvm.set.fpmode(i32 %m)
  call void @llvm.reset.fpmode()
  ret void
}
