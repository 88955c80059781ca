target triple = "spir64-unknown-unknown"
declare spir_func i32 @_Z20__spirv_SpecConstantii(i32, i32)
declare spir_func float @_Z4fmaxff(float)
declare spir_func <2 x float> @_Z4fmaxDv4_fS_(i32, ptr)
declare spir_func void @_Z7barrierj(ptr)
declare spir_func i32 @_Z18__spirv_AtomicIAddPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func void @_Z17__spirv_BranchConditionali(i32)
declare spir_func void @_Z16__spirv_Functionii(i32, i32)
declare spir_func i32 @_Z14__spirv_Switchii(i32, i32)
declare spir_func void @_Z21__spirv_ocl_vstore_half_rfmPU3AS4Dhi(float, i64, ptr addrspace(4), i32)
declare spir_func i32 @printf(ptr addrspace(2), ...)
declare spir_func i32 @_Z19convert_int_sat_rtef(double)
declare spir_func <3 x float> @_Z6vload3mPU3AS1Kf(i64, ptr addrspace(1))
@__spirv_BuiltInGlobalInvocationId = external addrspace(7) constant <3 x i64>
@s = addrspace(2) constant [2 x i8] c"%\00"
define spir_kernel void @k(ptr addrspace(1) %p, i32 %n, float %f) !kernel_arg_type !0 !kernel_arg_base_type !1 !vec_type_hint !2 {
  %a = call spir_func float @_Z4fmaxff(float %f)
  %b = call spir_func <2 x float> @_Z4fmaxDv4_fS_(i32 %n, ptr null)
  call spir_func void @_Z7barrierj(ptr null)
  %c = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS1iiii(ptr addrspace(1) %p, i32 %n, i32 %n, i32 1)
  %d = call spir_func i64 @_Z13get_global_idj(i32 %n)
  %e = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 7)
  call spir_func void @_Z17__spirv_BranchConditionali(i32 1)
  call spir_func void @_Z16__spirv_Functionii(i32 1, i32 2)
  %g = call spir_func i32 @_Z14__spirv_Switchii(i32 %n, i32 3)
  call spir_func void @_Z21__spirv_ocl_vstore_half_rfmPU3AS4Dhi(float %f, i64 0, ptr addrspace(4) null, i32 99)
  %h = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @s, i1 true, <3 x i8> zeroinitializer)
  %i = call spir_func i32 @_Z19convert_int_sat_rtef(double 1.0)
  %j = call spir_func <3 x float> @_Z6vload3mPU3AS1Kf(i64 %d, ptr addrspace(1) %p)
  %l = load <3 x i64>, ptr addrspace(7) @__spirv_BuiltInGlobalInvocationId
  %m = load i32, ptr addrspace(7) getelementptr (i8, ptr addrspace(7) @__spirv_BuiltInGlobalInvocationId, i64 2)
  %o = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 %n, i32 2)
  call void @llvm.memset.p1.i64(ptr addrspace(1) %p, i8 7, i64 %d, i1 true)
  call void @llvm.memmove.p1.p1.i32(ptr addrspace(1) %p, ptr addrspace(1) %p, i32 -1, i1 false)
  %q = call i3 @llvm.fshl.i3(i3 1, i3 2, i3 5)
  %r = call i1 @llvm.is.fpclass.f32(float %f, i32 1023)
  %t = call { i128, i1 } @llvm.smul.with.overflow.i128(i128 3, i128 -4)
  %u = call i65 @llvm.vector.reduce.add.v5i65(<5 x i65> zeroinitializer)
  call void @k(ptr addrspace(1) null, i32 0, float 0.0)
  ret void
}
!spirv.Source = !{!3}
!opencl.ocl.version = !{!4, !4}
!spirv.ExecutionMode = !{!5}
!spirv.MemoryModel = !{!4}
!0 = !{!"image2d_t", !"a.b.,c*"}
!1 = !{!"float4*", null, !"x"}
!2 = !{<4 x i7> undef, i32 9}
!3 = !{i32 99, i32 -1, !"f"}
!4 = !{i32 2, i32 2}
!5 = !{ptr @k, i32 31, i32 4, !"x"}
