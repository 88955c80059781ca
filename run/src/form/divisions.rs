//! Integer divisions that cannot trap: division by zero gives an arbitrary number in OpenCL C and in SPIR-V for Vulkan,
//! here -1, and 0 for `OpSDiv`; the least number divided by -1 is itself.

use super::made::Made;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{Builder, Opcode, Predicate, Type, Value};

/// Rewrites the divisions whose divisor may be 0 or -1, in all functions except those of the prelude.
pub fn guard(made: Made<'_, '_>) -> Result<()> {
    let guard = Guard { made, builder: Builder::new(made.module) };
    let functions = made.module.functions().filter(|function| !function.name().starts_with("spirv."));
    functions.collect::<Vec<_>>().into_iter().try_for_each(|function| guard.function(function))
}

/// Returns whether a divisor is a constant other than 0 and -1.
fn is_harmless(by: Value<'_>) -> bool {
    by.is_constant() && by.int_signed().is_some_and(|number| number != 0 && number != -1)
}

struct Guard<'m, 'c> {
    made: Made<'m, 'c>,
    builder: Builder<'m>,
}

impl<'m> Guard<'m, '_> {
    fn function(&self, function: Value<'m>) -> Result<()> {
        let instructions: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
        for inst in instructions {
            if let Some(op @ (Opcode::UDiv | Opcode::URem | Opcode::SDiv | Opcode::SRem)) = inst.opcode()
                && let (Some(value), Some(by)) = (inst.operand(0), inst.operand(1))
                && !is_harmless(by)
            {
                self.builder.position_before(inst)?;
                inst.replace_uses(self.division(op, value, by)?)?;
                inst.erase()?;
            }
        }
        Ok(())
    }

    fn division(&self, op: Opcode, value: Value<'m>, by: Value<'m>) -> Result<Value<'m>> {
        let (ty, builder) = (by.ty(), &self.builder);
        let zero = self.made.context.const_null(ty)?;
        let (one, most) = (self.number(ty, 1)?, self.number(ty, u64::MAX)?);
        let is_zero = builder.compare_int(Predicate::Eq, by, zero)?;
        let mut safe = builder.select(is_zero, one, by)?;
        if matches!(op, Opcode::SDiv | Opcode::SRem) {
            let least = self.number(ty, 1 << (ty.scalar().int_width().clamp(1, 64) - 1))?;
            let is_least = builder.compare_int(Predicate::Eq, value, least)?;
            let is_most = builder.compare_int(Predicate::Eq, by, most)?;
            let overflows = builder.binary(Opcode::And, is_least, is_most)?;
            safe = builder.select(overflows, one, safe)?;
        }
        let result = builder.binary(op, value, safe)?;
        builder.select(is_zero, if op == Opcode::SDiv { zero } else { most }, result)
    }

    /// Returns a constant, or a vector with all lanes equal to it.
    fn number(&self, ty: Type<'m>, value: u64) -> Result<Value<'m>> {
        let one = self.made.context.const_int(ty.scalar(), value)?;
        if !ty.is_vector() {
            return Ok(one);
        }
        self.made.context.const_vector(&vec![one; usize::try_from(ty.count()).unwrap_or(0)])
    }
}
