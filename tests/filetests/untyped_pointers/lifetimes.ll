; SPIRV-Tools has lifetimes of typed pointers alone: of others they are dropped.
; RUN: forward --spirv-ext=+SPV_KHR_untyped_pointers
; RUN: roundtrip --spirv-ext=+SPV_KHR_untyped_pointers
target triple = "spir64-unknown-unknown"

define spir_func i16 @f(i16 %x) {
  %a = alloca i16, align 2
  call void @llvm.lifetime.start(ptr %a)
  store volatile i16 %x, ptr %a, align 2
  %y = load volatile i16, ptr %a, align 2
  call void @llvm.lifetime.end(ptr %a)
  ret i16 %y
}
