; What raises the version to one that has the wrap decorations may stand behind the instructions that they decorate.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @early(i32 %a, i32 %b) {
  %signed = add nsw i32 %a, %b
  %both = mul nuw nsw i32 %signed, %b
  ret i32 %both
}

declare spir_func i1 @_Z16__spirv_PtrEqualPU3AS1iS0_(ptr addrspace(1), ptr addrspace(1))

define spir_func i1 @raises_the_version(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %same = call spir_func i1 @_Z16__spirv_PtrEqualPU3AS1iS0_(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret i1 %same
}

define spir_func i32 @late(i32 %a, i32 %b) {
  %unsigned = sub nuw i32 %a, %b
  ret i32 %unsigned
}
