; Lifetimes are of typed pointers alone: in Khronos mode, which keeps them, the variable keeps its pointee and is cast for everything else.
; RUN: forward khronos --spirv-ext=+SPV_KHR_untyped_pointers
; RUN: roundtrip khronos --spirv-ext=+SPV_KHR_untyped_pointers
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

%pair = type { i32, float }

define spir_func i32 @local(i32 %n) {
  %number = alloca i32, align 4
  %pair = alloca %pair, align 8
  %other = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %number)
  call void @llvm.lifetime.start.p0(ptr %pair)
  store i32 %n, ptr %number, align 4
  %member = getelementptr inbounds %pair, ptr %pair, i32 0, i32 1
  store float 1.0, ptr %member, align 4
  %generic = addrspacecast ptr %pair to ptr addrspace(4)
  %loaded = load i32, ptr addrspace(4) %generic, align 4
  store i32 %loaded, ptr %other, align 4
  %sum = load i32, ptr %number, align 4
  call void @llvm.lifetime.end.p0(ptr %pair)
  call void @llvm.lifetime.end.p0(ptr %number)
  ret i32 %sum
}

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
