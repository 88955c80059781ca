; Arguments are not known, constants are; of addresses only the linker knows.
; RUN: forward
target triple = "spir64-unknown-unknown"
@g = addrspace(1) global i32 0
declare i1 @llvm.is.constant.i32(i32)
declare i1 @llvm.is.constant.v2f32(<2 x float>)
declare i1 @llvm.is.constant.p1(ptr addrspace(1))
define spir_func i1 @argument(i32 %x) {
  %r = call i1 @llvm.is.constant.i32(i32 %x)
  ret i1 %r
}
define spir_func i1 @constant() {
  %r = call i1 @llvm.is.constant.v2f32(<2 x float> <float 1.0, float 2.0>)
  ret i1 %r
}
define spir_func i1 @address() {
  %r = call i1 @llvm.is.constant.p1(ptr addrspace(1) @g)
  ret i1 %r
}
