//! The scopes of aliases of a module, in both directions.

use crate::binary::Id;
use crate::llvm::Metadata;
use rustc_hash::FxHashMap;

/// The ids of the domains, scopes and lists of scopes that are declared.
pub type Aliases<'m> = FxHashMap<Metadata<'m>, Id>;

/// The nodes of domains, scopes and lists of scopes, by id.
pub type ReverseAliases<'m> = FxHashMap<Id, Metadata<'m>>;
