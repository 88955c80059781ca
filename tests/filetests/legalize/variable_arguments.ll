; Callers lay variable arguments out in memory and pass the address; a `va_list` is the address of the next one.
; RUN: roundtrip
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

%pair = type { i32, double }

define spir_func i64 @sum(i32 %count, ...) memory(none) {
  %list = alloca ptr, align 8
  %other = alloca ptr, align 8
  call void @llvm.va_start.p0(ptr %list)
  call void @llvm.va_copy.p0(ptr %other, ptr %list)
  %byte = va_arg ptr %list, i8
  %odd = va_arg ptr %list, i37
  %pair = va_arg ptr %list, ptr
  %second = load double, ptr %pair, align 8
  %flag = va_arg ptr %other, i1
  %rest = call spir_func i64 @next(ptr %other)
  call void @llvm.va_end.p0(ptr %list)
  call void @llvm.va_end.p0(ptr %other)
  %a = zext i8 %byte to i64
  %b = sext i37 %odd to i64
  %c = fptosi double %second to i64
  %d = zext i1 %flag to i64
  %ab = add i64 %a, %b
  %cd = add i64 %c, %d
  %abcd = add i64 %ab, %cd
  %all = add i64 %abcd, %rest
  ret i64 %all
}

; Has a list, and no variable arguments itself.
define spir_func i64 @next(ptr %list) {
  %vector = va_arg ptr %list, <4 x i16>
  %lane = extractelement <4 x i16> %vector, i32 0
  %r = sext i16 %lane to i64
  ret i64 %r
}

define spir_func i64 @passed_on(i32 %count, ...) {
  %r = musttail call spir_func i64 (i32, ...) @sum(i32 %count, ...)
  ret i64 %r
}

define spir_func i64 @callers(ptr %pair, i37 %odd) {
  %one = call spir_func i64 (i32, ...) @sum(i32 3, i8 1, i37 %odd, ptr byval(%pair) align 16 %pair)
  %two = call spir_func i64 (i32, ...) @passed_on(i32 2, i1 true, <4 x i16> <i16 1, i16 2, i16 3, i16 4>)
  %none = call spir_func i64 (i32, ...) @passed_on(i32 0)
  %some = add i64 %one, %two
  %all = add i64 %some, %none
  ret i64 %all
}

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
declare void @llvm.va_end.p0(ptr)
