; RUN: forward
; RUN: roundtrip
; COVERS: s2_58 s2_59 s2_60 s2_61 s2_62 s2_63 s2_64 s2_65 s2_66 s2_67 s2_68 s2_69
target triple = "spir64-unknown-unknown"

define spir_func void @f(float %a, float %b) {
  %oeq = fcmp oeq float %a, %b
  %ogt = fcmp ogt float %a, %b
  %oge = fcmp oge float %a, %b
  %olt = fcmp olt float %a, %b
  %ole = fcmp ole float %a, %b
  %one = fcmp one float %a, %b
  %ord = fcmp ord float %a, %b
  %ueq = fcmp ueq float %a, %b
  %ugt = fcmp ugt float %a, %b
  %uge = fcmp uge float %a, %b
  %ult = fcmp ult float %a, %b
  %ule = fcmp ule float %a, %b
  %une = fcmp une float %a, %b
  %uno = fcmp uno float %a, %b
  ret void
}
