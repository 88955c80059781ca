; RUN: forward
; RUN: roundtrip
; COVERS: s3_43
target triple = "spir64-unknown-unknown"

declare spir_func i32 @_Z20__spirv_Bitcast_Rintf(float)

define spir_func i32 @f(float %x) {
  %bits = call spir_func i32 @_Z20__spirv_Bitcast_Rintf(float %x)
  ret i32 %bits
}
