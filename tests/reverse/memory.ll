target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, [5 x <4 x float>], <2 x float> }

; Function Attrs: alwaysinline nounwind
define spir_func void @f(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i64 %3, float %4) #0 {
  %var = alloca %struct.S, align 32
  store %struct.S zeroinitializer, ptr %var, align 16
  call void @llvm.lifetime.start.p0(ptr %var)
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %var, ptr addrspace(1) align 4 %0, i64 112, i1 false)
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %var, ptr addrspace(1) align 8 %0, i64 %3, i1 true)
  %6 = getelementptr %struct.S, ptr %var, i32 0, i32 1, i64 %3, i32 0
  %7 = getelementptr inbounds %struct.S, ptr addrspace(1) %0, i64 %3, i32 1, i64 5, i32 1
  %8 = getelementptr i32, ptr addrspace(1) %2, i64 %3
  %9 = getelementptr <4 x float>, ptr addrspace(1) %1, i64 5
  %10 = load float, ptr %6, align 4
  %11 = load volatile float, ptr addrspace(1) %7, align 4
  %12 = load i32, ptr addrspace(1) %8, align 4, !nontemporal !3
  %13 = load <4 x float>, ptr addrspace(1) %9, align 4
  store float %11, ptr %6, align 4
  store volatile float %10, ptr addrspace(1) %7, align 4, !nontemporal !3
  %14 = ptrtoint ptr addrspace(1) %9 to i64
  %15 = ptrtoint ptr addrspace(1) %1 to i64
  %16 = sub i64 %14, %15
  %17 = sdiv exact i64 %16, 16
  %18 = load %struct.S, ptr addrspace(1) %0, align 16
  %19 = extractvalue %struct.S %18, 1, 2
  %20 = extractelement <4 x float> %19, i32 3
  %21 = extractvalue %struct.S %18, 2
  %22 = extractelement <4 x float> %13, i32 2
  %23 = extractvalue %struct.S %18, 1, 2
  %24 = insertelement <4 x float> %23, float %4, i32 3
  %25 = insertvalue %struct.S %18, <4 x float> %24, 1, 2
  %26 = insertvalue %struct.S %25, <2 x float> %21, 2
  %27 = insertelement <4 x float> %13, float %4, i32 0
  %28 = extractelement <2 x float> %21, i32 0
  %29 = extractelement <2 x float> %21, i32 1
  %30 = insertelement <4 x float> undef, float %4, i32 0
  %31 = insertelement <4 x float> %30, float %28, i32 1
  %32 = insertelement <4 x float> %31, float %29, i32 2
  %33 = insertelement <4 x float> %32, float %4, i32 3
  %34 = insertelement <3 x float> poison, float %4, i64 0
  %35 = shufflevector <3 x float> %34, <3 x float> poison, <3 x i32> zeroinitializer
  %36 = insertvalue [5 x <4 x float>] undef, <4 x float> %13, 0
  %37 = insertvalue [5 x <4 x float>] %36, <4 x float> %27, 1
  %38 = insertvalue [5 x <4 x float>] %37, <4 x float> %33, 2
  %39 = insertvalue [5 x <4 x float>] %38, <4 x float> %13, 3
  %40 = insertvalue [5 x <4 x float>] %39, <4 x float> undef, 4
  %41 = insertvalue %struct.S undef, i32 %12, 0
  %42 = insertvalue %struct.S %41, [5 x <4 x float>] %40, 1
  %43 = insertvalue %struct.S %42, <2 x float> %21, 2
  %44 = shufflevector <2 x float> %21, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %45 = shufflevector <4 x float> %44, <4 x float> %13, <4 x i32> <i32 0, i32 1, i32 7, i32 poison>
  %46 = shufflevector <3 x float> %35, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  %47 = shufflevector <4 x float> %13, <4 x float> %46, <2 x i32> <i32 6, i32 0>
  %48 = extractelement <4 x float> %13, i64 %3
  %49 = insertelement <4 x float> %13, float %4, i64 %3
  store <4 x float> %45, ptr addrspace(1) %1, align 16
  store %struct.S %43, ptr addrspace(1) %0, align 16
  call void @llvm.lifetime.end.p0(ptr %var)
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p1.i64(ptr noalias writeonly captures(none), ptr addrspace(1) noalias readonly captures(none), i64, i1 immarg) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

attributes #0 = { alwaysinline nounwind }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }

!spirv.MemoryModel = !{!0}
!opencl.enable.FP_CONTRACT = !{}
!opencl.used.extensions = !{!1}
!opencl.used.optional.core.features = !{!1}
!spirv.Generator = !{!2}

!0 = !{i32 2, i32 2}
!1 = !{}
!2 = !{i16 7, i16 0}
!3 = !{i32 1}
