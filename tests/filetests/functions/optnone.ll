; `optnone` where an extension for it is allowed; else it is dropped.
; RUN: forward --spirv-ext=+SPV_EXT_optnone
; RUN: forward --spirv-ext=+SPV_INTEL_optnone
; RUN: forward
; RUN: roundtrip --spirv-ext=+SPV_EXT_optnone
target triple = "spir64-unknown-unknown"

define spir_func void @f() #0 {
  ret void
}

attributes #0 = { noinline optnone }
