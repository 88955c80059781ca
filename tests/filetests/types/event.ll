; RUN: forward
; RUN: roundtrip
; COVERS: s3_20
target triple = "spir64-unknown-unknown"

define spir_func target("spirv.Event") @f(target("spirv.Event") %e) {
  ret target("spirv.Event") %e
}
