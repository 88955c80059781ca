; Khronos mode keeps casts, between pointers of one type, too; parameters that are only passed on are not cast.
; RUN: forward khronos --spirv-ext=+SPV_KHR_untyped_pointers
; NO-ROUND-TRIP: casts stay, and those of parameters come anew
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

%struct.pair = type { i32, float }

declare spir_func void @filled(ptr sret(%struct.pair))

define spir_func void @read(ptr sret(%struct.pair) %result, ptr byval(%struct.pair) %pair) {
  %first = load i32, ptr %pair, align 4
  store i32 %first, ptr %result, align 4
  ret void
}

define spir_func void @passed_on(ptr sret(%struct.pair) %result) {
  call spir_func void @filled(ptr sret(%struct.pair) %result)
  ret void
}

define spir_func i32 @own(ptr byval(%struct.pair) %pair) {
  %result = alloca %struct.pair, align 4
  call spir_func void @read(ptr sret(%struct.pair) %result, ptr byval(%struct.pair) %pair)
  %first = load i32, ptr %result, align 4
  ret i32 %first
}
