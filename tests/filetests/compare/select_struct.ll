; Composites can be selected from SPIR-V 1.4 on; before, the parts are.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, float }

define spir_func %struct.S @f(i1 %c, %struct.S %a, %struct.S %b) {
  %s = select i1 %c, %struct.S %a, %struct.S %b
  ret %struct.S %s
}
