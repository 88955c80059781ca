; In Khronos mode what is done through an annotated pointer is done through a cast of it; of several annotations, the
; last one is cast.
; RUN: forward khronos
; RUN: roundtrip khronos
target triple = "spir64-unknown-unknown"

%s = type { i32, i32 }

@text = private unnamed_addr addrspace(1) constant [5 x i8] c"note\00", section "llvm.metadata"

define spir_func i32 @f(ptr addrspace(1) %s, ptr addrspace(1) %o) {
  %p = getelementptr inbounds %s, ptr addrspace(1) %s, i32 0, i32 1
  %a = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %p, ptr addrspace(1) @text, ptr addrspace(1) @text, i32 1, ptr addrspace(1) null)
  %b = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %a, ptr addrspace(1) @text, ptr addrspace(1) @text, i32 1, ptr addrspace(1) null)
  %v = load i32, ptr addrspace(1) %b, align 4
  %c = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %o, ptr addrspace(1) @text, ptr addrspace(1) @text, i32 1, ptr addrspace(1) null)
  %w = load i8, ptr addrspace(1) %c, align 1
  ret i32 %v
}

declare ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1))
