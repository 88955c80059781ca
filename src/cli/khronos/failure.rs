//! What ends the program early: a message and an exit code, in the terms of the Khronos translator.

use crate::error::{Cause, Code, Error, Kind};
use crate::options::Version;

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

/// The exit code that stands for the end of the process by a signal, which is how the peer ends where a builtin is
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

    /// Of a translation. The peer's class and words come first, then what we know better.
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

/// Our words for what the peer has words of its own for; those that begin with a new line follow the instruction.
const KNOWN: &[(&str, Class, &str)] = &[
    (" in address space 0", INSTRUCTION, GLOBAL),
    ("atomicrmw nand", INSTRUCTION, "Atomic nand is not supported in SPIR-V!\n"),
    ("the execution mode Initializer", SINCE_1_1, "Initializer/Finalizer Execution Mode"),
    ("the execution mode Finalizer", SINCE_1_1, "Initializer/Finalizer Execution Mode"),
    ("type token", MODULE, "LLVM module contains token type, which doesn't have a counterpart in SPIR-V"),
    ("addrspacecast from UniformConstant", MODULE, "Casts from constant address space to generic are illegal"),
    ("to UniformConstant", MODULE, "Casts from generic address space to constant are illegal"),
    ("addrspacecast from DeviceOnly", MODULE, USM),
    ("addrspacecast from HostOnly", MODULE, USM),
    ("addrspacecast from", MODULE, "Casts from private/local/global address space are allowed only to generic"),
    ("the intrinsic llvm.stacksave", CALL, STACK_SAVE),
    ("the intrinsic llvm.", CALL, ""),
    ("ArbitraryPrecisionFixedPointALTERA needs", INSTRUCTION, FIXED_POINT),
    ("ArbitraryPrecisionFloatingPointALTERA needs", INSTRUCTION, FLOATING_POINT),
    ("SPV_INTEL_hw_thread_queries", DEPRECATED, HARDWARE_THREADS),
    ("OpConstantComposite would need", WORD_COUNT, LONG_ARRAY),
    ("OpTypeStruct would need", WORD_COUNT, ""),
    ("an alloca whose size", INSTRUCTION, DYNAMIC_ALLOCA),
];

/// What the peer says about an extension that is needed.
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
const USM: &str = "Casts from global_device/global_host only allowed to global/generic";

/// Is it one of the errors at which the peer gives up?
fn is_fatal(error: &Error) -> bool {
    error.message().contains("BFloat16") && error.message().contains(" must be of ")
}

/// A rule of an instruction that is broken: `OpX: the rule`.
fn broken_rule(message: &str) -> Option<String> {
    let (instruction, rule) = message.split_once(": ")?;
    let name = instruction.strip_prefix("Op").filter(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric()))?;
    // Of this one the peer says the whole name.
    let name = if name == "SubgroupBlockPrefetchINTEL" { instruction } else { name };
    Some(format!("{name}\n{rule}\n"))
}

/// The class of an error: what it lacks says its hint.
fn classify(error: &Error, reverse: bool) -> (Class, String) {
    let hint = error.help().unwrap_or_default();
    let message = error.message();
    let instruction = error.place().instruction.clone().unwrap_or_default();
    match (error.code(), error.cause()) {
        (_, Cause::MissingExtension { what, any_of }) if any_of.len() > 1 => return (EXTENSION, one_of(what, any_of)),
        (Code::TripleVersion, _) => return (INCOMPATIBLE, String::new()),
        (Code::Variadic, _) if !reverse => return (VARIADIC, String::new()),
        _ => {}
    }
    if !reverse && is_usm_cast(message, &instruction) {
        return (MODULE, USM.to_owned());
    }
    if let Some((_, class, words)) = KNOWN.iter().find(|known| !reverse && message.contains(known.0)) {
        let detail = match *class {
            INSTRUCTION | CALL if words.starts_with('\n') => format!("{instruction}{words}"),
            WORD_COUNT if words.is_empty() => long_type(error),
            INSTRUCTION | CALL | DEPRECATED | WORD_COUNT => format!("{words}{instruction}"),
            _ => (*words).to_owned(),
        };
        return (*class, detail);
    }
    if let Some(detail) = broken_rule(message) {
        return (INSTRUCTION, detail);
    }
    match error.cause() {
        Cause::MissingVersion { needed, highest, .. } => return (VERSION, restriction(*highest, *needed)),
        Cause::MissingExtension { what, any_of } => return (EXTENSION, noted(&any_of.join(" or "), what)),
        Cause::IllegalWidth { width } => return (BIT_WIDTH, width.to_string()),
        Cause::Sentence => {}
    }
    if let Some(extension) = extension(hint).or_else(|| extension(message)) {
        return (EXTENSION, noted(extension, message));
    }
    if error.code() == Code::TargetTriple {
        return (TRIPLE, format!("Actual target triple is {}", quoted(message)));
    }
    match (error.kind(), reverse) {
        (_, true) => (MODULE, message.to_owned()),
        (Kind::Invalid, false) => (LLVM_MODULE, message.to_owned()),
        _ => (INSTRUCTION, instruction),
    }
}

/// What the peer says where any one of some extensions would do.
fn one_of(what: &str, any_of: &[String]) -> String {
    match what.starts_with("declare ") {
        true => {
            let names = any_of.join(", ");
            format!("One of the following extensions: {names} should be enabled to process conversion builtins\n{what}")
        }
        false => format!("{}\n", any_of.join(" or ")),
    }
}

/// Memory of the device or of the host alone is global memory to us where its extension is not allowed.
fn is_usm_cast(message: &str, instruction: &str) -> bool {
    message.starts_with("addrspacecast from")
        && (5..=6).any(|space| instruction.contains(&format!("addrspacecast ptr addrspace({space})")))
}

/// What the peer says of a structure of too many members, before it has a name.
fn long_type(error: &Error) -> String {
    format!("Id: {}, OpCode: TypeStruct, Name: \"\"\n", error.place().id.unwrap_or_default())
}

/// The extension with what the peer says about it besides, where `{}` is the instruction that `message` begins with.
fn noted(extension: &str, message: &str) -> String {
    let instruction = message.split(' ').next().unwrap_or_default().trim_start_matches("Op");
    match NOTES.iter().find(|row| row.0 == extension) {
        Some((_, note)) => format!("{extension}\n{}", note.replace("{}", instruction)),
        None => extension.to_owned(),
    }
}

fn extension(text: &str) -> Option<&str> {
    let start = text.find("SPV_")?;
    let rest = text.get(start..)?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    rest.get(..end)
}

fn quoted(text: &str) -> &str {
    text.split('"').nth(1).unwrap_or_default()
}

/// The peer's sentence about versions, with their words.
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
    fn s3_errors_in_the_words_of_the_peer() {
        let error = Error::needs_extension("it", "SPV_INTEL_x");
        let failure = Failure::translation(&error, false);
        assert_eq!(failure.code, 18);
        let text = "RequiresExtension: Feature requires the following SPIR-V extension:\n SPV_INTEL_x\n";
        assert!(failure.text.starts_with(text), "{}", failure.text);
        let error = Error::needs_version("the module", Version::new(1, 4), Version::new(1, 3));
        assert!(Failure::translation(&error, false).text.contains("at most 1.3 (66304) but a construct"));
        let cast = || Error::unsupported("addrspacecast from CrossWorkgroup to Workgroup");
        let of_device = cast().at_instruction(|| "%0 = addrspacecast ptr addrspace(5) %p to ptr addrspace(3)".into());
        assert!(Failure::translation(&of_device, false).text.contains(USM));
        assert!(!Failure::translation(&cast(), false).text.contains(USM));
    }
}
