; Other address spaces stand for the usual ones on the way back: of pointers, local variables, functions, intrinsics and names.
; RUN: forward khronos --spirv-ext=+SPV_INTEL_function_pointers,+SPV_INTEL_variable_length_array
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_function_pointers,+SPV_INTEL_variable_length_array --spirv-addrspace-map=0:4,4:0,1:5
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_function_pointers,+SPV_INTEL_variable_length_array --spirv-function-program-addrspace=3
; SHOW: module
; NO-ROUND-TRIP: the address spaces are others on the way back
; NO-VAL: SPIRV-Tools does not know that the function of a pointer may come behind it
; COMPLAINT: ID <id> has not been defined
target triple = "spir64-unknown-unknown"

@number = addrspace(1) global i32 0, align 4

define spir_func i32 @one(i32 %x) {
  ret i32 %x
}

define spir_func i32 @call(ptr addrspace(4) %p, i64 %n) {
  %held = alloca ptr
  store ptr @one, ptr %held
  %f = load ptr, ptr %held
  %r = call spir_func i32 %f(i32 1)
  %saved = call ptr @llvm.stacksave.p0()
  %list = alloca i32, i64 %n, align 4
  store i32 %r, ptr %list, align 4
  call void @llvm.stackrestore.p0(ptr %saved)
  %v = load atomic i32, ptr addrspace(4) %p seq_cst, align 4
  ret i32 %v
}

define spir_kernel void @write(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %image, <2 x i32> %at, <4 x float> %texel) {
  call spir_func void @_Z12write_imagef14ocl_image2d_woDv2_iDv4_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %image, <2 x i32> %at, <4 x float> %texel)
  ret void
}

declare spir_func void @_Z12write_imagef14ocl_image2d_woDv2_iDv4_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1), <2 x i32>, <4 x float>)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
