; The name of an intrinsic that was of a pointer to a structure, whose own name has dots.
; RUN: forward --spirv-ext=+SPV_INTEL_fpga_memory_accesses
; RUN: roundtrip --spirv-ext=+SPV_INTEL_fpga_memory_accesses
target triple = "spir64-unknown-unknown"

%struct._ZTS5State.State = type { float, i32 }

@.str = private unnamed_addr addrspace(1) constant [11 x i8] c"{params:1}\00", section "llvm.metadata"
@.str.1 = private unnamed_addr addrspace(1) constant [6 x i8] c"a.cpp\00", section "llvm.metadata"

declare %struct._ZTS5State.State addrspace(4)* @llvm.ptr.annotation.p4s_struct._ZTS5State.States.p1i8(%struct._ZTS5State.State addrspace(4)*, i8 addrspace(1)*, i8 addrspace(1)*, i32, i8 addrspace(1)*)

define spir_func float @first(%struct._ZTS5State.State addrspace(4)* %state) {
  %told = call %struct._ZTS5State.State addrspace(4)* @llvm.ptr.annotation.p4s_struct._ZTS5State.States.p1i8(%struct._ZTS5State.State addrspace(4)* %state, i8 addrspace(1)* getelementptr inbounds ([11 x i8], [11 x i8] addrspace(1)* @.str, i32 0, i32 0), i8 addrspace(1)* getelementptr inbounds ([6 x i8], [6 x i8] addrspace(1)* @.str.1, i32 0, i32 0), i32 0, i8 addrspace(1)* null)
  %place = getelementptr inbounds %struct._ZTS5State.State, %struct._ZTS5State.State addrspace(4)* %told, i64 0, i32 0
  %number = load float, float addrspace(4)* %place, align 4
  ret float %number
}
