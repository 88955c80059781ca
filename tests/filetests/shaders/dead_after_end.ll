; What follows a call that ends the invocation is dead: the block ends there, and the phis of its successors lose it.
; RUN: forward
; ENV: vulkan1.3
; NO-ROUND-TRIP: the dead instructions are gone
target triple = "spirv1.6-unknown-vulkan1.3-pixel"

@in = external addrspace(7) constant float, !spirv.Decorations !0
@out = external addrspace(8) global float, !spirv.Decorations !0

define void @main() #0 {
  %x = load float, ptr addrspace(7) @in
  %negative = fcmp olt float %x, 0.0
  br i1 %negative, label %end, label %go

end:
  call spir_func void @_Z27__spirv_TerminateInvocationv()
  %dead = fadd float %x, 1.0
  call spir_func void @_Z27__spirv_TerminateInvocationv()
  br label %go

go:
  %y = phi float [ %dead, %end ], [ %x, %0 ]
  store float %y, ptr addrspace(8) @out
  ret void
}

declare spir_func void @_Z27__spirv_TerminateInvocationv() #1

attributes #0 = { "hlsl.shader"="pixel" }
attributes #1 = { noreturn }

!spirv.Capability = !{!2}
!spirv.ExecutionMode = !{!3}
!0 = !{!1}
!1 = !{i32 30, i32 0}
!2 = !{i32 1}
!3 = !{ptr @main, i32 7}
