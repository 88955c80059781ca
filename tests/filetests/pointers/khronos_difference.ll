; Khronos mode compares and subtracts pointers as numbers of 64 bits on the way back, and casts what `to_global` takes.
; RUN: forward khronos
; NO-ROUND-TRIP: what is said in pointers comes back as numbers
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z15__spirv_PtrDiff(ptr addrspace(1), ptr addrspace(1))
declare spir_func ptr addrspace(1) @__to_global(ptr addrspace(4))

define spir_func i64 @f(ptr addrspace(1) %a, ptr addrspace(4) %g) {
  store float 0.0, ptr addrspace(1) %a
  %b = call spir_func ptr addrspace(1) @__to_global(ptr addrspace(4) %g)
  %same = icmp eq ptr addrspace(1) %a, %b
  %elements = call spir_func i64 @_Z15__spirv_PtrDiff(ptr addrspace(1) %a, ptr addrspace(1) %a)
  %one = zext i1 %same to i64
  %sum = add i64 %one, %elements
  ret i64 %sum
}
!opencl.ocl.version = !{!0}
!0 = !{i32 2, i32 0}
