//! Accesses of memory: scopes, plain loads and stores, alignments.

/// The threads among which an atomic is ordered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SyncScope {
    /// The whole system: the default.
    System,
    /// `singlethread`.
    SingleThread,
    /// `syncscope("...")`. Clang 22 writes for `spirv64`: `device`, `workgroup`, `subgroup`; for all other scopes, and
    /// for `spir64`, it writes none ([`System`](Self::System)); the scope of a work-item is `singlethread`.
    Named(String),
}

/// The properties of a plain load or store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainAccess {
    /// The alignment in bytes.
    pub alignment: u32,
    /// True if the access is volatile.
    pub is_volatile: bool,
}

/// The largest alignment in bytes that 32 bits hold. LLVM also has twice that (LangRef "load"), which implies this one.
const LARGEST_ALIGNMENT: u32 = 1 << 31;

/// Returns an alignment, limited to the largest that 32 bits hold.
pub(super) fn at_most_largest(bytes: u64) -> u32 {
    u32::try_from(bytes).unwrap_or(LARGEST_ALIGNMENT)
}
