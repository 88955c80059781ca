//! Calling conventions of DWARF. From LLVM 22's `llvm/BinaryFormat/Dwarf.def`; sorted by number.

#[rustfmt::skip]
pub(super) static ROWS: &[(u32, &str)] = &[
    (0x1, "DW_CC_normal"), (0x2, "DW_CC_program"), (0x3, "DW_CC_nocall"), (0x4, "DW_CC_pass_by_reference"),
    (0x5, "DW_CC_pass_by_value"), (0x40, "DW_CC_GNU_renesas_sh"), (0x41, "DW_CC_GNU_borland_fastcall_i386"),
    (0xb0, "DW_CC_BORLAND_safecall"), (0xb1, "DW_CC_BORLAND_stdcall"), (0xb2, "DW_CC_BORLAND_pascal"),
    (0xb3, "DW_CC_BORLAND_msfastcall"), (0xb4, "DW_CC_BORLAND_msreturn"), (0xb5, "DW_CC_BORLAND_thiscall"),
    (0xb6, "DW_CC_BORLAND_fastcall"), (0xc0, "DW_CC_LLVM_vectorcall"), (0xc1, "DW_CC_LLVM_Win64"),
    (0xc2, "DW_CC_LLVM_X86_64SysV"), (0xc3, "DW_CC_LLVM_AAPCS"), (0xc4, "DW_CC_LLVM_AAPCS_VFP"),
    (0xc5, "DW_CC_LLVM_IntelOclBicc"), (0xc6, "DW_CC_LLVM_SpirFunction"), (0xc7, "DW_CC_LLVM_DeviceKernel"),
    (0xc8, "DW_CC_LLVM_Swift"), (0xc9, "DW_CC_LLVM_PreserveMost"), (0xca, "DW_CC_LLVM_PreserveAll"),
    (0xcb, "DW_CC_LLVM_X86RegCall"), (0xcc, "DW_CC_LLVM_M68kRTD"), (0xcd, "DW_CC_LLVM_PreserveNone"),
    (0xce, "DW_CC_LLVM_RISCVVectorCall"), (0xcf, "DW_CC_LLVM_SwiftTail"), (0xd0, "DW_CC_LLVM_RISCVVLSCall"),
    (0xff, "DW_CC_GDB_IBM_OpenCL"),
];
