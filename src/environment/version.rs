//! Versions of SPIR-V, and of the interfaces that consume it.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A version of SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// Major number, 1 so far.
    pub major: u8,
    /// Minor number, 0 to 6 so far.
    pub minor: u8,
}

impl Version {
    /// The oldest version there is.
    pub const V1_0: Self = Self::new(1, 0);
    /// The first version whose entry points list all variables that they use, not only those of the classes Input and
    /// Output: section 3.3.6 "Mode-Setting Instructions" of the specification, `OpEntryPoint`.
    pub(crate) const V1_4: Self = Self::new(1, 4);
    /// The newest version that this library supports.
    pub const V1_6: Self = Self::new(1, 6);

    /// `major.minor`.
    pub const fn new(major: u8, minor: u8) -> Self {
        Self { major, minor }
    }

    /// The second word of a SPIR-V binary.
    pub const fn word(self) -> u32 {
        (self.major as u32) << 16 | (self.minor as u32) << 8
    }

    /// Returns whether the interface of an entry point lists all global variables that it uses, as it does since SPIR-V
    /// 1.4.
    pub(crate) fn lists_all_variables(self) -> bool {
        self >= Self::V1_4
    }
}

impl Display for Version {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl FromStr for Version {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        let minor = text.strip_prefix("1.").and_then(|m| m.parse().ok()).filter(|m| *m <= Self::V1_6.minor);
        minor.map(|m| Self::new(1, m)).ok_or_else(|| VersionError { text: text.to_owned() })
    }
}

/// A text that names no version of SPIR-V.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionError {
    text: String,
}

impl Display for VersionError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} is no version of SPIR-V; there are 1.0 to 1.6", self.text)
    }
}

impl std::error::Error for VersionError {}
