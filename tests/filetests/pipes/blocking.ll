; RUN: forward --spirv-ext=+SPV_INTEL_blocking_pipes
; RUN: fails forward
; RUN: roundtrip CL2.0 --spirv-ext=+SPV_INTEL_blocking_pipes
; RUN: roundtrip --spirv-ext=+SPV_INTEL_blocking_pipes
; NO-VAL: SPIRV-Tools takes the instructions for some with a result
; COMPLAINT: Id 16 is defined more than once
target triple = "spir64-unknown-unknown"

define spir_kernel void @pass(target("spirv.Pipe", 0) %in, target("spirv.Pipe", 1) %out) {
  %packet = alloca i32
  %generic = addrspacecast ptr %packet to ptr addrspace(4)
  call spir_func void @__read_pipe_2_bl(target("spirv.Pipe", 0) %in, ptr addrspace(4) %generic, i32 4, i32 4)
  call spir_func void @__write_pipe_2_bl(target("spirv.Pipe", 1) %out, ptr addrspace(4) %generic, i32 4, i32 4)
  ret void
}

declare spir_func void @__read_pipe_2_bl(target("spirv.Pipe", 0), ptr addrspace(4), i32, i32)
declare spir_func void @__write_pipe_2_bl(target("spirv.Pipe", 1), ptr addrspace(4), i32, i32)
