; No sanitizer has a run-time library for SPIR-V, so what asks for one is false; markers for other targets do nothing.
; RUN: forward
target triple = "spir64-unknown-unknown"

define spir_func i1 @f() {
  call void @llvm.pcmarker(i32 7)
  call void @llvm.reloc.none(metadata !"symbol")
  %address = call i1 @llvm.allow.sanitize.address()
  %memory = call i1 @llvm.allow.sanitize.memory()
  %thread = call i1 @llvm.allow.sanitize.thread()
  %hardware = call i1 @llvm.allow.sanitize.hwaddress()
  %a = or i1 %address, %memory
  %b = or i1 %thread, %hardware
  %r = xor i1 %a, %b
  ret i1 %r
}

declare void @llvm.pcmarker(i32)
declare void @llvm.reloc.none(metadata)
declare i1 @llvm.allow.sanitize.address()
declare i1 @llvm.allow.sanitize.memory()
declare i1 @llvm.allow.sanitize.thread()
declare i1 @llvm.allow.sanitize.hwaddress()
