//! Encodings of basic types. From LLVM 22's `llvm/BinaryFormat/Dwarf.def`; sorted by number.

#[rustfmt::skip]
pub(super) static ROWS: &[(u32, &str)] = &[
    (0x1, "DW_ATE_address"), (0x2, "DW_ATE_boolean"), (0x3, "DW_ATE_complex_float"), (0x4, "DW_ATE_float"),
    (0x5, "DW_ATE_signed"), (0x6, "DW_ATE_signed_char"), (0x7, "DW_ATE_unsigned"), (0x8, "DW_ATE_unsigned_char"),
    (0x9, "DW_ATE_imaginary_float"), (0xa, "DW_ATE_packed_decimal"), (0xb, "DW_ATE_numeric_string"),
    (0xc, "DW_ATE_edited"), (0xd, "DW_ATE_signed_fixed"), (0xe, "DW_ATE_unsigned_fixed"),
    (0xf, "DW_ATE_decimal_float"), (0x10, "DW_ATE_UTF"), (0x11, "DW_ATE_UCS"), (0x12, "DW_ATE_ASCII"),
    (0x81, "DW_ATE_HP_complex_float"), (0x82, "DW_ATE_HP_float128"), (0x83, "DW_ATE_HP_complex_float128"),
    (0x84, "DW_ATE_HP_floathpintel"), (0x85, "DW_ATE_HP_imaginary_float90"), (0x86, "DW_ATE_HP_imaginary_float128"),
];
