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
  %12 = srem i32 %a, %b
  %13 = xor i32 %12, %b
  %14 = icmp ne i32 %12, 0
  %15 = icmp slt i32 %13, 0
  %16 = and i1 %14, %15
  %17 = add i32 %12, %b
  %18 = select i1 %16, i32 %17, i32 %12
  %19 = frem float %x, %y
  %20 = fcmp olt float %19, 0.000000e+00
  %21 = fcmp olt float %y, 0.000000e+00
  %22 = fcmp une float %19, 0.000000e+00
  %23 = xor i1 %20, %21
  %24 = and i1 %22, %23
  %25 = fadd float %19, %y
  %26 = select i1 %24, float %25, float %19
  %27 = urem i32 %a, %b
  %28 = insertelement <4 x float> poison, float %x, i32 0
  %29 = shufflevector <4 x float> %28, <4 x float> poison, <4 x i32> zeroinitializer
  %30 = fmul <4 x float> %1, %29
  %31 = add i32 %a, %a
  %32 = icmp ult i32 %31, %a
  %33 = zext i1 %32 to i32
  %34 = insertvalue { i32, i32 } undef, i32 %31, 0
  %35 = insertvalue { i32, i32 } %34, i32 %33, 1
  %36 = sub i32 %a, %a
  %37 = icmp ult i32 %a, %a
  %38 = zext i1 %37 to i32
  %39 = insertvalue { i32, i32 } undef, i32 %36, 0
  %40 = insertvalue { i32, i32 } %39, i32 %38, 1
  %41 = zext i32 %a to i64
  %42 = zext i32 %a to i64
  %43 = mul i64 %41, %42
  %44 = trunc i64 %43 to i32
  %45 = lshr i64 %43, 32
  %46 = trunc i64 %45 to i32
  %47 = insertvalue { i32, i32 } undef, i32 %44, 0
  %48 = insertvalue { i32, i32 } %47, i32 %46, 1
  %49 = sext i32 %a to i64
  %50 = sext i32 %a to i64
  %51 = mul i64 %49, %50
  %52 = trunc i64 %51 to i32
  %53 = lshr i64 %51, 32
  %54 = trunc i64 %53 to i32
  %55 = insertvalue { i32, i32 } undef, i32 %52, 0
  %56 = insertvalue { i32, i32 } %55, i32 %54, 1
  %57 = trunc i64 %0 to i32
  %58 = shl i32 %a, %57
  %59 = zext i32 %a to i64
  %60 = ashr i64 %0, %59
  %61 = xor <2 x i32> %5, splat (i32 -1)
  %62 = call i64 @llvm.ctpop.i64(i64 %0)
  %63 = trunc i64 %62 to i32
  %64 = call <2 x i32> @llvm.bitreverse.v2i32(<2 x i32> %5)
  %65 = xor i1 %2, true
  %66 = icmp eq i1 %2, %65
  %67 = xor i1 %2, %66
  %68 = and i1 %67, %2
  %69 = fcmp one float %x, %y
  %70 = fcmp uge float %x, %y
  %71 = icmp slt i32 %a, %b
  %72 = select i1 %71, i32 %a, i32 %a
  %73 = trunc i32 %a to i8
  %74 = sext i32 %a to i64
  %75 = fptosi float %x to i32
  %76 = uitofp i32 %a to float
  %77 = bitcast float %x to i32
  %78 = ptrtoint ptr addrspace(1) %3 to i32
  %79 = inttoptr i32 %78 to ptr addrspace(1)
  %80 = ptrtoint ptr addrspace(1) %3 to i32
  %81 = addrspacecast ptr addrspace(1) %3 to ptr addrspace(4)
  %82 = addrspacecast ptr addrspace(4) %81 to ptr addrspace(1)
  ret void
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.bitreverse.v2i32(<2 x i32>) #1

attributes #0 = { nounwind }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!spirv.MemoryModel = !{!0}
!opencl.enable.FP_CONTRACT = !{}
!opencl.used.extensions = !{!1}
!opencl.used.optional.core.features = !{!1}
!spirv.Generator = !{!2}

!0 = !{i32 1, i32 2}
!1 = !{}
!2 = !{i16 7, i16 0}
