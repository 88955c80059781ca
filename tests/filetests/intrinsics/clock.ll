; The counters of cycles and of time are clocks of SPV_KHR_shader_clock.
; RUN: roundtrip --spirv-ext=+SPV_KHR_shader_clock
target triple = "spir64-unknown-unknown"
define spir_kernel void @f(ptr addrspace(1) %out) {
entry:
  %a = call i64 @llvm.readcyclecounter()
  %b = call i64 @llvm.readsteadycounter()
  store i64 %a, ptr addrspace(1) %out
  store i64 %b, ptr addrspace(1) %out
  ret void
}
