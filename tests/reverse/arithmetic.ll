target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir-unknown-unknown"

; Function Attrs: nounwind
define spir_func void @f(i32 %a, i32 %b, i64 %0, float %x, float %y, <4 x float> %1, i1 %2, ptr addrspace(1) %3, ptr addrspace(1) %4, <2 x i32> %5) #0 {
  %sum = add nuw nsw i32 %a, %b
  %7 = sub i32 %a, %b
  %8 = sub i32 0, %a
  %9 = fneg float %x
  %10 = fmul fast float %x, %y
  %11 = fadd nnan nsz <4 x float> %1, %1
  %12 = call spir_func i32 @_Z12__spirv_SModii(i32 %a, i32 %b)
  %13 = call spir_func float @_Z12__spirv_FModff(float %x, float %y)
  %14 = urem i32 %a, %b
  %15 = call spir_func <4 x float> @_Z25__spirv_VectorTimesScalarDv4_ff(<4 x float> %1, float %x)
  %16 = call spir_func { i32, i32 } @_Z17__spirv_IAddCarryii(i32 %a, i32 %a)
  %17 = call spir_func { i32, i32 } @_Z18__spirv_ISubBorrowii(i32 %a, i32 %a)
  %18 = call spir_func { i32, i32 } @_Z20__spirv_UMulExtendedjj(i32 %a, i32 %a)
  %19 = call spir_func { i32, i32 } @_Z20__spirv_SMulExtendedii(i32 %a, i32 %a)
  %20 = trunc i64 %0 to i32
  %21 = shl i32 %a, %20
  %22 = zext i32 %a to i64
  %23 = ashr i64 %0, %22
  %24 = xor <2 x i32> %5, splat (i32 -1)
  %25 = call i64 @llvm.ctpop.i64(i64 %0)
  %26 = trunc i64 %25 to i32
  %27 = call <2 x i32> @llvm.bitreverse.v2i32(<2 x i32> %5)
  %28 = xor i1 %2, true
  %29 = icmp eq i1 %2, %28
  %30 = xor i1 %2, %29
  %31 = and i1 %30, %2
  %32 = fcmp one float %x, %y
  %33 = fcmp uge float %x, %y
  %34 = icmp slt i32 %a, %b
  %35 = select i1 %34, i32 %a, i32 %a
  %36 = trunc i32 %a to i8
  %37 = sext i32 %a to i64
  %38 = fptosi float %x to i32
  %39 = uitofp i32 %a to float
  %40 = bitcast float %x to i32
  %41 = ptrtoint ptr addrspace(1) %3 to i32
  %42 = inttoptr i32 %41 to ptr addrspace(1)
  %43 = ptrtoint ptr addrspace(1) %3 to i32
  %44 = freeze i32 %43
  %45 = addrspacecast ptr addrspace(1) %3 to ptr addrspace(4)
  %46 = addrspacecast ptr addrspace(4) %45 to ptr addrspace(1)
  ret void
}

; Function Attrs: nounwind memory(none)
declare spir_func i32 @_Z12__spirv_SModii(i32, i32) #1

; Function Attrs: nounwind memory(none)
declare spir_func float @_Z12__spirv_FModff(float, float) #1

; Function Attrs: nounwind memory(none)
declare spir_func <4 x float> @_Z25__spirv_VectorTimesScalarDv4_ff(<4 x float>, float) #1

; Function Attrs: nounwind memory(none)
declare spir_func { i32, i32 } @_Z17__spirv_IAddCarryii(i32, i32) #1

; Function Attrs: nounwind memory(none)
declare spir_func { i32, i32 } @_Z18__spirv_ISubBorrowii(i32, i32) #1

; Function Attrs: nounwind memory(none)
declare spir_func { i32, i32 } @_Z20__spirv_UMulExtendedjj(i32, i32) #1

; Function Attrs: nounwind memory(none)
declare spir_func { i32, i32 } @_Z20__spirv_SMulExtendedii(i32, i32) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.bitreverse.v2i32(<2 x i32>) #2

attributes #0 = { nounwind }
attributes #1 = { nounwind memory(none) }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!spirv.MemoryModel = !{!0}
!opencl.enable.FP_CONTRACT = !{}
!opencl.used.extensions = !{!1}
!opencl.used.optional.core.features = !{!1}
!spirv.Generator = !{!2}
!spirv.Capability = !{!3}
!spirv.Extension = !{!4}

!0 = !{i32 1, i32 2}
!1 = !{}
!2 = !{i16 7, i16 0}
!3 = !{i32 22}
!4 = !{!"SPV_KHR_no_integer_wrap_decoration"}
