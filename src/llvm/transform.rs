//! Transformations of functions, by [`llvm_ir::transform`].

use super::create::globals::need;
use super::handles::refused;
use super::{AttributeKind, AttributePlace, Opcode, Value};
use crate::error::{Error, Result};
use llvm_ir::draft::Function;
use llvm_ir::transform as made;

impl<'m> Value<'m> {
    fn body(self, what: &str) -> Result<Function<'m>> {
        need(!self.is_declaration(), self, what)?;
        self.as_function().ok_or_else(|| Error::internal(what))
    }

    /// Promotes a function's `alloca`s to values if they are only loaded and stored, as LLVM's `mem2reg` does; not in a
    /// function with `optnone`. The module must be valid.
    pub fn promote_variables(self) -> Result<()> {
        need(self.function_type().is_some(), self, "only functions have variables to promote")?;
        if !self.is_declaration() && !self.has_attribute(AttributePlace::Function, AttributeKind::OptNone) {
            made::promote::promote_variables(self.body("a body")?).map_err(refused)?;
        }
        Ok(())
    }

    /// Splits a function's `alloca`s of aggregates into members, and promotes these to values, as LLVM's `sroa` does.
    /// The module must be valid.
    pub fn split_variables(self) -> Result<()> {
        made::split::split_variables(self.body("only functions have variables to split")?).map_err(refused)?;
        Ok(())
    }

    /// Splits a function's vector instructions, including loads and stores, into instructions on components, as LLVM's
    /// `scalarizer` does. The module must be valid.
    #[cfg(feature = "internals")]
    pub fn take_vectors_apart(self) -> Result<()> {
        made::scalarise::scalarise(self.body("only functions have vectors to take apart")?).map_err(refused)?;
        Ok(())
    }

    /// Splits and promotes a function's `alloca`s, and removes redundant and dead computations, as LLVM's `sroa`,
    /// `early-cse`, `instsimplify` and `adce` do. The module must be valid.
    pub fn simplify(self) -> Result<()> {
        made::simplify::simplify(self.body("only functions are simplified")?).map_err(refused)?;
        Ok(())
    }

    /// Replaces a function's computations by equal ones that dominate them, except for calls and accesses to memory. The
    /// module must be valid.
    pub fn share_computations(self) -> Result<()> {
        made::simplify::share_computations(self.body("only functions have computations to share")?).map_err(refused)?;
        Ok(())
    }

    /// Inlines a call. If this returns true, the call is erased, and no copy of its handle may be used.
    pub fn inline(self) -> Result<bool> {
        let callee = self.called_function().filter(|callee| self.is_op(Opcode::Call) && !callee.is_declaration());
        need(callee.is_some(), self, "only calls of functions with a body are inlined")?;
        made::inline::inline(self.0).map_err(refused)
    }

    /// Expands constant expressions that use this global to instructions.
    #[cfg(feature = "internals")]
    pub fn expand_uses(self) -> Result<()> {
        need(self.is_global_value(), self, "only uses of globals are expanded")?;
        made::expand::expand_uses(self.0).map_err(refused)?;
        Ok(())
    }

    /// Replaces casts to the address space `flat` in a function by their operands, as LLVM's `infer-address-spaces`
    /// does. The module must be valid.
    pub fn infer_address_spaces(self, flat: u32) -> Result<()> {
        made::spaces::infer_address_spaces(self.body("only functions have pointers to infer")?, flat)
            .map_err(refused)?;
        Ok(())
    }

    /// Returns an upper bound on the executions of an instruction in one call of its function, derived from the
    /// counters of its loops; `None` if there is none. The module must be valid.
    pub fn most_executions(self) -> Option<u64> {
        self.parent_block()?.parent()?;
        made::executions::most_executions(self.0)
    }
}
