; Each part is a module that breaks one rule: the message that is expected, then the module.
;;; musttail call must precede a ret
declare i32 @g(i32)
define i32 @f(i32 %x) {
  %y = musttail call i32 @g(i32 %x)
  %z = add i32 %y, 1
  ret i32 %z
}
;;; mismatched parameter counts
declare i32 @g()
define i32 @f(i32 %x) {
  %y = musttail call i32 @g()
  ret i32 %y
}
;;; mismatched calling conv
declare fastcc i32 @g(i32)
define i32 @f(i32 %x) {
  %y = musttail call fastcc i32 @g(i32 %x)
  ret i32 %y
}
;;; mismatched ABI impacting function attributes
declare void @g(ptr)
define void @f(ptr byval(i32) %p) {
  musttail call void @g(ptr %p)
  ret void
}
;;; Attribute 'sret' cannot be used for vararg call arguments!
declare void @g(...)
define void @f(ptr %p) {
  call void (...) @g(ptr sret(i32) %p)
  ret void
}
;;; Multiple deopt operand bundles
declare void @g()
define void @f() {
  call void @g() [ "deopt"(), "deopt"() ]
  ret void
}
;;; Funclet bundle operands should correspond to a FuncletPadInst
declare void @g()
define void @f() {
  call void @g() [ "funclet"(token none) ]
  ret void
}
;;; Direct call cannot have a ptrauth bundle
declare void @g()
define void @f() {
  call void @g() [ "ptrauth"(i32 0, i64 0) ]
  ret void
}
;;; Expected exactly one kcfi bundle operand
define void @f(ptr %p) {
  call void %p() [ "kcfi"() ]
  ret void
}
;;; unwind destination does not have an exception handling instruction!
declare void @g()
declare i32 @p(...)
define void @f() personality ptr @p {
  invoke void @g() to label %a unwind label %b
a:
  ret void
b:
  ret void
}
;;; LandingPadInst needs to be in a function with a personality.
declare void @g()
define void @f() {
  invoke void @g() to label %a unwind label %b
a:
  ret void
b:
  %x = landingpad { ptr, i32 } cleanup
  ret void
}
;;; only by the unwind edge of an invoke.
declare i32 @p(...)
define void @f() personality ptr @p {
  br label %b
b:
  %x = landingpad { ptr, i32 } cleanup
  ret void
}
;;; needs at least one clause
declare void @g()
declare i32 @p(...)
define void @f() personality ptr @p {
  invoke void @g() to label %a unwind label %b
a:
  ret void
b:
  %x = landingpad { ptr, i32 }
  ret void
}
;;; Operand for indirect constraint must have elementtype attribute
define void @f(ptr %p) {
  call void asm "", "*m"(ptr %p)
  ret void
}
;;; Label constraints can only be used with callbr
define void @f() {
  call void asm "", "!i"()
  ret void
}
;;; calling convention does not permit calls
define spir_kernel void @g() { ret void }
define void @f() {
  call spir_kernel void @g()
  ret void
}
;;; calling convention does not permit calls
define amdgpu_kernel void @g() { ret void }
define void @f() {
  call amdgpu_kernel void @g()
  ret void
}
