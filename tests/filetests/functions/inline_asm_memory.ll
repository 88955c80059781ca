; Operands of assembly in memory: what they are says the type of the pointer.
; RUN: forward --spirv-ext=+SPV_INTEL_inline_assembly
; RUN: roundtrip --spirv-ext=+SPV_INTEL_inline_assembly
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %o, <2 x float> %f) {
  %x = alloca i32
  %y = alloca <2 x float>
  call void asm sideeffect "mov $0, 1", "=*m"(ptr elementtype(i32) %x)
  call void asm sideeffect "mov $0, 1", "=*m"(ptr elementtype(<2 x float>) %y)
  %v = call i32 asm "add $0, $1, $2", "=r,*m,r,~{memory}"(ptr elementtype(i32) %x, i32 3)
  store i32 %v, ptr addrspace(1) %o
  call void asm sideeffect "st $1, $0", "=*imr,r"(ptr addrspace(1) elementtype(<2 x float>) %o, <2 x float> %f)
  ret void
}
