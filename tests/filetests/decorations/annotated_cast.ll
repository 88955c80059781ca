; In Khronos mode the annotation of a cast is about what it casts.
; RUN: forward khronos
; RUN: roundtrip khronos
target triple = "spir64-unknown-unknown"

%s = type { i32, i32 }

@text = private unnamed_addr addrspace(1) constant [5 x i8] c"note\00", section "llvm.metadata"

define spir_func i32 @f(ptr addrspace(1) %s) {
  %p = getelementptr inbounds %s, ptr addrspace(1) %s, i32 0, i32 1
  %b = bitcast ptr addrspace(1) %p to ptr addrspace(1)
  %a = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %b, ptr addrspace(1) @text, ptr addrspace(1) @text, i32 1, ptr addrspace(1) null)
  %v = load i32, ptr addrspace(1) %a, align 4
  ret i32 %v
}

declare ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1))
