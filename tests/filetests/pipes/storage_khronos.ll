; In Khronos mode a global of the type spirv.ConstantPipeStorage is a constant, which what points to it holds; the number
; of a pipe that leads out of the program is a decoration.
; RUN: forward khronos --spirv-ext=+SPV_INTEL_io_pipes
; RUN: roundtrip khronos CL2.0 --spirv-ext=+SPV_INTEL_io_pipes
; NO-VAL: SPIRV-Tools takes OpConstantPipeStorage for an instruction of a block
; COMPLAINT: ConstantPipeStorage must appear in a block
target triple = "spir64-unknown-unknown"

%spirv.ConstantPipeStorage = type { i32, i32, i32 }
%pipe = type { ptr addrspace(1) }

@storage = linkonce_odr addrspace(1) global %spirv.ConstantPipeStorage { i32 16, i32 8, i32 4 }, align 4
@other = linkonce_odr addrspace(1) global %spirv.ConstantPipeStorage { i32 4, i32 4, i32 1 }, align 4
@held = addrspace(1) global %pipe { ptr addrspace(1) @storage }, align 8, !io_pipe_id !0
@held_too = addrspace(1) global %pipe { ptr addrspace(1) @other }, align 8

define spir_kernel void @k() {
  ret void
}

!0 = !{i32 7}
