//! Runs shaders on a Vulkan device before and after a translation to LLVM IR and back, and compares what they compute.
//! `tests/vulkan/README.md` says how to use it.
//!
//! ```text
//! module -> setup (inspect: resources, filled by a pattern)          main: a child process a batch
//!    |        |                                                        |
//!    |        v                                                      child: for each module
//!    |      gpu (compute, or vertex with transform feedback,           |
//!    |        |  or fragment behind a vertex shader of ours)           v
//!    +--> variants (-r, opt -O?, forward, spirv-val) --> gpu --> compare: the same, close, different
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

/// The cause that keeps a module from being run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The device or this tool lacks something that the module needs.
    Lacks(String),
    /// A step went wrong that should not.
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

/// A value, or the cause that there is none.
pub type Result<T> = std::result::Result<T, Fault>;

/// Returns a fault of something that is not there.
pub fn lacks<T>(what: impl Into<String>) -> Result<T> {
    Err(Fault::Lacks(what.into()))
}
