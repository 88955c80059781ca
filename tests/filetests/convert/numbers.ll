; RUN: forward
; RUN: roundtrip
; COVERS: s2_44 s2_45 s2_46 s2_47
target triple = "spir64-unknown-unknown"

define spir_func void @f(float %x, i32 %a, <4 x double> %v) {
  %fptosi = fptosi float %x to i32
  %fptoui = fptoui float %x to i8
  %sitofp = sitofp i32 %a to double
  %uitofp = uitofp i32 %a to half
  %vector = fptosi <4 x double> %v to <4 x i64>
  ret void
}
