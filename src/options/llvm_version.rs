//! Versions of LLVM as targets of the output.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The version of LLVM that will read the LLVM IR that is written: 15 to 23, 22 by default.
///
/// A feature that an older LLVM lacks is omitted if it is optional, replaced by an equivalent, or an error of the code
/// [`OlderLlvm`](crate::error::Code::OlderLlvm). LLVM 23 reads what LLVM 22 writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LlvmVersion(u32);

impl LlvmVersion {
    /// The oldest supported version.
    pub const OLDEST: Self = Self(15);
    /// The newest supported version.
    pub const NEWEST: Self = Self(23);
    /// The version whose LLVM IR the translator generates.
    const OWN: Self = Self(22);

    /// Returns the version with this number; `None` if it is not supported.
    ///
    /// ```
    /// use llvm_spirv::options::LlvmVersion;
    ///
    /// assert_eq!(LlvmVersion::new(19).map(LlvmVersion::number), Some(19));
    /// assert_eq!(LlvmVersion::new(14), None);
    /// ```
    pub const fn new(number: u32) -> Option<Self> {
        if Self::OLDEST.0 <= number && number <= Self::NEWEST.0 { Some(Self(number)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// Returns whether this version of LLVM may be unable to read the LLVM IR that the translator generates.
    pub(crate) fn is_older(self) -> bool {
        self < Self::OWN
    }
}

impl Default for LlvmVersion {
    fn default() -> Self {
        Self::OWN
    }
}

impl Display for LlvmVersion {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for LlvmVersion {
    type Err = LlvmVersionError;

    fn from_str(text: &str) -> Result<Self, LlvmVersionError> {
        text.parse().ok().and_then(Self::new).ok_or_else(|| LlvmVersionError { text: text.to_owned() })
    }
}

/// A text that names no supported version of LLVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LlvmVersionError {
    text: String,
}

impl Display for LlvmVersionError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (oldest, newest) = (LlvmVersion::OLDEST, LlvmVersion::NEWEST);
        write!(f, "{} is no version of LLVM that is written for; those are {oldest} to {newest}", self.text)
    }
}

impl std::error::Error for LlvmVersionError {}
