; inbounds is an opcode; nuw and nusw have no counterpart.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p, i64 %i) {
  %plain = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %inbounds = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %i
  %nuw = getelementptr nuw i32, ptr addrspace(1) %p, i64 %i
  %nusw = getelementptr nusw nuw i32, ptr addrspace(1) %p, i64 %i
  ret void
}
