; A stop for a debugger, which has an instruction without meaning where these are asked for.
; COVERS: d_59
; RUN: forward --spirv-ext=+SPV_KHR_non_semantic_info
; RUN: roundtrip --spirv-ext=+SPV_KHR_non_semantic_info
; RUN: forward
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  call void @llvm.debugtrap()
  ret void
}

declare void @llvm.debugtrap()
