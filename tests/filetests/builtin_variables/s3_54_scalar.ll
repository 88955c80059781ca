; RUN: forward
; RUN: roundtrip
; COVERS: s3_04 s3_54
target triple = "spir64-unknown-unknown"

declare spir_func i32 @_Z29__spirv_BuiltInGlobalLinearIdv()

define spir_func i32 @f() {
  %id = call spir_func i32 @_Z29__spirv_BuiltInGlobalLinearIdv()
  ret i32 %id
}
