//! SPIR-V's numbers and the numbers of DWARF or LLVM that correspond to them.

use super::rows::tag;
use crate::binary::StorageClass;

/// SPIR-V's flags for which LLVM has no flag, but other fields of its nodes.
pub mod flag {
    pub const PRIVATE: u32 = 1 << 1;
    pub const ACCESS: u32 = 0b11;
    pub const LOCAL: u32 = 1 << 2;
    pub const DEFINITION: u32 = 1 << 3;
    pub const DECLARATION: u32 = 1 << 4;
    pub const STATIC: u32 = 1 << 9;
    /// The flag of an indirect variable. In LLVM IR no function type and no member has it.
    pub const INDIRECT: u32 = 1 << 10;
    pub const LVALUE_REFERENCE: u32 = 1 << 11;
    pub const RVALUE_REFERENCE: u32 = 1 << 12;
    pub const OPTIMIZED: u32 = 1 << 13;
    /// The flag of a type with an unknown layout in memory, which only the sets for shaders have.
    pub const UNKNOWN_LAYOUT: u32 = 1 << 17;
}

/// LLVM's flags of nodes.
pub mod llvm_flag {
    pub const DECLARATION: u64 = 1 << 2;
    /// An unused flag of LLVM (in nodes other than composites), which stands for an unknown layout in memory.
    pub const RESERVED: u64 = 1 << 4;
    pub const VECTOR: u64 = 1 << 11;
    pub const STATIC: u64 = 1 << 12;
    pub const BIT_FIELD: u64 = 1 << 19;
    pub const ALL_CALLS_DESCRIBED: u64 = 1 << 29;
}

/// LLVM's flags of functions.
pub mod function_flag {
    pub const LOCAL: u64 = 1 << 2;
    pub const DEFINITION: u64 = 1 << 3;
    pub const OPTIMIZED: u64 = 1 << 4;
    pub const MAIN: u64 = 1 << 8;
    pub const VIRTUALITY: u64 = 3;
}

/// Rows of SPIR-V's flags and LLVM's; the access flags are separate.
const FLAGS: &[(u32, u64)] = &[
    (4, 1 << 2),
    (5, 1 << 6),
    (6, 1 << 7),
    (7, 1 << 8),
    (8, 1 << 10),
    (9, 1 << 12),
    (11, 1 << 13),
    (12, 1 << 14),
    (14, 1 << 24),
    (15, 1 << 22),
    (16, 1 << 23),
    (17, llvm_flag::RESERVED),
];

/// SPIR-V's flag for a bit-field, which only the last set has.
const BIT_FIELD: u32 = 1 << 18;

/// The two access bits, whose values LLVM and SPIR-V number differently.
const ACCESS: [u32; 4] = [0, 2, 1, 3];

/// Returns SPIR-V's flags for LLVM's.
pub fn flags(llvm: u64, with_bit_fields: bool) -> u32 {
    let others = FLAGS.iter().filter(|row| llvm & row.1 != 0).fold(0, |all, row| all | 1 << row.0);
    let bit_field = if with_bit_fields && llvm & llvm_flag::BIT_FIELD != 0 { BIT_FIELD } else { 0 };
    others | bit_field | ACCESS.get((llvm & 3) as usize).copied().unwrap_or_default()
}

/// Returns whether one of LLVM's flags is expressed neither by SPIR-V's flags nor by another operand.
/// `AllCallsDescribed` does not count: compilers set it on each function, and its absence does no harm.
pub fn has_lost_flag(llvm: u64) -> bool {
    let others = llvm_flag::VECTOR | llvm_flag::BIT_FIELD | llvm_flag::ALL_CALLS_DESCRIBED;
    let said = FLAGS.iter().fold(u64::from(flag::ACCESS) | others, |all, row| all | row.1);
    llvm & !said != 0
}

/// Returns whether one of LLVM's function flags is not expressed by SPIR-V's; virtuality is handled separately.
pub fn has_lost_function_flag(llvm: u64) -> bool {
    use function_flag::{DEFINITION, LOCAL, MAIN, OPTIMIZED, VIRTUALITY};
    llvm & !(LOCAL | DEFINITION | OPTIMIZED | MAIN | VIRTUALITY) != 0
}

/// Returns LLVM's flags for SPIR-V's.
pub fn llvm_flags(spirv: u32) -> u64 {
    let others = FLAGS.iter().filter(|row| spirv >> row.0 & 1 == 1).fold(0, |all, row| all | row.1);
    let bit_field = if spirv & BIT_FIELD != 0 { llvm_flag::BIT_FIELD } else { 0 };
    others | bit_field | u64::from(ACCESS.get((spirv & 3) as usize).copied().unwrap_or_default())
}

/// DWARF's encodings of basic types in the order of SPIR-V's numbers.
const ENCODINGS: [u64; 8] = [0, 1, 2, 4, 5, 6, 7, 8];
/// DWARF's encoding of booleans.
pub const BOOLEAN: u64 = 2;
/// DWARF's encoding of Unicode characters.
const UTF: u64 = 0x10;
/// DWARF's encoding of complex numbers, and its number in the last set.
const COMPLEX: u64 = 3;
const COMPLEX_NUMBER: u32 = 8;
/// Names of types with the encoding of Unicode characters.
const CHARACTERS: [&str; 3] = ["char8_t", "char16_t", "char32_t"];

/// Returns SPIR-V's number of an encoding.
pub fn encoding(dwarf: u64, has_complex: bool) -> u32 {
    if dwarf == COMPLEX && has_complex {
        return COMPLEX_NUMBER;
    }
    let dwarf = match dwarf {
        UTF | 0x0e => 7,
        0x0d => 5,
        other => other,
    };
    ENCODINGS.iter().position(|row| *row == dwarf).map_or(0, |number| number as u32)
}

/// Returns DWARF's encoding; `is_older`: by the numbers of the oldest set, which differ.
pub fn llvm_encoding(number: u32, is_older: bool, name: &str) -> u64 {
    let number = if is_older && number > 2 { number.saturating_sub(1).max(2) } else { number };
    if number == COMPLEX_NUMBER && !is_older {
        return COMPLEX;
    }
    match ENCODINGS.get(number as usize).copied().unwrap_or_default() {
        7 if CHARACTERS.contains(&name) => UTF,
        other => other,
    }
}

/// Qualifiers in the order of SPIR-V's numbers.
pub const QUALIFIERS: [u64; 4] = [tag::CONST, tag::VOLATILE, tag::RESTRICT, tag::ATOMIC];
/// Composites in the order of SPIR-V's numbers.
pub const COMPOSITES: [u64; 3] = [tag::CLASS, tag::STRUCTURE, tag::UNION];
/// Imported entities in the order of SPIR-V's numbers.
pub const IMPORTS: [u64; 2] = [tag::IMPORTED_MODULE, tag::IMPORTED_DECLARATION];
/// Checksum algorithms in the order of SPIR-V's numbers: LLVM's number, name, length of the checksum.
pub const CHECKSUMS: [(u64, &str, usize); 3] = [(1, "CSK_MD5", 32), (2, "CSK_SHA1", 40), (3, "CSK_SHA256", 64)];

/// Languages: SPIR-V's number, DWARF's that it reads as.
const LANGUAGES: &[(u32, u64)] =
    &[(1, 0x35), (2, 0x34), (3, 0x15), (4, 0x37), (5, 0x36), (6, 0x21), (7, 0x39), (8, 0x02), (12, 0x27), (13, 0x1c)];
/// The number of Hero C, which is read as C; C itself is written as OpenCL C.
const HERO_C: u32 = 8;
/// The language that an unknown number is read as: OpenCL C.
pub const OPENCL: u64 = 0x15;

/// DWARF's calling convention for functions of OpenCL.
pub const FUNCTION_CONVENTION: u64 = 0xc6;
/// DWARF's calling convention for kernels of OpenCL.
pub const KERNEL_CONVENTION: u64 = 0xc7;

/// Returns whether DWARF's number of a language is that of OpenCL C, C++ for OpenCL or OpenCL C++, whose compilers say
/// the calling convention of each function.
pub fn has_conventions(dwarf: u64) -> bool {
    matches!(dwarf, OPENCL | 0x21 | 0x37)
}

/// Returns whether DWARF's number of a language is that of C, OpenCL C, HLSL, or a C++.
pub fn is_of_c(dwarf: u64) -> bool {
    const OTHERS: [u64; 3] = [0x36, 0x37, 0x39];
    dwarf == OPENCL || dwarf == 0x21 || OTHERS.contains(&dwarf) || ROUGHLY.iter().any(|row| row.0 == dwarf)
}

/// Returns the expression by which compilers of the C family state the address space of a variable.
pub fn in_space(space: u32) -> [u64; 4] {
    const NUMBER: u64 = 0x10;
    const SWAP: u64 = 0x16;
    const DEREFERENCE: u64 = 0x18;
    [NUMBER, space.into(), SWAP, DEREFERENCE]
}

/// DWARF's languages that SPIR-V only has approximately: versions of C and of C++.
const ROUGHLY: &[(u64, u32)] = &[
    (0x01, 3),
    (0x0c, 3),
    (0x1d, 3),
    (0x2c, 3),
    (0x02, 3),
    (0x04, 6),
    (0x19, 6),
    (0x1a, 6),
    (0x2a, 6),
    (0x2b, 6),
    (0x38, 6),
];

/// The first number of a language that only the last set has.
pub const MORE_LANGUAGES: u32 = 200;

/// Returns whether a number is that of a language.
pub fn is_known_language(number: u32) -> bool {
    number == 0 || LANGUAGES.iter().any(|row| row.0 == number)
}

/// Additional languages of the last set.
const MORE: &[(u32, u64)] = &[
    (200, 0x14),
    (201, 0x1f),
    (202, 0x1c),
    (203, 0x13),
    (204, 0x07),
    (205, 0x08),
    (206, 0x0e),
    (207, 0x22),
    (208, 0x23),
    (209, 0x2d),
    (210, 0x02),
    (211, 0x0c),
    (212, 0x1d),
    (213, 0x2c),
    (214, 0x04),
    (215, 0x19),
    (216, 0x1a),
    (217, 0x21),
    (218, 0x2a),
    (219, 0x2b),
];

/// Returns SPIR-V's number of a language.
pub fn language(dwarf: u64, has_more: bool) -> u32 {
    if let Some(row) = MORE.iter().find(|row| has_more && row.1 == dwarf) {
        return row.0;
    }
    let exact = LANGUAGES.iter().find(|row| row.1 == dwarf && row.0 != HERO_C).map(|row| row.0);
    exact.or_else(|| ROUGHLY.iter().find(|row| row.0 == dwarf).map(|row| row.1)).unwrap_or(0)
}

/// Returns DWARF's number of a language.
pub fn llvm_language(number: u32) -> u64 {
    LANGUAGES.iter().chain(MORE).find(|row| row.0 == number).map_or(OPENCL, |row| row.1)
}

/// Returns the number that the Khronos translator writes for a language.
pub fn khronos_language(dwarf: u64) -> u32 {
    match dwarf {
        0x04 | 0x21 | 0x2a => 6,
        0x0c | OPENCL => 3,
        _ => 0,
    }
}

/// Returns the language that the Khronos translator reads from a number of the sets before the last one.
pub fn khronos_llvm_language(number: u32) -> u64 {
    match number {
        4 => 0x21,
        6 => 0x2a,
        _ => OPENCL,
    }
}

/// Storage classes in the order of address spaces of pointers.
const CLASSES: [StorageClass; 5] = [
    StorageClass::Function,
    StorageClass::CrossWorkgroup,
    StorageClass::UniformConstant,
    StorageClass::Workgroup,
    StorageClass::Generic,
];

/// Returns the storage class for an address space, given as its number plus one; `Function` for 0.
pub fn storage_class(space: u64) -> u32 {
    let place = usize::try_from(space).unwrap_or_default().checked_sub(1);
    place.and_then(|place| CLASSES.get(place)).map_or(StorageClass::Function as u32, |class| *class as u32)
}

/// Returns the number of a storage class's address space plus one; 0 for none.
pub fn llvm_space(class: u32) -> u64 {
    let place = CLASSES.iter().position(|row| *row as u32 == class).filter(|place| *place != 0);
    place.map_or(0, |place| place as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d_130_flags_come_back() {
        for bit in (0..2).chain([4, 5, 6, 7, 8, 9, 11, 12, 14, 15, 16, 17, 18]) {
            assert_eq!(flags(llvm_flags(1 << bit), true), 1 << bit);
        }
        assert_eq!((llvm_flags(1), llvm_flags(2), llvm_flags(3)), (2, 1, 3));
    }

    #[test]
    fn d_132_encodings_come_back() {
        for number in 0..8 {
            assert_eq!(encoding(llvm_encoding(number, false, ""), false), number);
        }
        assert_eq!(llvm_encoding(6, false, "char16_t"), UTF);
        assert_eq!(llvm_encoding(99, false, ""), 0);
        assert_eq!([4, 5, 6, 7, 8].map(|number| llvm_encoding(number, true, "")), [4, 5, 6, 7, 8]);
    }

    #[test]
    fn d_133_storage_classes_come_back() {
        for space in 2..=5 {
            assert_eq!(llvm_space(storage_class(space)), space);
        }
        assert_eq!((storage_class(0), llvm_space(u32::MAX), llvm_space(storage_class(1))), (7, 0, 0));
    }

    #[test]
    fn d_127_languages_come_back() {
        for (number, _) in LANGUAGES.iter().filter(|row| row.0 != HERO_C) {
            assert_eq!(language(llvm_language(*number), false), *number);
        }
        assert_eq!([0x0c, 0x1a, 0x0e].map(|dwarf| language(dwarf, false)), [3, 6, 0]);
        for (number, dwarf) in MORE {
            assert_eq!((language(*dwarf, true), llvm_language(*number)), (*number, *dwarf));
        }
    }
}
