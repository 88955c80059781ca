; Pixels of 64 bits are of an extension.
; RUN: fails forward
; RUN: forward --spirv-ext=+SPV_EXT_shader_image_int64
target triple = "spir64-unknown-unknown"

define spir_func void @f(target("spirv.Image", i64, 1, 0, 0, 0, 0, 0, 0) %long) {
  ret void
}
