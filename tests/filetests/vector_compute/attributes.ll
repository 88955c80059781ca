; What vector compute says of functions, parameters and variables, both ways.
; RUN: forward --spirv-ext=+SPV_INTEL_vector_compute,+SPV_INTEL_float_controls2
; RUN: roundtrip --spirv-ext=+SPV_INTEL_vector_compute,+SPV_INTEL_float_controls2
; NO-VAL: SPIRV-Tools does not know the operand of the decoration of media blocks
; COMPLAINT: Invalid instruction OpDecorate starting at word 169: expected no more operands after 3 words, but stated word count is 4.
target triple = "spir64-unknown-unknown"
@private = internal global <32 x i8> undef, align 32 #0
@pointer = external addrspace(1) global ptr #1

declare ptr @pass(ptr)
declare "VCSingleElementVector" i8 @declared(i8 "VCSingleElementVector", i8) #2

define spir_func i8 @called(ptr "VCSingleElementVector"="1" %p, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 2) "VCMediaBlockIO" %i) #3 {
  %v = load i8, ptr %p
  %r = call i8 @declared(i8 %v, i8 %v)
  ret i8 %r
}

define spir_kernel void @kernel(i32 "VCArgumentIOKind"="1" %n, target("spirv.BufferSurfaceINTEL", 2) %b) #4 {
  %v = load <32 x i8>, ptr @private
  store <32 x i8> %v, ptr @private
  %third = load i8, ptr getelementptr inbounds (i8, ptr @private, i64 3)
  %image = call ptr @pass(ptr @private)
  ret void
}

attributes #0 = { "VCGlobalVariable" "VCByteOffset"="4" "VCVolatile" }
attributes #1 = { "VCGlobalVariable" "VCSingleElementVector"="2" }
attributes #2 = { "VCFunction" "VCStackCall" }
attributes #3 = { "VCFunction" "VCFloatControl"="1169" }
attributes #4 = { "VCFunction" "VCSIMTCall"="5" "VCSLMSize"="256" "VCNamedBarrierCount"="8" "VCFloatControl"="32" }
