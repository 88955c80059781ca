target triple = "spir-unknown-unknown"

declare spir_func i65 @_Z13get_global_idj(i32)

define spir_func i65 @f() {
  %r = call spir_func i65 @_Z13get_global_idj(i32 3)
  ret i65 %r
}
