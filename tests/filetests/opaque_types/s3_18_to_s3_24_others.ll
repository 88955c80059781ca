; RUN: forward
; RUN: roundtrip
; COVERS: s3_01
target triple = "spir64-unknown-unknown"

define spir_func void @f(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) %sampled, target("spirv.Pipe", 0) %pipe,
                         target("spirv.Event") %event, target("spirv.DeviceEvent") %device_event,
                         target("spirv.ReserveId") %reserve_id, target("spirv.Queue") %queue,
                         target("spirv.Sampler") %sampler) {
  ret void
}
