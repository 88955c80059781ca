//! The codes of errors: one table, from which the kind of each error, its title and the page `docs/reference/errors.md`
//! follow.
//!
//! A code is stable: its number is never given to another class of errors, so that scripts and search engines may rely
//! on it. The first digits are those of a group: `E00` files and the command line, `E01` the LLVM module, `E02` the
//! SPIR-V module, `E03` what the options forbid, `E04` and `E05` what cannot be translated, `E06` launches of `run`,
//! `E09` this program.

use super::Kind;
use std::fmt;

/// The page of all codes.
const PAGE: &str = include_str!("../../docs/reference/errors.md");

macro_rules! codes {
    ($($name:ident = $text:literal $kind:ident $title:literal;)*) => {
        /// The class of an [`Error`](super::Error): `docs/reference/errors.md` has a section for each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`", $text, "`: ", $title, ".")] $name,)*
        }

        impl Code {
            /// The codes, in the order of their numbers.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// Returns the code as text, `E0301`.
            pub const fn text(self) -> &'static str {
                match self { $(Code::$name => $text),* }
            }

            /// Returns the party at fault for errors of this class.
            pub const fn kind(self) -> Kind {
                match self { $(Code::$name => Kind::$kind),* }
            }

            /// Returns the code with this text, such as `E0301`.
            pub fn of_text(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|code| code.text().eq_ignore_ascii_case(text))
            }

            /// Returns the sentence common to the errors of this class, without a full stop.
            pub const fn title(self) -> &'static str {
                match self { $(Code::$name => $title),* }
            }
        }
    };
}

codes! {
    Unreadable = "E0001" Io "a file cannot be read";
    Unwritable = "E0002" Io "a file cannot be written";
    CommandLine = "E0003" Io "the flags and files of the command line do not go together";
    Ended = "E0004" Io "memory ran out, or the process was ended";
    Overwrites = "E0005" Io "the output would replace a file that it should not";
    OtherInput = "E0006" Invalid "the input is of another format than was asked for";
    UnknownExtension = "E0007" Invalid "an extension of this name does not exist";
    WarningAsError = "E0008" Unsupported "a warning counts as an error";

    Invalid = "E0100" Invalid "the input breaks a rule";
    Bitcode = "E0101" Invalid "the file is not readable as LLVM bitcode";
    Assembly = "E0102" Invalid "the file is not readable as LLVM assembly";
    LlvmVerifier = "E0103" Invalid "LLVM's verifier refuses the module";
    TargetTriple = "E0104" Invalid "the target triple is not one of SPIR-V";
    Metadata = "E0105" Invalid "metadata does not have the form of its convention";
    Attribute = "E0106" Invalid "an attribute has a value that it cannot have";
    BuiltinCall = "E0107" Invalid "a builtin is called with arguments or a result that it does not have";
    InstructionRule = "E0108" Invalid "a call would become a SPIR-V instruction that breaks a rule of its own";

    SpirvInvalid = "E0200" Invalid "the SPIR-V module breaks a rule";
    Size = "E0201" Invalid "the size of the file is not that of a SPIR-V module";
    DefinedOnce = "E0202" Invalid "an id is defined twice";
    Undefined = "E0203" Invalid "an id is not defined";
    DefinedBefore = "E0204" Invalid "a type, constant or variable uses what is defined after it";
    Magic = "E0205" Invalid "the first word is not the magic number of SPIR-V";
    VersionWord = "E0206" Invalid "the version word is malformed";
    Bound = "E0207" Invalid "an id is not below the bound";
    WordCount = "E0208" Invalid "the word count of an instruction is wrong";
    LiteralString = "E0209" Invalid "a literal string is malformed";
    LiteralWidth = "E0210" Invalid "a literal does not have the width of its type";
    TypeId = "E0211" Invalid "an id does not name a type";
    KindOfId = "E0212" Invalid "an id names another kind of thing than its instruction takes";
    OperandCount = "E0213" Invalid "an instruction has too few or too many operands";
    Layout = "E0214" Invalid "the sections of a module are out of order";
    NoCapability = "E0215" Invalid "a module declares no capability";
    MemoryModel = "E0216" Invalid "a module does not have exactly one OpMemoryModel";
    VariableClass = "E0217" Invalid "a variable has a storage class that it cannot have there";
    FunctionLayout = "E0218" Invalid "the parts of a function are out of order";
    ParameterCount = "E0219" Invalid "a function has another number of parameters than its type";
    Label = "E0220" Invalid "a branch, merge or OpPhi does not name a label of its function";
    BlockLayout = "E0221" Invalid "the instructions of a block are out of order";
    Operands = "E0222" Invalid "the operands of an instruction, or their types, do not fit";
    Verifier = "E0223" Invalid "LLVM's verifier refuses what the SPIR-V module says";
    SpirvAssembly = "E0224" Invalid "the text is not readable as SPIR-V assembly";

    NeedsExtension = "E0301" Unsupported "an extension is needed that is not allowed";
    NeedsVersion = "E0302" Unsupported "a higher version of SPIR-V is needed than is allowed";

    TripleVersion = "E0303" Unsupported "the target triple asks for a higher version of SPIR-V than is allowed";
    Environment = "E0304" Unsupported "the environment forbids this";

    Unsupported = "E0400" Unsupported "SPIR-V has no form for this";
    IllegalWidth = "E0401" Unsupported "SPIR-V has no numbers of this width";
    IllegalVector = "E0402" Unsupported "SPIR-V has no vectors of this length";
    IllegalType = "E0403" Unsupported "SPIR-V has no such type";
    AddressSpace = "E0404" Unsupported "an address space has no storage class, or not for this";
    AddressSpaceCast = "E0405" Unsupported "SPIR-V has no cast between these address spaces";
    Intrinsic = "E0406" Unsupported "an intrinsic of LLVM has no form in SPIR-V";
    Instruction = "E0407" Unsupported "an instruction of LLVM has no form in SPIR-V";
    Constant = "E0408" Unsupported "a constant of LLVM has no form in SPIR-V";
    Global = "E0409" Unsupported "a global variable has no form in SPIR-V";
    Variadic = "E0410" Unsupported "a function with variable arguments has no form in SPIR-V";
    Calling = "E0411" Unsupported "a way of calling has no form in SPIR-V";
    InlineAssembly = "E0412" Unsupported "inline assembly has no form in SPIR-V";
    Builtin = "E0413" Unsupported "a builtin is used in a way that SPIR-V has no form for";
    ForeignModule = "E0414" Unsupported "the module is for another target or language";
    Decoration = "E0415" Unsupported "a decoration has no form that is known";
    Limit = "E0416" Unsupported "a limit of the format or of this program is exceeded";
    OlderLlvm = "E0417" Unsupported "an older version of LLVM has no form for this";

    SpirvUnsupported = "E0500" Unsupported "LLVM IR has no form for this";
    UnknownOpcode = "E0501" Unsupported "an opcode is not known";
    UnknownCapability = "E0502" Unsupported "a capability or another enumerant is not known";
    UnknownVersion = "E0503" Unsupported "the version or schema of the SPIR-V module is not known";
    Model = "E0504" Unsupported "an addressing, memory or execution model has no form in LLVM IR";
    SpirvType = "E0505" Unsupported "a type of SPIR-V has no form in LLVM IR";
    SpirvInstruction = "E0506" Unsupported "an instruction of SPIR-V has no form in LLVM IR";
    Growth = "E0507" Unsupported "the module says more than fits into memory";

    Launch = "E0600" Io "a launch does not fit the module";
    Argument = "E0601" Io "an argument is of another type than its parameter";
    Numbers = "E0602" Io "a file of numbers is not as its format has it";
    Execution = "E0603" Io "the kernel did what it must not, or did not end";
    Expectation = "E0604" Io "a result is not what was expected";

    Internal = "E0900" Internal "a rule of this program's own is broken";
}

impl Code {
    /// Returns the section of the page `docs/reference/errors.md` about errors of this class, in Markdown: what they are, an example, and what
    /// to do.
    pub fn page(self) -> &'static str {
        let starts = PAGE.match_indices("\n### ").map(|(at, _)| at + 1);
        let sections = starts.filter_map(|at| PAGE.get(at..));
        let mut own = sections.filter(|section| section.get(4..).is_some_and(|head| head.starts_with(self.text())));
        let Some(section) = own.next() else { return self.title() };
        let end = section.match_indices("\n#").next().map_or(section.len(), |(at, _)| at);
        section.get(..end).unwrap_or(section).trim_end()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_page() {
        for code in Code::ALL {
            let page = code.page();
            assert!(page.starts_with(&format!("### {code}: {}\n", code.title())), "{code}: {page}");
            assert!(page.contains("**What to do**") && page.matches("###").count() == 1, "{code}: {page}");
            assert_eq!(Code::of_text(code.text()), Some(*code));
        }
        assert_eq!((Code::of_text("e0301"), Code::of_text("E0")), (Some(Code::NeedsExtension), None));
    }

    #[test]
    fn numbers_rise() {
        assert!(Code::ALL.windows(2).all(|two| matches!(two, [a, b] if a.text() < b.text())));
        assert!(Code::ALL.iter().all(|code| code.text().len() == 5));
    }
}
