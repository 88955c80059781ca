; Addresses of a stack that SPIR-V does not have: null, as where they are not known (LangRef "llvm.returnaddress").
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare ptr @llvm.returnaddress(i32)
declare ptr @llvm.frameaddress.p0(i32)
declare ptr @llvm.addressofreturnaddress.p0()
declare spir_func void @__tsan_func_entry(ptr)

define spir_func void @f(ptr addrspace(1) %p) {
  %return = call ptr @llvm.returnaddress(i32 0)
  call spir_func void @__tsan_func_entry(ptr %return)
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  store ptr %frame, ptr addrspace(1) %p
  %place = call ptr @llvm.addressofreturnaddress.p0()
  %has = icmp ne ptr %place, null
  %number = zext i1 %has to i64
  store i64 %number, ptr addrspace(1) %p
  ret void
}
