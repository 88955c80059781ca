; Parameters whose attributes say a type that SPIR-V lacks in memory: what lies there instead is what they point to.
; RUN: forward
; RUN: roundtrip
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%s = type { i24, [3 x i1], <5 x i16> }

declare spir_func void @declared(ptr sret(i24) align 4, ptr byval(%s) align 16)

define spir_func void @f(ptr sret(i128) align 8 %r, ptr byval(%s) align 16 %p, i24 %x) {
  %v = load i24, ptr %p
  %sum = add i24 %v, %x
  %wide = zext i24 %sum to i128
  store i128 %wide, ptr %r
  ret void
}

define spir_func void @g() {
  %a = alloca i128
  %b = alloca %s
  %c = alloca i24
  call spir_func void @f(ptr sret(i128) align 8 %a, ptr byval(%s) align 16 %b, i24 5)
  call spir_func void @declared(ptr sret(i24) align 4 %c, ptr byval(%s) align 16 %b)
  ret void
}
