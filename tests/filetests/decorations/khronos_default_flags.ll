; Khronos mode keeps a default of flags, and makes one without flags of what forbids contraction or keeps zeros, infinities
; and NaN as they are; an instruction without flags says that it has none. Without the extension the older modes are written.
; RUN: forward khronos --spirv-ext=+SPV_KHR_float_controls2
; RUN: roundtrip khronos --spirv-ext=+SPV_KHR_float_controls2
; RUN: forward khronos --spirv-max-version=1.4
; SHOW: module
; NO-ROUND-TRIP: a mode becomes another one, which is kept then
target triple = "spir64-unknown-unknown"

define spir_kernel void @strict(half %h, float %f, double %d) {
  %a = fadd contract half %h, %h
  %b = fadd float %f, %f
  %c = fadd double %d, %d
  ret void
}

define spir_kernel void @keeps(float %f) {
  %b = fmul nnan float %f, %f
  ret void
}

define spir_kernel void @contracts(float %f) {
  %b = fsub float %f, %f
  ret void
}

!spirv.ExecutionMode = !{!0, !1, !2}
!0 = !{ptr @strict, i32 31}
!1 = !{ptr @keeps, i32 4461, i32 32}
!2 = !{ptr @contracts, i32 6028, float poison, i32 65536}
