; The rest of an image type: what is sampled, whether there are several samples a pixel, how it is used, its format.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @sampled_types(target("spirv.Image", float, 1, 0, 0, 0, 0, 0, 0) %float,
                                     target("spirv.Image", half, 1, 0, 0, 0, 0, 0, 0) %half,
                                     target("spirv.Image", i32, 1, 0, 0, 0, 0, 0, 0) %int,
                                     target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %unknown) {
  ret void
}

define spir_func void @multisampled(target("spirv.Image", void, 1, 0, 0, 1, 0, 0, 0) %plain,
                                    target("spirv.Image", void, 1, 1, 0, 1, 0, 0, 0) %depth,
                                    target("spirv.Image", void, 1, 0, 1, 1, 0, 0, 0) %array) {
  ret void
}

define spir_func void @used(target("spirv.Image", float, 1, 0, 0, 0, 1, 0, 0) %with_sampler,
                            target("spirv.Image", float, 1, 0, 0, 0, 2, 0, 0) %without) {
  ret void
}

define spir_func void @formats(target("spirv.Image", float, 1, 0, 0, 0, 0, 1, 0) %rgba32f,
                               target("spirv.Image", float, 1, 0, 0, 0, 0, 4, 0) %rgba8,
                               target("spirv.Image", i32, 1, 0, 0, 0, 0, 33, 0) %r32ui) {
  ret void
}
