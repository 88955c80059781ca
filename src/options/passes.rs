//! The observer of the passes over LLVM IR before its translation to SPIR-V.

use std::fmt;
use std::sync::Arc;

/// The moment at which an observer is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before a pass.
    Before,
    /// After a pass.
    After,
}

/// The module that an observer sees.
pub(crate) trait Observed {
    /// Returns the module as LLVM assembly.
    fn text(&self) -> String;
    /// Returns the error of LLVM's verifier, if there is one.
    fn complaint(&self) -> Option<String>;
}

/// A module before or after a pass.
#[derive(Clone, Copy)]
pub struct PassEvent<'a> {
    /// The name of the pass, one of [`passes`](crate::passes).
    pub pass: &'static str,
    /// The moment: before or after the pass.
    pub moment: Moment,
    pub(crate) module: &'a dyn Observed,
}

impl PassEvent<'_> {
    /// Returns the module as LLVM assembly.
    pub fn text(&self) -> String {
        self.module.text()
    }

    /// Returns the error of LLVM's verifier about the module, if there is one.
    pub fn complaint(&self) -> Option<String> {
        self.module.complaint()
    }
}

impl fmt::Debug for PassEvent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PassEvent").field("pass", &self.pass).field("moment", &self.moment).finish_non_exhaustive()
    }
}

/// A function that is called before and after each pass of a translation to SPIR-V.
///
/// ```
/// use llvm_spirv::{llvm_to_spirv, options::{Moment, Options, PassObserver}};
/// use std::sync::mpsc;
///
/// let (sender, seen) = mpsc::channel();
/// let mut options = Options::default();
/// options.pass_observer = Some(PassObserver::new(move |event| {
///     if event.moment == Moment::After {
///         let _ = sender.send((event.pass, event.text().len()));
///     }
/// }));
/// llvm_to_spirv(b"target triple = \"spir64\"\ndefine spir_func void @f() {\n ret void\n}", &options)?;
/// assert!(seen.try_iter().any(|(pass, length)| pass == "types" && length > 0));
/// # Ok::<(), llvm_spirv::error::Error>(())
/// ```
#[derive(Clone)]
pub struct PassObserver(Arc<dyn Fn(&PassEvent<'_>) + Send + Sync>);

impl PassObserver {
    /// Creates an observer that calls a function.
    pub fn new(observe: impl Fn(&PassEvent<'_>) + Send + Sync + 'static) -> Self {
        Self(Arc::new(observe))
    }

    pub(crate) fn observe(&self, event: &PassEvent<'_>) {
        (self.0)(event);
    }
}

impl fmt::Debug for PassObserver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PassObserver")
    }
}

/// Compares observers by identity.
impl PartialEq for PassObserver {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for PassObserver {}
