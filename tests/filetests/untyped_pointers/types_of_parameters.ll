; A parameter that keeps its pointee has it in the type of its function, too; the untyped pointer of its class comes where something else
; needs it, at the latest in front of the functions. Functions of one type that keep different pointees have a type each.
; RUN: forward khronos --spirv-ext=+SPV_KHR_untyped_pointers
; RUN: forward --spirv-ext=+SPV_KHR_untyped_pointers
; NO-ROUND-TRIP: in Khronos mode casts stay, and those of parameters come anew
target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir-unknown-unknown"

%triple = type { i32, i32, i32 }

define spir_func void @cleared(ptr addrspace(4) sret(%triple) %result, i64 %unused) {
  store i32 0, ptr addrspace(4) %result, align 4
  ret void
}

define spir_func void @named(ptr byval(%triple) %one) {
  ret void
}

define spir_func void @other(ptr %one) {
  ret void
}

define spir_func void @dropped(ptr addrspace(1) sret(%triple) %result) {
  ret void
}
