; Khronos mode has a constant sampler for each call that makes one.
; RUN: forward khronos
; NO-ROUND-TRIP: samplers are made where they are used
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  %1 = call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 32)
  %2 = call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 32)
  ret void
}

declare spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32)
