; Scopes of aliases: of accesses, of copies, of calls and of atomic instructions; nothing without the extension.
; RUN: forward --spirv-ext=+SPV_INTEL_memory_access_aliasing
; RUN: roundtrip --spirv-ext=+SPV_INTEL_memory_access_aliasing
; RUN: forward
; NO-VAL: SPIRV-Tools before 2026 take no scopes of aliases outside of blocks
; COMPLAINT: AliasDomainDeclINTEL must appear in a block
target triple = "spir64-unknown-unknown"

declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare spir_func i32 @read(ptr addrspace(1))
declare spir_func void @write(ptr addrspace(1))

define spir_func i32 @f(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %x = load i32, ptr addrspace(1) %a, align 4, !alias.scope !0, !noalias !3
  %v = load volatile <2 x half>, ptr addrspace(1) %a, align 2, !alias.scope !6
  store <2 x half> %v, ptr addrspace(1) %b, align 4, !nontemporal !7, !noalias !0
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %a, ptr addrspace(1) align 4 %b, i64 16, i1 false), !alias.scope !6, !noalias !3
  %y = call spir_func i32 @read(ptr addrspace(1) %a), !alias.scope !0
  call spir_func void @write(ptr addrspace(1) %b), !alias.scope !3, !noalias !6
  %z = atomicrmw add ptr addrspace(1) %a, i32 %x seq_cst, !noalias !3
  %sum = add i32 %y, %z
  %none = load i32, ptr addrspace(1) %a, align 4, !alias.scope !8
  %all = add i32 %sum, %none
  ret i32 %all
}

!0 = !{!1}
!1 = distinct !{!1, !2, !"f: a"}
!2 = distinct !{!2, !"f"}
!3 = !{!4}
!4 = distinct !{!4, !5}
!5 = distinct !{!5}
!6 = !{!1, !4}
!7 = !{i32 1}
!8 = !{}
