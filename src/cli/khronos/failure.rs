//! What ends the program early: a message and an exit code, in the terms of the Khronos translator.

use crate::error::{Cause, Code, Error, Kind, Subject};
use crate::options::Version;
use ::spirv::{Capability, ExecutionMode, Op, StorageClass};

/// A message for the standard error, and the exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The exit code.
    pub code: u8,
    /// The message.
    pub text: String,
}

/// The errors of the translation, their number, name and sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class(u8, &'static str, &'static str);

/// The target triple is none of SPIR-V.
pub const TRIPLE: Class = Class(1, "InvalidTargetTriple", "Expects spir-unknown-unknown or spir64-unknown-unknown.");
/// The triple asks for a version above the highest allowed one.
pub const INCOMPATIBLE: Class =
    Class(3, "TripleMaxVersionIncompatible", "Triple version and maximum version are incompatible.");
/// A function with variable arguments.
pub const VARIADIC: Class =
    Class(23, "UnsupportedVarArgFunction", "Variadic functions other than 'printf' are not supported in SPIR-V.");
/// A call that has no form in SPIR-V.
pub const CALL: Class = Class(8, "InvalidFunctionCall", "Unexpected llvm intrinsic:\n");
/// An integer or float of a width that SPIR-V has not.
pub const BIT_WIDTH: Class = Class(9, "InvalidBitWidth", "Invalid bit width in input:");
/// A SPIR-V module that breaks a rule.
pub const MODULE: Class = Class(10, "InvalidModule", "Invalid SPIR-V module:");
/// An LLVM module that breaks a rule.
pub const LLVM_MODULE: Class = Class(11, "InvalidLlvmModule", "Invalid LLVM module:");
/// An opcode without a meaning here.
pub const OPCODE: Class = Class(12, "UnimplementedOpCode", "Unimplemented opcode");
/// An instruction that has no form in SPIR-V.
pub const INSTRUCTION: Class = Class(14, "InvalidInstruction", "Can't translate llvm instruction:\n");
/// An instruction would be too long.
pub const WORD_COUNT: Class =
    Class(15, "InvalidWordCount", "Can't encode instruction with word count greater than 65535:\n");
/// SPIR-V 1.1 is needed, and not allowed.
pub const SINCE_1_1: Class = Class(16, "Requires1_1", "Feature requires SPIR-V 1.1 or greater:");
/// A version above the highest allowed one is needed.
pub const VERSION: Class = Class(17, "RequiresVersion", "Cannot fulfill SPIR-V version restriction:\n");
/// An extension that is not allowed is needed.
pub const EXTENSION: Class = Class(18, "RequiresExtension", "Feature requires the following SPIR-V extension:\n");
/// An extension that is not allowed any more is needed.
pub const DEPRECATED: Class =
    Class(24, "DeprecatedExtension", "Feature requires the following deprecated SPIR-V extension:\n");
/// No SPIR-V at all.
pub const MAGIC: Class = Class(19, "InvalidMagicNumber", "Invalid Magic Number.");

/// The exit code that stands for the end of the process by a signal, which is how the Khronos tool ends where a builtin is
/// declared otherwise than its name says. Scripts tell that from an error.
pub const ABORTED: u8 = 134;

impl Class {
    /// The failure of this class.
    pub fn failure(self, detail: &str) -> Failure {
        Failure { code: self.0, text: format!("{} {detail}", self.sentence()) }
    }

    /// Name and sentence.
    pub fn sentence(self) -> String {
        format!("{}: {}", self.1, self.2)
    }
}

impl Failure {
    /// Of the tool: wrong options, files that cannot be opened.
    pub fn tool(text: impl Into<String>) -> Self {
        Self { code: 255, text: text.into() }
    }

    /// Of the command line's form, or of reading LLVM IR.
    pub fn usage(text: impl Into<String>) -> Self {
        Self { code: 1, text: text.into() }
    }

    /// Of a translation. The Khronos tool's class and words come first, then what we know better.
    pub fn translation(error: &Error, reverse: bool) -> Self {
        if error.kind() == Kind::Io {
            return Self::usage(format!("error: {error}"));
        }
        if is_fatal(error) {
            return Self { code: ABORTED, text: format!("LLVM ERROR: {}\n{error}", error.message()) };
        }
        let (class, detail) = classify(error, reverse);
        let Failure { code, text } = class.failure(&detail);
        Self { code, text: format!("{text}\n{error}") }
    }
}

/// What the Khronos tool says about an extension that is needed.
const NOTES: &[(&str, &str)] = &[
    ("SPV_EXT_relaxed_printf_string_address_space", PRINTF),
    ("SPV_KHR_bfloat16", "NOTE: LLVM module contains bfloat type, translation of which requires this extension"),
    ("SPV_INTEL_subgroup_matrix_multiply_accumulate_float4", "{} with FP4 operand flags requires this extension"),
    ("SPV_INTEL_subgroup_matrix_multiply_accumulate_float8", "{} with FP8 operand flags requires this extension"),
];

const GLOBAL: &str = "Global variable cannot have Function storage class. Consider setting a proper address space.\n\
    Original LLVM value:\n";
const FIXED_POINT: &str = "Fixed point instructions can't be translated correctly without enabled \
    SPV_INTEL_arbitrary_precision_fixed_point extension!\n";
const FLOATING_POINT: &str = "Floating point instructions can't be translated correctly without enabled \
    SPV_INTEL_arbitrary_precision_floating_point extension!\n";
// Whose compiler writes it is who should know.
const HARDWARE_THREADS: &str = "SPV_INTEL_hw_thread_queries\nPlease report to https://github.com/intel/llvm in case if you \
    see this error.\nRef LLVM Value:\n";
const STACK_SAVE: &str = "Translation of llvm.stacksave intrinsic requires SPV_INTEL_variable_length_array extension or \
    -spirv-allow-unknown-intrinsics option.\n";
const LONG_ARRAY: &str = "Global variable has a constant array initializer with a number of elements greater than \
    OpConstantComposite can have (65532). Should the array be split?\nOriginal LLVM value:\n";
const DYNAMIC_ALLOCA: &str = "\nTranslation of dynamic alloca requires SPV_INTEL_variable_length_array extension.";
const PRINTF: &str = "SPV_EXT_relaxed_printf_string_address_space extension should be allowed to translate this module, \
    because this LLVM module contains the printf function with format string, whose address space is not equal to 2 \
    (constant).";
const NAND: &str = "Atomic nand is not supported in SPIR-V!\n";
const TOKEN: &str = "LLVM module contains token type, which doesn't have a counterpart in SPIR-V";
const USM: &str = "Casts from global_device/global_host only allowed to global/generic";

/// The builtin is declared otherwise than its name says: there the Khronos tool gives up.
fn is_fatal(error: &Error) -> bool {
    error.subject() == Some(&Subject::NamedConversion)
}

/// A rule of an instruction that is broken.
fn broken_rule(instruction: &str, rule: &str) -> String {
    // Of this one the Khronos tool says the whole name.
    let is_whole = instruction == "OpSubgroupBlockPrefetchINTEL";
    let name = if is_whole { instruction } else { instruction.trim_start_matches("Op") };
    format!("{name}\n{rule}\n")
}

/// The class of an error, and what the Khronos tool says behind the sentence of the class.
fn classify(error: &Error, reverse: bool) -> (Class, String) {
    let special = by_code(error, reverse).or_else(|| if reverse { None } else { by_subject(error) });
    special.or_else(|| by_cause(error)).unwrap_or_else(|| by_kind(error, reverse))
}

fn by_code(error: &Error, reverse: bool) -> Option<(Class, String)> {
    match (error.code(), error.cause()) {
        (_, Cause::MissingExtension { what, any_of }) if any_of.len() > 1 => {
            Some((EXTENSION, one_of(what, any_of, error.subject() == Some(&Subject::Declaration))))
        }
        (Code::TripleVersion, _) => Some((INCOMPATIBLE, String::new())),
        (Code::Variadic, _) if !reverse => Some((VARIADIC, String::new())),
        _ => None,
    }
}

/// What the Khronos tool has words of its own for.
fn by_subject(error: &Error) -> Option<(Class, String)> {
    const FIXED: u32 = Capability::ArbitraryPrecisionFixedPointALTERA as u32;
    const FLOATING: u32 = Capability::ArbitraryPrecisionFloatingPointALTERA as u32;
    let instruction = error.place().instruction.clone().unwrap_or_default();
    if is_missing(error, "SPV_INTEL_hw_thread_queries") {
        return Some((DEPRECATED, format!("{HARDWARE_THREADS}{instruction}")));
    }
    Some(match error.subject()? {
        Subject::Global => (INSTRUCTION, format!("{GLOBAL}{instruction}")),
        Subject::Atomic { operation } if operation == "nand" => (INSTRUCTION, format!("{NAND}{instruction}")),
        Subject::ExecutionMode(ExecutionMode::Initializer | ExecutionMode::Finalizer) => {
            (SINCE_1_1, "Initializer/Finalizer Execution Mode".to_owned())
        }
        Subject::Token => (MODULE, TOKEN.to_owned()),
        Subject::AddressSpaceCast { from, to, is_of_one_side } => {
            (MODULE, address_space_cast(*from, *to, *is_of_one_side).to_owned())
        }
        Subject::Intrinsic { name } if name.starts_with("llvm.stacksave") => {
            (CALL, format!("{STACK_SAVE}{instruction}"))
        }
        Subject::Intrinsic { name } if name.starts_with("llvm.") => (CALL, instruction),
        Subject::Capability(FIXED) => (INSTRUCTION, format!("{FIXED_POINT}{instruction}")),
        Subject::Capability(FLOATING) => (INSTRUCTION, format!("{FLOATING_POINT}{instruction}")),
        Subject::Long(Op::ConstantComposite) => (WORD_COUNT, format!("{LONG_ARRAY}{instruction}")),
        Subject::Long(Op::TypeStruct) => (WORD_COUNT, long_type(error)),
        Subject::DynamicAlloca => (INSTRUCTION, format!("{instruction}{DYNAMIC_ALLOCA}")),
        _ => return None,
    })
}

/// What the Khronos tool says of a cast between address spaces.
fn address_space_cast(from: StorageClass, to: StorageClass, is_of_one_side: bool) -> &'static str {
    match (from, to) {
        _ if is_of_one_side => USM,
        (StorageClass::UniformConstant, _) => "Casts from constant address space to generic are illegal",
        (_, StorageClass::UniformConstant) => "Casts from generic address space to constant are illegal",
        _ => "Casts from private/local/global address space are allowed only to generic",
    }
}

fn is_missing(error: &Error, extension: &str) -> bool {
    matches!(error.cause(), Cause::MissingExtension { any_of, .. } if any_of.iter().any(|name| name == extension))
}

fn by_cause(error: &Error) -> Option<(Class, String)> {
    match error.cause() {
        Cause::Rule { instruction, rule } => Some((INSTRUCTION, broken_rule(instruction, rule))),
        Cause::MissingVersion { needed, highest, .. } => Some((VERSION, restriction(*highest, *needed))),
        Cause::MissingExtension { any_of, .. } => Some((EXTENSION, noted(&any_of.join(" or "), error.subject()))),
        Cause::TargetTriple { triple } => Some((TRIPLE, format!("Actual target triple is {triple}"))),
        Cause::IllegalWidth { width } => Some((BIT_WIDTH, width.to_string())),
        Cause::Sentence => match error.subject()? {
            Subject::LongVector => Some((EXTENSION, "SPV_EXT_long_vector".to_owned())),
            Subject::Long(_) => Some((EXTENSION, "SPV_INTEL_long_composites".to_owned())),
            _ => None,
        },
    }
}

fn by_kind(error: &Error, reverse: bool) -> (Class, String) {
    match (error.kind(), reverse) {
        _ if error.code() == Code::TargetTriple => (TRIPLE, "Actual target triple is ".to_owned()),
        (_, true) => (MODULE, error.message().to_owned()),
        (Kind::Invalid, false) => (LLVM_MODULE, error.message().to_owned()),
        _ => (INSTRUCTION, error.place().instruction.clone().unwrap_or_default()),
    }
}

/// What the Khronos tool says where any one of some extensions would do, of the declaration of a builtin or of anything else.
fn one_of(what: &str, any_of: &[String], is_declaration: bool) -> String {
    match is_declaration {
        true => {
            let names = any_of.join(", ");
            format!("One of the following extensions: {names} should be enabled to process conversion builtins\n{what}")
        }
        false => format!("{}\n", any_of.join(" or ")),
    }
}

/// What the Khronos tool says of a structure of too many members, before it has a name.
fn long_type(error: &Error) -> String {
    format!("Id: {}, OpCode: TypeStruct, Name: \"\"\n", error.place().id.unwrap_or_default())
}

/// The extension with what the Khronos tool says about it besides, where `{}` is the instruction that needs it.
fn noted(extension: &str, subject: Option<&Subject>) -> String {
    let name = if let Some(Subject::Instruction { name }) = subject { name.as_str() } else { "" };
    match NOTES.iter().find(|row| row.0 == extension) {
        Some((_, note)) => format!("{extension}\n{}", note.replace("{}", name.trim_start_matches("Op"))),
        None => extension.to_owned(),
    }
}

/// The Khronos tool's sentence about versions, with their words.
fn restriction(highest: Version, needed: Version) -> String {
    let (highest, needed) = (numbered(highest), numbered(needed));
    format!(
        "SPIR-V version was restricted to at most {highest} but a construct from the input requires SPIR-V version \
         {needed} or above"
    )
}

/// A version and its word.
fn numbered(version: Version) -> String {
    format!("{version} ({})", version.word())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s3_errors_in_the_words_of_the_khronos_tool() {
        let error = Error::needs_extension("it", "SPV_INTEL_x");
        let failure = Failure::translation(&error, false);
        assert_eq!(failure.code, 18);
        let text = "RequiresExtension: Feature requires the following SPIR-V extension:\n SPV_INTEL_x\n";
        assert!(failure.text.starts_with(text), "{}", failure.text);
        let error = Error::needs_version("the module", Version::new(1, 4), Version::new(1, 3));
        assert!(Failure::translation(&error, false).text.contains("at most 1.3 (66304) but a construct"));
        let (from, to) = (StorageClass::CrossWorkgroup, StorageClass::Workgroup);
        let cast = |is_of_one_side| {
            let error = Error::unsupported("addrspacecast from CrossWorkgroup to Workgroup");
            Failure::translation(&error.about(Subject::AddressSpaceCast { from, to, is_of_one_side }), false).text
        };
        assert!(cast(true).contains(USM) && !cast(false).contains(USM));
    }
}
