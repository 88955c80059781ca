; An illegal integer in a type that only a constant expression names: what it steps over is counted in bytes.
; RUN: forward
; RUN: roundtrip
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@global = addrspace(1) global [2 x { i8, i24 }] zeroinitializer

define spir_kernel void @size(ptr addrspace(1) %out) {
  store i64 ptrtoint (ptr getelementptr ({ i8, i24 }, ptr null, i32 1) to i64), ptr addrspace(1) %out
  ret void
}

define spir_func i64 @offset(i1 %c) {
entry:
  br i1 %c, label %a, label %b

a:
  br label %b

b:
  %offset = phi i64 [ 0, %entry ], [ ptrtoint (ptr addrspace(1) getelementptr ({ i8, i40, <3 x i1> }, ptr addrspace(1) null, i32 0, i32 2) to i64), %a ]
  ret i64 %offset
}

define spir_func i32 @in_global() {
  %v = load i32, ptr addrspace(1) getelementptr ([2 x { i8, i24 }], ptr addrspace(1) @global, i64 0, i64 1, i32 1)
  ret i32 %v
}
