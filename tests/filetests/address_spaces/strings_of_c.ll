; clang puts the strings of C into address space 1 and casts them to 0, which SPIR-V has no cast for: loads go where they are,
; and what meets other pointers goes through an integer.
; RUN: forward
; RUN: roundtrip
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@.str = private unnamed_addr addrspace(1) constant [4 x i8] c"abc\00", align 1
@.str.1 = private unnamed_addr addrspace(1) constant [2 x i8] c"x\00", align 1
@.str.2 = private unnamed_addr addrspace(1) constant [2 x i8] c"y\00", align 1

define spir_func ptr @address() {
  ret ptr addrspacecast (ptr addrspace(1) @.str to ptr)
}

define spir_func i8 @loaded(i1 %c, i64 %i) {
  %s = select i1 %c, ptr addrspacecast (ptr addrspace(1) @.str.1 to ptr), ptr addrspacecast (ptr addrspace(1) @.str.2 to ptr)
  %p = getelementptr inbounds i8, ptr %s, i64 %i
  %v = load i8, ptr %p
  ret i8 %v
}
