; The calls that compilers of SYCL write: a boolean with a byte as default, structures in the mangled name.
; RUN: forward
; RUN: roundtrip
; COVERS: s1_08
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

%A = type { i32, float }
%V = type { <2 x i32> }
%P = type { [2 x %A], %V }

define spir_func i32 @flag(i32 %a, i32 %b) {
  %flag = call i1 @_Z20__spirv_SpecConstantia(i32 0, i8 1)
  %r = select i1 %flag, i32 %a, i32 %b
  ret i32 %r
}

define spir_func void @all(ptr addrspace(1) %out) {
  %x = call i32 @_Z20__spirv_SpecConstantii(i32 3, i32 -1)
  %y = call float @_Z20__spirv_SpecConstantif(i32 4, float 0.0)
  %a = call %A @_Z29__spirv_SpecConstantCompositeif(i32 %x, float %y)
  %b = call %A @_Z29__spirv_SpecConstantCompositeif(i32 7, float %y)
  %ab = call [2 x %A] @_Z29__spirv_SpecConstantComposite1A1A(%A %a, %A %b)
  %v = call <2 x i32> @_Z29__spirv_SpecConstantCompositeii(i32 %x, i32 %x)
  %w = call %V @_Z29__spirv_SpecConstantCompositeDv2_i(<2 x i32> %v)
  %p = call %P @"_Z29__spirv_SpecConstantCompositeAstruct._ZTS1A.Aclass._ZTSN4sycl3vecIiLi2EEE.sycl::vec"([2 x %A] %ab, %V %w)
  store %P %p, ptr addrspace(1) %out
  ret void
}

declare i1 @_Z20__spirv_SpecConstantia(i32, i8)
declare i32 @_Z20__spirv_SpecConstantii(i32, i32)
declare float @_Z20__spirv_SpecConstantif(i32, float)
declare %A @_Z29__spirv_SpecConstantCompositeif(i32, float)
declare [2 x %A] @_Z29__spirv_SpecConstantComposite1A1A(%A, %A)
declare <2 x i32> @_Z29__spirv_SpecConstantCompositeii(i32, i32)
declare %V @_Z29__spirv_SpecConstantCompositeDv2_i(<2 x i32>)
declare %P @"_Z29__spirv_SpecConstantCompositeAstruct._ZTS1A.Aclass._ZTSN4sycl3vecIiLi2EEE.sycl::vec"([2 x %A], %V)
