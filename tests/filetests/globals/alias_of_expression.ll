; RUN: forward
; RUN: roundtrip
target triple = "spirv64-unknown-unknown"

@table = addrspace(1) global [4 x i32] zeroinitializer, align 4
@second = alias i32, getelementptr inbounds ([4 x i32], ptr addrspace(1) @table, i64 0, i64 1)
@again = alias i32, ptr addrspace(1) @second
@address = addrspace(1) global ptr addrspace(1) @again, align 8

define spir_func i32 @f() {
  %v = load i32, ptr addrspace(1) @second, align 4
  ret i32 %v
}

define spir_func i32 @g() {
  %v = load i32, ptr addrspace(1) @again, align 4
  ret i32 %v
}
