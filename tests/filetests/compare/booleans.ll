; An order of booleans is logic: unsigned, true is above false; signed, below.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %a, i1 %b) {
  %eq = icmp eq i1 %a, %b
  %ne = icmp ne i1 %a, %b
  %ult = icmp ult i1 %a, %b
  %ule = icmp ule i1 %a, %b
  %ugt = icmp ugt i1 %a, %b
  %uge = icmp uge i1 %a, %b
  %slt = icmp slt i1 %a, %b
  %sle = icmp sle i1 %a, %b
  %sgt = icmp sgt i1 %a, %b
  %sge = icmp sge i1 %a, %b
  ret void
}
