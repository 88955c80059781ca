; RUN: forward
; RUN: roundtrip
; COVERS: s2_107 s2_108
target triple = "spir64-unknown-unknown"

declare spir_func void @imported()
declare extern_weak spir_func void @weakly_imported()
declare spir_func void @unused()

define internal spir_func void @internal() {
  ret void
}

define private spir_func void @private() {
  ret void
}

define linkonce_odr spir_func void @linkonce() {
  ret void
}

define weak spir_func void @weak() {
  ret void
}

define spir_func void @exported() {
  call spir_func void @imported()
  call spir_func void @weakly_imported()
  call spir_func void @internal()
  call spir_func void @private()
  ret void
}
