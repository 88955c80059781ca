; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(target("spirv.PipeStorage") %storage) {
  ret void
}
