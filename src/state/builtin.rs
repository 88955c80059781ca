//! What a declared function is that is a builtin.

use llvm_spirv_mangling as mangling;

/// A builtin function, resolved once for all its calls.
#[derive(Clone, Debug)]
pub struct Builtin {
    /// Its name and parameter types, demangled.
    pub name: mangling::Name,
}
