//! Accesses of memory: scopes, plain loads and stores, alignments.

/// Among whom an atomic is ordered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SyncScope {
    /// All of the system: the default.
    System,
    /// `singlethread`.
    SingleThread,
    /// `syncscope("...")`. Clang 22 writes for `spirv64`: `device`, `workgroup`, `subgroup`; all others, and all scopes
    /// for `spir64`, are left out ([`System`](Self::System)), a work-item's is `singlethread`.
    Named(String),
}

/// A load or store that says no more than this of its access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainAccess {
    /// In bytes.
    pub alignment: u32,
    /// Whether the access is volatile.
    pub is_volatile: bool,
}

/// The largest alignment in bytes that 32 bits hold. LLVM has twice that, too (LangRef "load"), which promises this
/// one.
const LARGEST_ALIGNMENT: u32 = 1 << 31;

/// Returns an alignment, or the largest that 32 bits hold where it is more.
pub(super) fn at_most_largest(bytes: u64) -> u32 {
    u32::try_from(bytes).unwrap_or(LARGEST_ALIGNMENT)
}
