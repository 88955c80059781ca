//! What an error is about, as values: for whoever acts on it instead of showing it.

use crate::options::Version;

/// The facts of an error, as far as they are known by themselves; its sentence and its hint are made of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The sentence says all.
    Sentence,
    /// Any one of these extensions would do, and none is allowed.
    MissingExtension {
        /// What needs it, in words.
        what: String,
        /// Their names, the best one first.
        any_of: Vec<String>,
    },
    /// A version of SPIR-V above the highest allowed one is needed.
    MissingVersion {
        /// What needs it, in words.
        what: String,
        /// The lowest version that would do.
        needed: Version,
        /// The highest version that is allowed.
        highest: Version,
    },
    /// A number is of a width that SPIR-V lacks.
    IllegalWidth {
        /// In bits.
        width: u32,
    },
}
