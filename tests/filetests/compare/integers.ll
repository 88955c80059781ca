; RUN: forward
; RUN: roundtrip
; COVERS: s2_56 s2_57 s2_70 s2_71 s2_72 s2_73 s2_74 s2_75 s2_76 s2_77
target triple = "spir64-unknown-unknown"

define spir_func void @f(i32 %a, i32 %b) {
  %eq = icmp eq i32 %a, %b
  %ne = icmp ne i32 %a, %b
  %sgt = icmp sgt i32 %a, %b
  %sge = icmp sge i32 %a, %b
  %slt = icmp slt i32 %a, %b
  %sle = icmp sle i32 %a, %b
  %ugt = icmp ugt i32 %a, %b
  %uge = icmp uge i32 %a, %b
  %ult = icmp ult i32 %a, %b
  %ule = icmp ule i32 %a, %b
  ret void
}
