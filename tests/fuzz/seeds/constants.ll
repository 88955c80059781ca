target triple = "spirv64-unknown-unknown"
@a = internal addrspace(1) global [4 x i32] [i32 1, i32 undef, i32 poison, i32 ptrtoint (ptr addrspace(1) @a to i32)]
@b = addrspace(1) global ptr addrspace(4) addrspacecast (ptr addrspace(1) getelementptr inbounds (i8, ptr addrspace(1) @a, i64 5) to ptr addrspace(4))
@c = addrspace(2) constant i64 sub (i64 ptrtoint (ptr addrspace(1) @b to i64), i64 ptrtoint (ptr addrspace(1) @a to i64))
@d = addrspace(2) constant <4 x half> <half 0xH7E01, half 0xHFC00, half 0xH0001, half undef>
@e = addrspace(2) constant ptr inttoptr (i64 add (i64 ptrtoint (ptr addrspace(1) @a to i64), i64 -1) to ptr)
@fn = addrspace(1) global ptr @callee
@al = alias i32, ptr addrspace(1) getelementptr ([4 x i32], ptr addrspace(1) @a, i64 0, i64 2)
@zero = addrspace(3) global [0 x {}] poison
@str = private addrspace(2) constant [6 x i8] c"a\00\FFb\0A\00", section "x", align 4
@llvm.used = appending global [1 x ptr addrspace(1)] [ptr addrspace(1) @a], section "llvm.metadata"
define spir_func void @callee(ptr byval({ i32, [2 x float] }) align 8 %s, ptr sret(i8) %r) {
  %x = load i32, ptr addrspace(1) getelementptr (i32, ptr addrspace(1) @a, i64 1)
  %v = load <3 x i64>, ptr addrspace(1) @al, align 1
  store volatile <2 x i1> <i1 true, i1 undef>, ptr addrspace(3) @zero, !nontemporal !{i32 1}
  %c = icmp ult ptr addrspace(1) @a, @b
  %w = select i1 %c, ptr addrspace(1) @a, ptr addrspace(1) null
  %y = atomicrmw fadd ptr addrspace(1) %w, float 1.0 syncscope("workgroup") acq_rel
  %z = cmpxchg weak ptr addrspace(1) %w, ptr null, ptr %r seq_cst monotonic
  fence syncscope("singlethread") acquire
  %m = atomicrmw uinc_wrap ptr addrspace(1) %w, i8 3 monotonic
  ret void
}
