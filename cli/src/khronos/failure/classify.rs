//! The class of an error, and the sentence that follows it.

use super::class::*;
use super::words::*;
use llvm_spirv::binary::{Capability, ExecutionMode, Op};
use llvm_spirv::error::{Cause, Code, Error, Kind, Subject, internals};

/// Returns the class of an error, and the text of the Khronos tool behind the sentence of the class.
pub fn classify(error: &Error, reverse: bool) -> (Class, String) {
    let special = by_code(error, reverse).or_else(|| if reverse { None } else { by_subject(error) });
    special.or_else(|| by_cause(error)).unwrap_or_else(|| by_kind(error, reverse))
}

fn by_code(error: &Error, reverse: bool) -> Option<(Class, String)> {
    match (error.code(), error.cause()) {
        (_, Cause::MissingExtension { what, any_of }) if any_of.len() > 1 => {
            Some((EXTENSION, one_of(what, any_of, internals::subject(error) == Some(&Subject::Declaration))))
        }
        _ if matches!(internals::subject(error), Some(Subject::Short(_))) => Some((WORD_COUNT, String::new())),
        (Code::TripleVersion, _) => Some((INCOMPATIBLE, String::new())),
        (Code::Variadic, _) if !reverse => Some((VARIADIC, String::new())),
        _ => None,
    }
}

/// Returns the class and message of errors for which the Khronos translator has its own.
fn by_subject(error: &Error) -> Option<(Class, String)> {
    const FIXED: u32 = Capability::ArbitraryPrecisionFixedPointALTERA as u32;
    const FLOATING: u32 = Capability::ArbitraryPrecisionFloatingPointALTERA as u32;
    let instruction = error.place().instruction.clone().unwrap_or_default();
    if is_missing(error, "SPV_INTEL_hw_thread_queries") {
        return Some((DEPRECATED, format!("{HARDWARE_THREADS}{instruction}")));
    }
    Some(match internals::subject(error)? {
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
        Subject::Long(Op::ConstantComposite) => (WORD_COUNT, format!("{LONG}{LONG_ARRAY}{instruction}")),
        Subject::Long(Op::TypeStruct) => (WORD_COUNT, long_type(error)),
        Subject::DynamicAlloca => (INSTRUCTION, format!("{instruction}{DYNAMIC_ALLOCA}")),
        _ => return None,
    })
}

fn is_missing(error: &Error, extension: &str) -> bool {
    matches!(error.cause(), Cause::MissingExtension { any_of, .. } if any_of.iter().any(|name| name == extension))
}

fn by_cause(error: &Error) -> Option<(Class, String)> {
    match error.cause() {
        Cause::Rule { instruction, rule } => Some((INSTRUCTION, broken_rule(instruction, rule))),
        Cause::MissingVersion { needed, highest, .. } => Some((VERSION, restriction(*highest, *needed))),
        Cause::MissingExtension { any_of, .. } => {
            Some((EXTENSION, noted(&any_of.join(" or "), internals::subject(error))))
        }
        Cause::TargetTriple { triple } => Some((TRIPLE, format!("Actual target triple is {triple}"))),
        Cause::IllegalWidth { width, .. } => Some((BIT_WIDTH, width.to_string())),
        _ => match internals::subject(error)? {
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
