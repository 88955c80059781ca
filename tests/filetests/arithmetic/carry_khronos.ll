; Carries and long products that are only stored, as the Khronos translator writes them.
; NO-ROUND-TRIP: the overflow intrinsics become comparisons
; RUN: roundtrip khronos
target triple = "spir64-unknown-unknown"

%pair = type { i32, i32 }

define spir_func void @f(i32 %a, i32 %b) {
  %carry = alloca %pair
  %product = alloca %pair
  %generic = addrspacecast ptr %product to ptr addrspace(4)
  call spir_func void @_Z17__spirv_IAddCarryii(ptr sret(%pair) %carry, i32 %a, i32 %b)
  call spir_func void @_Z18__spirv_ISubBorrowii(ptr sret(%pair) %carry, i32 %a, i32 %b)
  call spir_func void @_Z20__spirv_UMulExtendedii(ptr sret(%pair) %product, i32 %a, i32 %b)
  call spir_func void @_Z20__spirv_SMulExtendedIiiE4pairIT_T0_ES1_S2_(ptr addrspace(4) sret(%pair) %generic, i32 %a, i32 %b)
  ret void
}

declare spir_func void @_Z17__spirv_IAddCarryii(ptr sret(%pair), i32, i32)
declare spir_func void @_Z18__spirv_ISubBorrowii(ptr sret(%pair), i32, i32)
declare spir_func void @_Z20__spirv_UMulExtendedii(ptr sret(%pair), i32, i32)
declare spir_func void @_Z20__spirv_SMulExtendedIiiE4pairIT_T0_ES1_S2_(ptr addrspace(4) sret(%pair), i32, i32)
