; Khronos mode decorates the pointer to a member, not the member: the decoration comes back as the string of that pointer.
; RUN: forward khronos
; RUN: roundtrip khronos
; NO-ROUND-TRIP: the strings of annotations are new ones
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, i32 }

@.note = private unnamed_addr constant [5 x i8] c"note\00", section "llvm.metadata"
@.file = private unnamed_addr constant [4 x i8] c"a.c\00", section "llvm.metadata"

define spir_func void @f(ptr addrspace(1) %s) {
  %m = getelementptr inbounds %struct.S, ptr addrspace(1) %s, i32 0, i32 1
  %p = call ptr addrspace(1) @llvm.ptr.annotation.p1.p0(ptr addrspace(1) %m, ptr @.note, ptr @.file, i32 3, ptr null)
  store i32 1, ptr addrspace(1) %p, align 4
  ret void
}

declare ptr addrspace(1) @llvm.ptr.annotation.p1.p0(ptr addrspace(1), ptr, ptr, i32, ptr)
