; Each part is a module that breaks one rule: the message that is expected, then the module.
;;; Intrinsic has incorrect argument type!
declare i32 @llvm.ctlz.i32(i32, i32)
define void @f() {
  call i32 @llvm.ctlz.i32(i32 0, i32 0)
  ret void
}
;;; immarg operand has non-immediate parameter
declare i32 @llvm.abs.i32(i32, i1 immarg)
define i32 @f(i32 %x, i1 %p) {
  %y = call i32 @llvm.abs.i32(i32 %x, i1 %p)
  ret i32 %y
}
;;; bswap must be an even number of bytes
declare i24 @llvm.bswap.i24(i24)
define void @f() {
  call i24 @llvm.bswap.i24(i24 0)
  ret void
}
;;; rw argument to llvm.prefetch must be 0-1
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
define void @f(ptr %p) {
  call void @llvm.prefetch.p0(ptr %p, i32 2, i32 0, i32 0)
  ret void
}
;;; unsupported bits for llvm.is.fpclass test mask
declare i1 @llvm.is.fpclass.f32(float, i32)
define void @f(float %x) {
  call i1 @llvm.is.fpclass.f32(float %x, i32 1024)
  ret void
}
;;; va_start called in a non-varargs function
declare void @llvm.va_start.p0(ptr)
define void @f(ptr %p) {
  call void @llvm.va_start.p0(ptr %p)
  ret void
}
;;; the scale of s[mul|div]_fix
declare i16 @llvm.smul.fix.i16(i16, i16, i32)
define void @f(i16 %x) {
  call i16 @llvm.smul.fix.i16(i16 %x, i16 %x, i32 16)
  ret void
}
;;; a part would overrun the vector
declare <4 x i32> @llvm.vector.extract.v4i32.v8i32(<8 x i32>, i64)
define void @f(<8 x i32> %x) {
  call <4 x i32> @llvm.vector.extract.v4i32.v8i32(<8 x i32> %x, i64 8)
  ret void
}
;;; can only be used on alloca or poison
declare void @llvm.lifetime.start.p0(ptr)
define void @f(ptr %p) {
  call void @llvm.lifetime.start.p0(ptr %p)
  ret void
}
;;; tags must be valid attribute names
declare void @llvm.assume(i1)
define void @f(ptr %p) {
  call void @llvm.assume(i1 true) ["unheard of"(ptr %p)]
  ret void
}
;;; invalid rounding mode argument
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
define void @f(float %x) strictfp {
  call float @llvm.experimental.constrained.fadd.f32(float %x, float %x, metadata !"round.odd", metadata !"fpexcept.strict") strictfp
  ret void
}
;;; llvm.ptrmask intrinsic second argument bitwidth
declare ptr @llvm.ptrmask.p0.i32(ptr, i32)
define void @f(ptr %p) {
  call ptr @llvm.ptrmask.p0.i32(ptr %p, i32 1)
  ret void
}
;;; does not match specified shape!
declare <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float>, <4 x float>, i32, i32, i32)
define void @f(<4 x float> %x) {
  call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %x, <4 x float> %x, i32 3, i32 2, i32 2)
  ret void
}
;;; Entry intrinsic can occur only in a convergent function.
declare token @llvm.experimental.convergence.entry()
define void @f() {
  %t = call token @llvm.experimental.convergence.entry()
  ret void
}
;;; Convergence region is not well-nested.
declare token @llvm.experimental.convergence.entry()
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
declare void @f() convergent

define void @nested() convergent {
  %a = call token @llvm.experimental.convergence.anchor()
  %b = call token @llvm.experimental.convergence.anchor()
  call void @f() [ "convergencectrl"(token %a) ]
  call void @f() [ "convergencectrl"(token %b) ]
  ret void
}
;;; Convergence token used by an instruction other than llvm.experimental.convergence.loop in a cycle that does not contain the token's definition.
declare token @llvm.experimental.convergence.anchor()
declare void @f() convergent

define void @cycle(i1 %c) convergent {
  %a = call token @llvm.experimental.convergence.anchor()
  br label %l
l:
  call void @f() [ "convergencectrl"(token %a) ]
  br i1 %c, label %l, label %e
e:
  ret void
}
;;; Cycle heart must dominate all blocks in the cycle.
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()

define void @heart(i1 %c) convergent {
  %a = call token @llvm.experimental.convergence.anchor()
  br label %l
l:
  br i1 %c, label %m, label %e
m:
  %h = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %a) ]
  br label %l
e:
  ret void
}
;;; Cycle heart must dominate all blocks in the cycle.
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()

define void @two(i1 %c, i1 %d) convergent {
  %a = call token @llvm.experimental.convergence.anchor()
  br i1 %d, label %l, label %m
l:
  %h = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %a) ]
  br label %m
m:
  br i1 %c, label %l, label %e
e:
  ret void
}
;;; llvm.call.preallocated.alloc arg index must be between 0 and corresponding llvm.call.preallocated.setup's argument count
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
define void @negative() {
  %s = call token @llvm.call.preallocated.setup(i32 -1)
  %x = call ptr @llvm.call.preallocated.arg(token %s, i32 0) preallocated(i32)
  ret void
}
