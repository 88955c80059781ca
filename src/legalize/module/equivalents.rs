//! LLVM IR to LLVM IR: `dso_local_equivalent` and `no_cfi`, constants that stand for the address of a function.
//!
//! In: a module. Out: the same module, where `dso_local_equivalent @f` and `no_cfi @f` are `@f`: SPIR-V has one address
//! of a function. Neither constant is a constant expression, and LLVM's C API has no kind for them.

use crate::error::Result;
use crate::llvm::Module;

/// Replaces such constants by the function that they name.
pub fn run<'m>(module: &'m Module<'m>) -> Result<()> {
    if !module.has_equivalents() {
        return Ok(());
    }
    for function in module.functions().chain(module.aliases()) {
        let equivalents: Vec<_> = function.uses().filter(|user| user.is_equivalent()).collect();
        equivalents.into_iter().try_for_each(|equivalent| equivalent.replace_uses(function))?;
    }
    Ok(())
}
