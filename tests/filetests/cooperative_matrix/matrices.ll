; Cooperative matrices: each instruction is a call of its name; the length takes any matrix of its type.
; RUN: roundtrip --spirv-ext=+SPV_KHR_cooperative_matrix
target triple = "spir64-unknown-unknown"

define spir_kernel void @multiply(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %stride) {
  %fill = call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) @_Z26__spirv_CompositeConstructf(float 0.0)
  %x = call spir_func target("spirv.CooperativeMatrixKHR", half, 3, 8, 32, 0) @_Z32__spirv_CooperativeMatrixLoadKHR_1(ptr addrspace(1) %a, i32 0, i64 %stride, i32 1)
  %y = call spir_func target("spirv.CooperativeMatrixKHR", half, 3, 32, 16, 1) @_Z32__spirv_CooperativeMatrixLoadKHR_2(ptr addrspace(1) %b, i32 1, i64 %stride)
  %sum = call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) @_Z34__spirv_CooperativeMatrixMulAddKHR(target("spirv.CooperativeMatrixKHR", half, 3, 8, 32, 0) %x, target("spirv.CooperativeMatrixKHR", half, 3, 32, 16, 1) %y, target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) %fill)
  %negated = call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) @_Z15__spirv_FNegate(target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) %sum)
  %ints = call spir_func target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2) @_Z76__spirv_ConvertFToS_RPU3AS144__spirv_CooperativeMatrixKHR__uint_3_8_16_2_rtpPU3AS145__spirv_CooperativeMatrixKHR__float_3_8_16_2(target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) %negated)
  %ones = call spir_func target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2) @__spirv_ConstantComposite(i32 1)
  %more = call spir_func target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2) @_Z12__spirv_IAdd(target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2) %ints, target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2) %ones)
  call spir_func void @_Z33__spirv_CooperativeMatrixStoreKHR(ptr addrspace(1) %c, target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2) %more, i32 0, i64 %stride, i32 1)
  ret void
}

define spir_func i32 @component(i32 %index) {
  %slot = alloca target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2)
  %five = call spir_func target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2) @_Z26__spirv_CompositeConstructi(i32 5)
  store target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2) %five, ptr %slot
  %at = call spir_func ptr @_Z19__spirv_AccessChainP6Matrixii(ptr %slot, i32 %index)
  %one = load i32, ptr %at
  %length = call spir_func i32 @_Z34__spirv_CooperativeMatrixLengthKHR(target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2) %five)
  %sum = add i32 %one, %length
  ret i32 %sum
}

declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) @_Z26__spirv_CompositeConstructf(float)
declare spir_func target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2) @_Z26__spirv_CompositeConstructi(i32)
declare spir_func target("spirv.CooperativeMatrixKHR", half, 3, 8, 32, 0) @_Z32__spirv_CooperativeMatrixLoadKHR_1(ptr addrspace(1), i32, i64, i32)
declare spir_func target("spirv.CooperativeMatrixKHR", half, 3, 32, 16, 1) @_Z32__spirv_CooperativeMatrixLoadKHR_2(ptr addrspace(1), i32, i64)
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) @_Z34__spirv_CooperativeMatrixMulAddKHR(target("spirv.CooperativeMatrixKHR", half, 3, 8, 32, 0), target("spirv.CooperativeMatrixKHR", half, 3, 32, 16, 1), target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2))
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) @_Z15__spirv_FNegate(target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2))
declare spir_func target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2) @_Z76__spirv_ConvertFToS_RPU3AS144__spirv_CooperativeMatrixKHR__uint_3_8_16_2_rtpPU3AS145__spirv_CooperativeMatrixKHR__float_3_8_16_2(target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2))
declare spir_func target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2) @__spirv_ConstantComposite(i32)
declare spir_func target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2) @_Z12__spirv_IAdd(target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2), target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2))
declare spir_func void @_Z33__spirv_CooperativeMatrixStoreKHR(ptr addrspace(1), target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2), i32, i64, i32)
declare spir_func ptr @_Z19__spirv_AccessChainP6Matrixii(ptr, i32)
declare spir_func i32 @_Z34__spirv_CooperativeMatrixLengthKHR(target("spirv.CooperativeMatrixKHR", i32, 3, 8, 16, 2))
