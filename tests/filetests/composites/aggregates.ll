; RUN: forward
; RUN: roundtrip
; COVERS: s2_80 s2_81
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, [2 x float], { i8, i64 } }

define spir_func %struct.S @f(%struct.S %s, float %x, i64 %y) {
  %a = extractvalue %struct.S %s, 0
  %b = extractvalue %struct.S %s, 1, 1
  %c = extractvalue %struct.S %s, 2
  %d = insertvalue %struct.S %s, float %x, 1, 0
  %e = insertvalue %struct.S %d, i64 %y, 2, 1
  ret %struct.S %e
}
