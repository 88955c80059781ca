; The variables that intrinsics take stand in front of all instructions, where they are when they come back; and so do those of
; the function that stand behind others.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare { float, float } @llvm.sincos.f32(float)
declare { float, i32 } @llvm.frexp.f32.i32(float)
declare void @llvm.memmove.p4.p1.i64(ptr addrspace(4), ptr addrspace(1), i64, i1)

define spir_kernel void @parts(ptr addrspace(1) %out, float %x, i64 %n) {
entry:
  %address = ptrtoint ptr addrspace(1) %out to i64
  %room = alloca [6 x i8], align 2
  %to = addrspacecast ptr %room to ptr addrspace(4)
  %sum = add i64 %address, %n
  %both = call { float, float } @llvm.sincos.f32(float %x)
  %sine = extractvalue { float, float } %both, 0
  %cosine = extractvalue { float, float } %both, 1
  br label %next
next:
  %slot = alloca i64, align 8
  store volatile i64 %sum, ptr %slot, align 8
  %split = call { float, i32 } @llvm.frexp.f32.i32(float %sine)
  %fraction = extractvalue { float, i32 } %split, 0
  call void @llvm.memmove.p4.p1.i64(ptr addrspace(4) %to, ptr addrspace(1) %out, i64 6, i1 false)
  %product = fmul float %fraction, %cosine
  store float %product, ptr addrspace(1) %out, align 4
  ret void
}
