//! The sentences of the Khronos translator that follow the class of an error.

use llvm_spirv::binary::StorageClass;
use llvm_spirv::error::{Error, Subject};
use llvm_spirv::options::Version;

/// The messages of the Khronos translator for missing extensions.
const NOTES: &[(&str, &str)] = &[
    ("SPV_EXT_relaxed_printf_string_address_space", PRINTF),
    ("SPV_KHR_bfloat16", "NOTE: LLVM module contains bfloat type, translation of which requires this extension"),
    (
        "SPV_INTEL_masked_gather_scatter",
        "NOTE: LLVM module contains vector of pointers, translation of which requires this extension",
    ),
    ("SPV_INTEL_subgroup_matrix_multiply_accumulate_float4", "{} with FP4 operand flags requires this extension"),
    ("SPV_INTEL_subgroup_matrix_multiply_accumulate_float8", "{} with FP8 operand flags requires this extension"),
];

pub const GLOBAL: &str = "Global variable cannot have Function storage class. Consider setting a proper address space.\n\
    Original LLVM value:\n";
pub const FIXED_POINT: &str = "Fixed point instructions can't be translated correctly without enabled \
    SPV_INTEL_arbitrary_precision_fixed_point extension!\n";
pub const FLOATING_POINT: &str = "Floating point instructions can't be translated correctly without enabled \
    SPV_INTEL_arbitrary_precision_floating_point extension!\n";
// Whose compiler writes it is who should know.
pub const HARDWARE_THREADS: &str = "SPV_INTEL_hw_thread_queries\nPlease report to https://github.com/intel/llvm in case if you \
    see this error.\nRef LLVM Value:\n";
pub const STACK_SAVE: &str = "Translation of llvm.stacksave intrinsic requires SPV_INTEL_variable_length_array extension or \
    -spirv-allow-unknown-intrinsics option.\n";
pub const LONG: &str = "Can't encode instruction with word count greater than 65535:\n";
pub const LONG_ARRAY: &str = "Global variable has a constant array initializer with a number of elements greater than \
    OpConstantComposite can have (65532). Should the array be split?\nOriginal LLVM value:\n";
pub const DYNAMIC_ALLOCA: &str = "\nTranslation of dynamic alloca requires SPV_INTEL_variable_length_array extension.";
const PRINTF: &str = "SPV_EXT_relaxed_printf_string_address_space extension should be allowed to translate this module, \
    because this LLVM module contains the printf function with format string, whose address space is not equal to 2 \
    (constant).";
pub const NAND: &str = "Atomic nand is not supported in SPIR-V!\n";
pub const TOKEN: &str = "LLVM module contains token type, which doesn't have a counterpart in SPIR-V";
pub const USM: &str = "Casts from global_device/global_host only allowed to global/generic";

/// Returns the message for an instruction that breaks a rule.
pub fn broken_rule(instruction: &str, rule: &str) -> String {
    // Of this one the Khronos tool says the whole name.
    let is_whole = instruction == "OpSubgroupBlockPrefetchINTEL";
    let name = if is_whole { instruction } else { instruction.trim_start_matches("Op") };
    format!("{name}\n{rule}\n")
}

/// Returns the Khronos translator's message for a cast between address spaces.
pub fn address_space_cast(from: StorageClass, to: StorageClass, is_of_one_side: bool) -> &'static str {
    match (from, to) {
        _ if is_of_one_side => USM,
        (StorageClass::UniformConstant, _) => "Casts from constant address space to generic are illegal",
        (_, StorageClass::UniformConstant) => "Casts from generic address space to constant are illegal",
        _ => "Casts from private/local/global address space are allowed only to generic",
    }
}

/// Returns the Khronos translator's message for a need that any one of several extensions meets; the text differs for
/// the declaration of a builtin.
pub fn one_of(what: &str, any_of: &[String], is_declaration: bool) -> String {
    match is_declaration {
        true => {
            let names = any_of.join(", ");
            format!("One of the following extensions: {names} should be enabled to process conversion builtins\n{what}")
        }
        false => format!("{}\n", any_of.join(" or ")),
    }
}

/// Returns the Khronos translator's message for a structure with too many members, before it has a name.
pub fn long_type(error: &Error) -> String {
    format!("{LONG} Id: {}, OpCode: TypeStruct, Name: \"\"\n", error.place().id.unwrap_or_default())
}

/// Returns the extension with the Khronos tool's additional text, in which `{}` is the instruction that needs it.
pub fn noted(extension: &str, subject: Option<&Subject>) -> String {
    let name = if let Some(Subject::Instruction { name }) = subject { name.as_str() } else { "" };
    match NOTES.iter().find(|row| row.0 == extension) {
        Some((_, note)) => format!("{extension}\n{}", note.replace("{}", name.trim_start_matches("Op"))),
        None => extension.to_owned(),
    }
}

/// Returns the Khronos tool's sentence about versions, with their words.
pub fn restriction(highest: Version, needed: Version) -> String {
    let (highest, needed) = (numbered(highest), numbered(needed));
    format!(
        "SPIR-V version was restricted to at most {highest} but a construct from the input requires SPIR-V version \
         {needed} or above"
    )
}

/// Returns a version and its word.
fn numbered(version: Version) -> String {
    format!("{version} ({})", version.word())
}
