//! Language names of DWARF 6, which have a separate version. From LLVM 22's `llvm/BinaryFormat/Dwarf.def`; sorted by number.

#[rustfmt::skip]
pub(super) static ROWS: &[(u32, &str)] = &[
    (0x0001, "DW_LNAME_Ada"), (0x0002, "DW_LNAME_BLISS"), (0x0003, "DW_LNAME_C"), (0x0004, "DW_LNAME_C_plus_plus"),
    (0x0005, "DW_LNAME_Cobol"), (0x0006, "DW_LNAME_Crystal"), (0x0007, "DW_LNAME_D"), (0x0008, "DW_LNAME_Dylan"),
    (0x0009, "DW_LNAME_Fortran"), (0x000a, "DW_LNAME_Go"), (0x000b, "DW_LNAME_Haskell"), (0x000c, "DW_LNAME_Java"),
    (0x000d, "DW_LNAME_Julia"), (0x000e, "DW_LNAME_Kotlin"), (0x000f, "DW_LNAME_Modula2"),
    (0x0010, "DW_LNAME_Modula3"), (0x0011, "DW_LNAME_ObjC"), (0x0012, "DW_LNAME_ObjC_plus_plus"),
    (0x0013, "DW_LNAME_OCaml"), (0x0014, "DW_LNAME_OpenCL_C"), (0x0015, "DW_LNAME_Pascal"), (0x0016, "DW_LNAME_PLI"),
    (0x0017, "DW_LNAME_Python"), (0x0018, "DW_LNAME_RenderScript"), (0x0019, "DW_LNAME_Rust"),
    (0x001a, "DW_LNAME_Swift"), (0x001b, "DW_LNAME_UPC"), (0x001c, "DW_LNAME_Zig"), (0x001d, "DW_LNAME_Assembly"),
    (0x001e, "DW_LNAME_C_sharp"), (0x001f, "DW_LNAME_Mojo"), (0x0020, "DW_LNAME_GLSL"), (0x0021, "DW_LNAME_GLSL_ES"),
    (0x0022, "DW_LNAME_HLSL"), (0x0023, "DW_LNAME_OpenCL_CPP"), (0x0024, "DW_LNAME_CPP_for_OpenCL"),
    (0x0025, "DW_LNAME_SYCL"), (0x0026, "DW_LNAME_Ruby"), (0x0027, "DW_LNAME_Move"), (0x0028, "DW_LNAME_Hylo"),
    (0x002c, "DW_LNAME_Metal"),
];
