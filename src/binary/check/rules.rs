//! The rules of the binary form: one row each, with the requirement that states it and its sentence.
//!
//! In: what was found. Out: an error that says what was found, then the rule.

use crate::error::{Cause, Code, Error};
use std::fmt::Display;

/// A rule of the binary form.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// The requirement that states the rule.
    pub id: &'static str,
    /// The class of the errors for breaches of the rule.
    pub code: Code,
    /// The sentence of the rule.
    pub sentence: &'static str,
}

impl Rule {
    /// Returns the error for a breach of this rule; `found` may be empty.
    #[cold]
    pub fn broken(&self, found: impl Display) -> Error {
        Error::caused_by(self.code, Cause::ModuleRule { found: found.to_string(), rule: self.sentence })
    }
}

macro_rules! rules {
    ($($name:ident = $id:literal $code:ident $sentence:literal;)*) => {
        $(#[doc = concat!($id, ": ", $sentence, ".")]
        pub static $name: Rule = Rule { id: $id, code: Code::$code, sentence: $sentence };)*

        /// The rules.
        #[cfg(test)]
        pub static ALL: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    SIZE = "S0-01" Size "a module is a stream of 32-bit words that begins with a header of five";
    DEFINED_ONCE = "S0-02" DefinedOnce "an id is defined once";
    DEFINED = "S0-02" Undefined "an id that is used is defined";
    DEFINED_BEFORE = "S0-02" DefinedBefore "types, constants and module-scope variables use only what is defined before them";
    MAGIC = "S0-03" Magic "the first word is the magic number 0x07230203";
    VERSION = "S0-05" VersionWord "the version word is 0x00MMmm00, major and minor";
    BOUND = "S0-07" Bound "every id is above 0 and below the bound, which is at most 0x3FFFFF";
    WORD_COUNT = "S0-10" WordCount "the word count of an instruction is at least 1 and ends within the module";
    STRING_END = "S0-11" LiteralString "a literal string ends in a NUL within its instruction";
    STRING_UTF8 = "S0-11" LiteralString "a literal string is UTF-8";
    LITERAL_WIDTH = "S0-11" LiteralWidth "a literal has as many words as its type, which is a number type, asks for";
    TYPE_ID = "S0-13" TypeId "a result type, or an operand that is a type, names a type";
    NUMBER_TYPE = "S0-13" TypeId "an image or a cooperative matrix is of a type of numbers, or of void, that stands before it";
    KIND_OF_ID = "S0-13" KindOfId "an operand names the kind of thing that its instruction asks for";
    NOT_A_LABEL = "S0-13" KindOfId "only branches, merges and OpPhi name labels";
    TOO_FEW = "S0-15" OperandCount "an instruction has the operands that the grammar asks for";
    TOO_MANY = "S0-15" OperandCount "an instruction has no words after its last operand";
    OPERATION = "S0-15" Operands "OpSpecConstantOp names an opcode that the specification lists for it";
    LAYOUT = "S0-17" Layout "the sections of a module stand in the order of the logical layout";
    CAPABILITY = "S0-17" NoCapability "a module declares a capability";
    MEMORY_MODEL = "S0-20" MemoryModel "a module has exactly one OpMemoryModel";
    GLOBAL_VARIABLE = "S0-27" VariableClass "a variable outside of functions has a storage class other than Function";
    FUNCTION_PARTS = "S0-28" FunctionLayout "a function is OpFunction, its parameters, its blocks, OpFunctionEnd";
    NESTED = "S0-28" FunctionLayout "functions do not nest";
    FUNCTION_END = "S0-28" FunctionLayout "a function ends with OpFunctionEnd";
    PARAMETERS = "S0-28" ParameterCount "a function has as many parameters as its type";
    IN_BLOCK = "S0-30" FunctionLayout "instructions of a function stand in its blocks, after an OpLabel";
    LABEL = "S0-31" Label "a branch, a merge or OpPhi names labels of its own function";
    TERMINATOR = "S0-32" BlockLayout "a block ends with one terminator";
    LOCAL_VARIABLE = "S0-33" VariableClass "a variable in a block has the storage class Function";
    VARIABLES_FIRST = "S0-34" BlockLayout "the variables of a function are the first instructions of its first block";
    PHI_FIRST_BLOCK = "S0-35" BlockLayout "the first block of a function has no OpPhi";
    PHI_FIRST = "S0-35" BlockLayout "OpPhi comes before all other instructions of its block";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_told_apart() {
        for (index, rule) in ALL.iter().enumerate() {
            assert!(rule.id.starts_with("S0-"));
            assert!(ALL.iter().skip(index + 1).all(|other| other.sentence != rule.sentence));
        }
        assert!(BOUND.broken("id 9").message().starts_with("id 9: every id"));
        assert!(BOUND.broken("").message().starts_with("every id"));
    }
}
