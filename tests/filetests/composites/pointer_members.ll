; A pointer in a structure points to bytes, whatever it pointed to outside.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, ptr addrspace(1) }

define spir_func i32 @f(%struct.S %s, i32 %i) {
  %slot = alloca i32, align 4
  %p = extractvalue %struct.S %s, 1
  %v = load i32, ptr addrspace(1) %p, align 4
  %q = getelementptr i32, ptr addrspace(1) %p, i64 1
  %t = insertvalue %struct.S %s, ptr addrspace(1) %q, 1
  ret i32 %v
}
