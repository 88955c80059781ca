; SPIR-V has initialisers only of what is declared before: an address that leads back is stored by a kernel.
; LOSES: constants that lead back to themselves are variables, which a kernel sets
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

%node = type { i32, ptr addrspace(1), [2 x ptr addrspace(1)] }

@self = internal addrspace(1) global ptr addrspace(1) @self
@first = addrspace(1) constant %node { i32 1, ptr addrspace(1) @second, [2 x ptr addrspace(1)] [ptr addrspace(1) null, ptr addrspace(1) @plain] }
@second = addrspace(1) global %node { i32 2, ptr addrspace(1) @plain, [2 x ptr addrspace(1)] [ptr addrspace(1) getelementptr inbounds (%node, ptr addrspace(1) @first, i64 0, i32 2, i64 1), ptr addrspace(1) null] }
@plain = addrspace(1) global i32 7
@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @later, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @kernel, ptr null }, { i32, ptr, ptr } { i32 1, ptr @sooner, ptr null }]
@llvm.global_dtors = appending global [0 x { i32, ptr, ptr }] zeroinitializer

define spir_kernel void @kernel() {
  ret void
}

define internal spir_func void @later() {
  store i32 8, ptr addrspace(1) @plain
  ret void
}

define internal spir_func void @sooner() {
  store i32 9, ptr addrspace(1) @plain
  ret void
}

define spir_func ptr addrspace(1) @get() {
  %first = load ptr addrspace(1), ptr addrspace(1) @self
  ret ptr addrspace(1) %first
}
