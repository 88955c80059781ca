; RUN: forward
; RUN: roundtrip
; COVERS: s2_129 s2_131
target triple = "spir64-unknown-unknown"

declare spir_func void @_Z7barrierj(i32)
declare spir_func void @_Z9mem_fencej(i32)
declare spir_func void @_Z18work_group_barrierj(i32)

define spir_func void @f() {
  call spir_func void @_Z7barrierj(i32 1)
  call spir_func void @_Z7barrierj(i32 3)
  call spir_func void @_Z18work_group_barrierj(i32 2)
  call spir_func void @_Z9mem_fencej(i32 1)
  ret void
}
