; Each part is a module that breaks one rule: the message that is expected, then the module.
;;; Instruction does not dominate all uses!
define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = add i32 1, 2
  br label %b
b:
  ret i32 %x
}
;;; Instruction does not dominate all uses!
define i32 @f() {
  %y = add i32 %x, 1
  %x = add i32 1, 2
  ret i32 %y
}
;;; Only PHI nodes may reference their own value!
define i32 @f() {
  %x = add i32 %x, 1
  ret i32 %x
}
;;; PHINode should have one entry for each predecessor
define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = phi i32 [ 1, %a ]
  ret i32 %x
}
;;; PHI node entries do not match predecessors!
define i32 @f(i1 %c) {
e:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = phi i32 [ 1, %a ], [ 2, %b ]
  ret i32 %x
}
;;; different incoming values!
define i32 @f(i1 %c) {
e:
  br i1 %c, label %b, label %b
b:
  %x = phi i32 [ 1, %e ], [ 2, %e ]
  ret i32 %x
}
;;; PHI nodes not grouped at top of basic block!
define i32 @f() {
e:
  br label %b
b:
  %y = add i32 1, 2
  %x = phi i32 [ 1, %e ]
  ret i32 %x
}
;;; atomic memory access' size must be byte-sized
define void @f(ptr %p) {
  %x = load atomic i1, ptr %p seq_cst, align 1
  ret void
}
;;; power-of-two size
define void @f(ptr %p) {
  store atomic i24 0, ptr %p seq_cst, align 4
  ret void
}
;;; swifterror alloca must have pointer type
define void @f() {
  %x = alloca swifterror i32
  ret void
}
;;; swifterror value can only be loaded and stored from
define i64 @f() {
  %x = alloca swifterror ptr
  %y = ptrtoint ptr %x to i64
  ret i64 %y
}
;;; swifterror argument for call has mismatched alloca
declare void @g(ptr swifterror)
define void @f() {
  %x = alloca ptr
  call void @g(ptr swifterror %x)
  ret void
}
;;; Cannot take the address of an intrinsic!
declare i32 @llvm.abs.i32(i32, i1)
define ptr @f() { ret ptr @llvm.abs.i32 }
;;; alloca on amdgpu must be in addrspace(5)
target triple = "amdgcn-amd-amdhsa"
define void @f() {
  %x = alloca i32
  ret void
}
;;; PHI nodes cannot have token type!
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
define void @f(i1 %c) {
e:
  %t = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  br label %a
a:
  %x = phi token [ %t, %e ]
  ret void
}
