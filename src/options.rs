//! What a translation may do: plain settings, filled in by the command line or by whoever embeds the library.

use std::collections::BTreeSet;

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
    /// The newest version that this library knows.
    pub const V1_6: Self = Self::new(1, 6);

    /// `major.minor`.
    pub const fn new(major: u8, minor: u8) -> Self {
        Self { major, minor }
    }

    /// The second word of a SPIR-V binary.
    pub const fn word(self) -> u32 {
        (self.major as u32) << 16 | (self.minor as u32) << 8
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl std::str::FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let minor = text.strip_prefix("1.").and_then(|m| m.parse().ok()).filter(|m| *m <= Self::V1_6.minor);
        minor.map(|m| Self::new(1, m)).ok_or_else(|| format!("{text} is no version of SPIR-V; there are 1.0 to 1.6"))
    }
}

/// How builtins are spelled in the LLVM IR that the way back writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TargetEnv {
    /// SPIR-V friendly IR: `__spirv_` names that say everything the instruction said.
    #[default]
    SpvIr,
    /// OpenCL C 1.2 builtins where they exist, friendly names elsewhere.
    Cl12,
    /// OpenCL C 2.0 builtins where they exist, friendly names elsewhere.
    Cl20,
}

/// Which extensions of SPIR-V may be used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Extensions {
    /// None at all.
    #[default]
    None,
    /// Every one that is known.
    All,
    /// Just these.
    Some(BTreeSet<String>),
}

impl Extensions {
    /// May `name` (`SPV_...`) be used?
    pub fn allow(&self, name: &str) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::Some(names) => names.contains(name),
        }
    }
}

/// The settings of one translation, in either direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The newest version of SPIR-V that may be written or read.
    pub max_version: Version,
    /// The extensions that may be used on the way to SPIR-V.
    pub extensions: Extensions,
    /// How builtins are spelled on the way to LLVM IR.
    pub target_env: TargetEnv,
    /// Run LLVM's verifier over what the way back wrote.
    pub verify: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_version: Version::V1_6, extensions: Extensions::None, target_env: TargetEnv::SpvIr, verify: true }
    }
}
