//! Runs shaders on a Vulkan device before and after a translation to LLVM IR and back, and compares their results.
//! `tests/vulkan/README.md` describes its use.
//!
//! ```text
//! module -> setup (inspect: resources, filled by a pattern)          main: a child process a batch
//!   |        |                                                        |
//!   |        v                                                      child: for each module
//!   |      gpu (compute, or vertex with transform feedback,           |
//!   |        |  or fragment behind a generated vertex shader)         v
//!   +--> variants (-r, opt -O?, forward, spirv-val) --> gpu --> compare: the same, close, different
//! ```

pub mod capture;
pub mod child;
pub mod compare;
pub mod dumps;
pub mod flows;
pub mod formats;
pub mod gpu;
pub mod interpret;
pub mod kernel;
pub mod layout;
pub mod layouts;
pub mod meets;
pub mod needs;
pub mod partner;
pub mod setup;
pub mod variants;
pub mod work;

use std::fmt::{self, Display, Formatter};

/// The reason why a module cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The device or this tool lacks something that the module needs.
    Lacks(String),
    /// A step failed unexpectedly.
    Failed(String),
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lacks(what) => write!(f, "not runnable: {what}"),
            Self::Failed(what) => f.write_str(what),
        }
    }
}

/// A value, or the reason why there is none.
pub type Result<T> = std::result::Result<T, Fault>;

/// Returns a fault of something that is missing.
pub fn lacks<T>(what: impl Into<String>) -> Result<T> {
    Err(Fault::Lacks(what.into()))
}
