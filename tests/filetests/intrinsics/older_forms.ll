; Intrinsics as older releases of LLVM had them: the alignment of copies as an argument (until 6), the size of an object with fewer
; arguments (until 8), annotations with fewer (until 11), reductions and the like with other names (until 11), lifetimes with a
; size and of casts of variables, parts of two vectors by the sign of an offset (until 21), checks of the stack (until 3.8).
; RUN: regularize
; RUN: forward
target triple = "spir64-unknown-unknown"

@text = addrspace(1) constant [2 x i8] c"a\00"

declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i32, i1)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i32, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i32, i1)

define spir_func void @copies(ptr noalias %a, ptr addrspace(1) %b, ptr %c, i8 %v) {
  call void @llvm.memcpy.p0.p1.i64(ptr %a, ptr addrspace(1) align 2 %b, i64 16, i32 8, i1 false)
  call void @llvm.memmove.p0.p0.i32(ptr align 4 %a, ptr nonnull %c, i32 16, i32 0, i1 true)
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 16, i32 4, i1 false)
  ret void
}

declare i64 @llvm.objectsize.i64.p0(ptr, i1)
declare i32 @llvm.objectsize.i32.p1(ptr addrspace(1), i1, i1)
declare i32 @llvm.ctlz.i32(i32)
declare i64 @llvm.cttz.i64(i64)

define spir_func i32 @numbers(i32 %a, i64 %b) {
  %place = alloca i64
  %size = call i64 @llvm.objectsize.i64.p0(ptr %place, i1 false)
  %of_text = call i32 @llvm.objectsize.i32.p1(ptr addrspace(1) @text, i1 false, i1 true)
  %high = call i32 @llvm.ctlz.i32(i32 %a)
  %low = call i64 @llvm.cttz.i64(i64 %b)
  %both = add i64 %size, %low
  %number = trunc i64 %both to i32
  %x = add i32 %number, %high
  %y = add i32 %x, %of_text
  ret i32 %y
}

declare void @llvm.var.annotation(ptr, ptr, ptr, i32)
declare ptr @llvm.ptr.annotation.p0i8(ptr, ptr, ptr, i32)

define spir_func ptr @annotations(ptr %a) {
  %place = alloca i32
  call void @llvm.var.annotation(ptr %place, ptr addrspacecast (ptr addrspace(1) @text to ptr), ptr addrspacecast (ptr addrspace(1) @text to ptr), i32 5)
  %b = call ptr @llvm.ptr.annotation.p0i8(ptr %a, ptr addrspacecast (ptr addrspace(1) @text to ptr), ptr addrspacecast (ptr addrspace(1) @text to ptr), i32 5)
  ret ptr %b
}

declare i32 @llvm.experimental.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.experimental.vector.reduce.smax.v4i32(<4 x i32>)
declare float @llvm.experimental.vector.reduce.v2.fadd.f32.v4f32(float, <4 x float>)
declare <4 x i32> @llvm.experimental.vector.reverse.v4i32(<4 x i32>)

define spir_func float @vectors(<4 x i32> %a, <4 x float> %b, ptr %out) {
  %back = call <4 x i32> @llvm.experimental.vector.reverse.v4i32(<4 x i32> %a)
  %sum = call i32 @llvm.experimental.vector.reduce.add.v4i32(<4 x i32> %back)
  %most = call i32 @llvm.experimental.vector.reduce.smax.v4i32(<4 x i32> %a)
  %floats = call float @llvm.experimental.vector.reduce.v2.fadd.f32.v4f32(float 0.0, <4 x float> %b)
  %both = add i32 %sum, %most
  store i32 %both, ptr %out
  ret float %floats
}

declare <4 x i32> @llvm.experimental.vector.splice.v4i32(<4 x i32>, <4 x i32>, i32)
declare <4 x i32> @llvm.vector.splice.v4i32(<4 x i32>, <4 x i32>, i32)
declare void @llvm.stackprotectorcheck(ptr)

define spir_func <4 x i32> @parts(<4 x i32> %a, <4 x i32> %b, ptr %p) {
  call void @llvm.stackprotectorcheck(ptr %p)
  %left = call <4 x i32> @llvm.experimental.vector.splice.v4i32(<4 x i32> %a, <4 x i32> %b, i32 1)
  %right = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> %left, <4 x i32> %b, i32 -1)
  ret <4 x i32> %right
}

declare void @llvm.lifetime.start.p4(i64, ptr addrspace(4))
declare void @llvm.lifetime.end.p4(i64, ptr addrspace(4))
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define spir_func void @lifetimes() {
  %a = alloca i32
  %b = addrspacecast ptr %a to ptr addrspace(4)
  call void @llvm.lifetime.start.p4(i64 4, ptr addrspace(4) %b)
  store i32 0, ptr %a
  call void @llvm.lifetime.end.p4(i64 4, ptr addrspace(4) %b)
  %c = alloca [4 x i32]
  %d = getelementptr [4 x i32], ptr %c, i64 0, i64 0
  call void @llvm.lifetime.start.p0(i64 16, ptr %d)
  store i32 0, ptr %d
  call void @llvm.lifetime.end.p0(i64 16, ptr %d)
  %e = getelementptr [4 x i32], ptr %c, i64 0, i64 1
  call void @llvm.lifetime.start.p0(i64 4, ptr %e)
  ret void
}
