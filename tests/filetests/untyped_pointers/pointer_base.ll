; The base type of a chain is no pointer: one that steps over pointers has a structure around them.
; RUN: roundtrip --spirv-ext=+SPV_KHR_untyped_pointers
; RUN: forward khronos --spirv-ext=+SPV_KHR_untyped_pointers
; ENV: spv1.4
target triple = "spir64-unknown-unknown"

define spir_func ptr addrspace(1) @step(ptr addrspace(1) %table, i64 %i, i64 %j) {
  %entry = getelementptr inbounds ptr addrspace(1), ptr addrspace(1) %table, i64 %i
  %next = load ptr addrspace(1), ptr addrspace(1) %entry, align 8
  %inner = getelementptr inbounds ptr addrspace(1), ptr addrspace(1) %next, i64 %j
  %found = load ptr addrspace(1), ptr addrspace(1) %inner, align 8
  ret ptr addrspace(1) %found
}
