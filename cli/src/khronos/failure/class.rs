//! The classes of errors that the Khronos translator has.

use super::Failure;

/// A class of errors of the translation: number, name and sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class(u8, &'static str, &'static str);

/// The target triple is not one for SPIR-V.
pub const TRIPLE: Class = Class(1, "InvalidTargetTriple", "Expects spir-unknown-unknown or spir64-unknown-unknown.");
/// The triple requires a version above the highest allowed one.
pub const INCOMPATIBLE: Class =
    Class(3, "TripleMaxVersionIncompatible", "Triple version and maximum version are incompatible.");
/// A function with variable arguments.
pub const VARIADIC: Class =
    Class(23, "UnsupportedVarArgFunction", "Variadic functions other than 'printf' are not supported in SPIR-V.");
/// A call that has no form in SPIR-V.
pub const CALL: Class = Class(8, "InvalidFunctionCall", "Unexpected llvm intrinsic:\n");
/// An integer or float of a width that SPIR-V lacks.
pub const BIT_WIDTH: Class = Class(9, "InvalidBitWidth", "Invalid bit width in input:");
/// A SPIR-V module that breaks a rule.
pub const MODULE: Class = Class(10, "InvalidModule", "Invalid SPIR-V module:");
/// An LLVM module that breaks a rule.
pub const LLVM_MODULE: Class = Class(11, "InvalidLlvmModule", "Invalid LLVM module:");
/// An opcode without a translation.
pub const OPCODE: Class = Class(12, "UnimplementedOpCode", "Unimplemented opcode");
/// An instruction that has no form in SPIR-V.
pub const INSTRUCTION: Class = Class(14, "InvalidInstruction", "Can't translate llvm instruction:\n");
/// An instruction is too long or too short.
pub const WORD_COUNT: Class = Class(15, "InvalidWordCount", "");
/// SPIR-V 1.1 is needed, and not allowed.
pub const SINCE_1_1: Class = Class(16, "Requires1_1", "Feature requires SPIR-V 1.1 or greater:");
/// A version above the highest allowed one is needed.
pub const VERSION: Class = Class(17, "RequiresVersion", "Cannot fulfill SPIR-V version restriction:\n");
/// An extension that is not allowed is needed.
pub const EXTENSION: Class = Class(18, "RequiresExtension", "Feature requires the following SPIR-V extension:\n");
/// A deprecated extension that is not allowed is needed.
pub const DEPRECATED: Class =
    Class(24, "DeprecatedExtension", "Feature requires the following deprecated SPIR-V extension:\n");
/// The input is not SPIR-V.
pub const MAGIC: Class = Class(19, "InvalidMagicNumber", "Invalid Magic Number.");

impl Class {
    /// Creates the failure of this class.
    pub fn failure(self, detail: &str) -> Failure {
        Failure { code: self.0, text: format!("{} {detail}", self.sentence()) }
    }

    /// Returns name and sentence.
    pub fn sentence(self) -> String {
        format!("{}: {}", self.1, self.2)
    }
}
