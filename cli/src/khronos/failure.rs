//! An early end of the program: a message and an exit code, in the form of the Khronos translator.

mod class;
mod classify;
mod words;

pub use class::*;

use classify::classify;
use llvm_spirv::error::{Error, Kind, Subject, internals};

/// A message for the standard error, and the exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The exit code.
    pub code: u8,
    /// The message.
    pub text: String,
}

/// The exit code for the end of the process by a signal. The Khronos tool ends so if a builtin's declaration
/// contradicts its name; scripts distinguish that from an error.
pub const ABORTED: u8 = 134;

impl Failure {
    /// Creates a failure of the tool, such as wrong options or files that cannot be opened.
    pub fn tool(text: impl Into<String>) -> Self {
        Self { code: 255, text: text.into() }
    }

    /// Creates a failure to parse the command line or to read LLVM IR.
    pub fn usage(text: impl Into<String>) -> Self {
        Self { code: 1, text: text.into() }
    }

    /// Creates a failure of a translation: the class and message of the Khronos tool, then those of this project.
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

/// Returns whether a builtin's declaration contradicts its name; the Khronos tool aborts then.
fn is_fatal(error: &Error) -> bool {
    internals::subject(error) == Some(&Subject::NamedConversion)
}

#[cfg(test)]
mod tests {
    use super::words::USM;
    use super::*;
    use llvm_spirv::binary::StorageClass;
    use llvm_spirv::error::Code;
    use llvm_spirv::options::Version;

    #[test]
    fn s3_errors_in_the_words_of_the_khronos_tool() {
        let error = internals::needs_extension("it", "SPV_INTEL_x");
        let failure = Failure::translation(&error, false);
        assert_eq!(failure.code, 18);
        let text = "RequiresExtension: Feature requires the following SPIR-V extension:\n SPV_INTEL_x\n";
        assert!(failure.text.starts_with(text), "{}", failure.text);
        let error = internals::needs_version("the module", Version::new(1, 4), Version::new(1, 3));
        assert!(Failure::translation(&error, false).text.contains("at most 1.3 (66304) but a construct"));
        let (from, to) = (StorageClass::CrossWorkgroup, StorageClass::Workgroup);
        let cast = |is_of_one_side| {
            let error = Error::of(Code::Unsupported, "addrspacecast from CrossWorkgroup to Workgroup");
            Failure::translation(
                &internals::about(error, Subject::AddressSpaceCast { from, to, is_of_one_side }),
                false,
            )
            .text
        };
        assert!(cast(true).contains(USM) && !cast(false).contains(USM));
    }
}
