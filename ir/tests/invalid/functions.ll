; Each part is a module that breaks one rule: the message that is expected, then the module.
;;; Calling convention requires void return type
define spir_kernel i32 @f() { ret i32 0 }
;;; Calling convention does not support varargs
define spir_kernel void @f(...) { ret void }
;;; Calling convention disallows byval
define amdgpu_kernel void @f(ptr byval(i32) %p) { ret void }
;;; Function takes metadata but isn't an intrinsic
declare void @f(metadata)
;;; Function takes token but isn't an intrinsic
declare void @f(token)
;;; llvm intrinsics cannot be defined!
define i32 @llvm.abs.i32(i32 %x, i1 %p) { ret i32 %x }
;;; Entry block to function must not have predecessors!
define void @f() {
a:
  br label %a
}
;;; Function declaration shouldn't have a personality routine
declare i32 @p(...)
declare void @f() personality ptr @p
;;; cannot use argument of naked function
define i32 @f(i32 %x) naked { ret i32 %x }
;;; Declaration may not be in a Comdat!
$f = comdat any
declare void @f() comdat
;;; blockaddress may not be used with the entry block!
define ptr @f() {
a:
  ret ptr blockaddress(@f, %a)
}
;;; Invalid user of intrinsic instruction!
declare void @llvm.donothing()
declare void @f() prefix ptr @llvm.donothing
