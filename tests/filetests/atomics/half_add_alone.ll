; The extension that has addition of half is one to the extension that has the instruction: alone it is of no use.
; RUN: forward --spirv-ext=+SPV_EXT_shader_atomic_float16_add
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func half @add(ptr addrspace(1) %p, half %x) {
  %old = atomicrmw fadd ptr addrspace(1) %p, half %x seq_cst
  ret half %old
}
