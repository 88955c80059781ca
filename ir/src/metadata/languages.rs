//! Language codes of DWARF. From LLVM 22's `llvm/BinaryFormat/Dwarf.def`; sorted by number.

#[rustfmt::skip]
pub(super) static ROWS: &[(u32, &str)] = &[
    (0x1, "DW_LANG_C89"), (0x2, "DW_LANG_C"), (0x3, "DW_LANG_Ada83"), (0x4, "DW_LANG_C_plus_plus"),
    (0x5, "DW_LANG_Cobol74"), (0x6, "DW_LANG_Cobol85"), (0x7, "DW_LANG_Fortran77"), (0x8, "DW_LANG_Fortran90"),
    (0x9, "DW_LANG_Pascal83"), (0xa, "DW_LANG_Modula2"), (0xb, "DW_LANG_Java"), (0xc, "DW_LANG_C99"),
    (0xd, "DW_LANG_Ada95"), (0xe, "DW_LANG_Fortran95"), (0xf, "DW_LANG_PLI"), (0x10, "DW_LANG_ObjC"),
    (0x11, "DW_LANG_ObjC_plus_plus"), (0x12, "DW_LANG_UPC"), (0x13, "DW_LANG_D"), (0x14, "DW_LANG_Python"),
    (0x15, "DW_LANG_OpenCL"), (0x16, "DW_LANG_Go"), (0x17, "DW_LANG_Modula3"), (0x18, "DW_LANG_Haskell"),
    (0x19, "DW_LANG_C_plus_plus_03"), (0x1a, "DW_LANG_C_plus_plus_11"), (0x1b, "DW_LANG_OCaml"),
    (0x1c, "DW_LANG_Rust"), (0x1d, "DW_LANG_C11"), (0x1e, "DW_LANG_Swift"), (0x1f, "DW_LANG_Julia"),
    (0x20, "DW_LANG_Dylan"), (0x21, "DW_LANG_C_plus_plus_14"), (0x22, "DW_LANG_Fortran03"),
    (0x23, "DW_LANG_Fortran08"), (0x24, "DW_LANG_RenderScript"), (0x25, "DW_LANG_BLISS"), (0x26, "DW_LANG_Kotlin"),
    (0x27, "DW_LANG_Zig"), (0x28, "DW_LANG_Crystal"), (0x2a, "DW_LANG_C_plus_plus_17"),
    (0x2b, "DW_LANG_C_plus_plus_20"), (0x2c, "DW_LANG_C17"), (0x2d, "DW_LANG_Fortran18"), (0x2e, "DW_LANG_Ada2005"),
    (0x2f, "DW_LANG_Ada2012"), (0x30, "DW_LANG_HIP"), (0x31, "DW_LANG_Assembly"), (0x32, "DW_LANG_C_sharp"),
    (0x33, "DW_LANG_Mojo"), (0x34, "DW_LANG_GLSL"), (0x35, "DW_LANG_GLSL_ES"), (0x36, "DW_LANG_HLSL"),
    (0x37, "DW_LANG_OpenCL_CPP"), (0x38, "DW_LANG_CPP_for_OpenCL"), (0x39, "DW_LANG_SYCL"), (0x3d, "DW_LANG_Metal"),
    (0x40, "DW_LANG_Ruby"), (0x41, "DW_LANG_Move"), (0x42, "DW_LANG_Hylo"), (0x8001, "DW_LANG_Mips_Assembler"),
    (0x8e57, "DW_LANG_GOOGLE_RenderScript"), (0xb000, "DW_LANG_BORLAND_Delphi"),
];
