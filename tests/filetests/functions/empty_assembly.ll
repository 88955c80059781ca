; Assembly without text keeps a compiler from moving or removing what is around it: nothing to SPIR-V, without the extension.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(ptr %p, i32 %x, i64 %y) {
  store i32 1, ptr %p
  call void asm sideeffect "", "~{memory}"()
  call void asm sideeffect "", ""()
  call void asm sideeffect "", "r,r,~{memory}"(i32 %x, ptr %p)
  call void asm sideeffect " ", "=*m,*m"(ptr elementtype(i32) %p, ptr elementtype(i32) %p)
  %same = call i32 asm sideeffect "", "=r,0,~{memory}"(i32 %x)
  %second = call i64 asm "", "=r,r,0"(i32 %x, i64 %y)
  %narrow = trunc i64 %second to i32
  %v = load i32, ptr %p
  %a = add i32 %v, %same
  %b = add i32 %a, %narrow
  ret i32 %b
}
