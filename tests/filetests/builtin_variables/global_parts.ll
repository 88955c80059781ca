; What the optimiser makes of loads from a builtin's global: casts, steps in bytes and in components, and other types. In
; class Input a pointer can't be cast, so that each load is one of the whole.
; RUN: forward
; RUN: forward khronos
; NO-ROUND-TRIP: the way back writes functions
target triple = "spir64-unknown-unknown"

@__spirv_BuiltInGlobalInvocationId = external addrspace(1) constant <3 x i64>, align 32
@__spirv_BuiltInSubgroupSize = external addrspace(1) constant i32, align 4

define spir_func i64 @f(i1 %c, i64 %i) {
entry:
  %x = load i64, ptr addrspace(4) addrspacecast (ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId to ptr addrspace(4)), align 32
  %y = load i64, ptr addrspace(1) getelementptr inbounds (i8, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId, i64 8), align 8
  %cast = addrspacecast ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId to ptr addrspace(4)
  br i1 %c, label %more, label %done

more:
  %step = getelementptr inbounds <3 x i64>, ptr addrspace(4) %cast, i64 0, i64 2
  %z = load i64, ptr addrspace(4) %step, align 8
  %low = load i32, ptr addrspace(4) %cast, align 32
  %some = getelementptr i64, ptr addrspace(4) %cast, i64 %i
  %n = load i64, ptr addrspace(4) %some, align 8
  br label %done

done:
  %result = phi i64 [ %x, %entry ], [ %n, %more ]
  %size = load i32, ptr addrspace(1) @__spirv_BuiltInSubgroupSize, align 4
  %wide = zext i32 %size to i64
  %sum = add i64 %result, %wide
  %all = add i64 %sum, %y
  ret i64 %all
}
