//! Functions and blocks.

use super::handles::text;
use super::{Block, Opcode, Type, Value};
use llvm_ir::constants::ConstantKind;
use llvm_ir::intrinsics;
use rustc_hash::FxHashSet;
use std::iter::successors;

/// The start of the names of intrinsics.
const PREFIX: &str = "llvm.";

#[cfg(test)]
fn full(name: &str) -> String {
    format!("{PREFIX}{name}")
}

impl<'m> Value<'m> {
    pub(super) fn as_function(self) -> Option<llvm_ir::draft::Function<'m>> {
        self.0.function()
    }

    /// The type of a function.
    pub fn function_type(self) -> Option<Type<'m>> {
        self.value_type().filter(|_| self.is_function())
    }

    /// Returns the number of parameters of a function.
    pub fn param_count(self) -> u32 {
        self.function_type().map_or(0, Type::param_count)
    }

    /// A function's parameter.
    pub fn param(self, index: u32) -> Option<Value<'m>> {
        self.as_function()?.parameters().nth(index as usize).map(Value)
    }

    /// A function's parameters.
    pub fn params(self) -> impl DoubleEndedIterator<Item = Value<'m>> + Clone {
        self.as_function().into_iter().flat_map(|function| function.parameters()).map(Value)
    }

    /// The function that a parameter or instruction is in.
    pub fn parent_function(self) -> Option<Value<'m>> {
        if self.is_argument() {
            return self.0.argument_function().map(|function| Value(function.value()));
        }
        self.parent_block()?.parent()
    }

    /// The calling convention of a function, call or invoke, as LLVM numbers them; 0, C's, for other values.
    pub fn call_conv(self) -> u32 {
        match self.opcode() {
            Some(opcode) if opcode.is_call() => self.0.word(1).unwrap_or(0),
            Some(_) => 0,
            None if self.is_function() => self.0.with_global(|global| global.convention).unwrap_or(0),
            None => 0,
        }
    }

    /// Returns the number of an intrinsic; 0 for other values.
    pub fn intrinsic_id(self) -> u32 {
        if !self.is_function() {
            return 0;
        }
        // Those of targets that are not listed have no numbers of their own.
        intrinsics::base(self.name_bytes()).map_or(0, |base| intrinsics::number(base).unwrap_or(u32::MAX))
    }

    /// Returns the name of an intrinsic, without its overload: `llvm.memcpy`.
    pub fn intrinsic_name(self) -> Option<&'m str> {
        let name = if self.is_function() { self.name_bytes() } else { &[] };
        let base = intrinsics::base(name)?;
        name.get(..PREFIX.len() + base.len()).map(text)
    }

    /// Returns the names of all target-independent intrinsics of LLVM.
    #[cfg(test)]
    pub fn intrinsic_names() -> Vec<String> {
        intrinsics::names().filter(|name| !name.starts_with("spv.")).map(full).collect()
    }

    /// The names of the intrinsics of LLVM's SPIR-V target.
    #[cfg(test)]
    pub fn spirv_intrinsic_names() -> Vec<String> {
        intrinsics::names().filter(|name| name.starts_with("spv.")).map(full).collect()
    }

    /// Returns the function that handles exceptions of a function.
    pub fn personality(self) -> Option<Value<'m>> {
        self.as_function()?.personality().map(Value)
    }

    /// Returns the number of blocks of a function.
    pub fn block_count(self) -> u32 {
        self.blocks().count() as u32
    }

    /// A function's first block.
    pub fn entry_block(self) -> Option<Block<'m>> {
        self.as_function()?.entry().map(Block)
    }

    /// A function's blocks, in order.
    pub fn blocks(self) -> impl Iterator<Item = Block<'m>> + Clone {
        successors(self.entry_block(), |block| block.next())
    }

    /// Returns whether an instruction of the function has an operand for which [`is_made`](Self::is_made) holds.
    pub fn names_made_constants(self) -> bool {
        let mut instructions = self.blocks().flat_map(|block| block.instructions());
        instructions.any(|inst| {
            inst.0.has_constant(|value, row| match row.kind {
                ConstantKind::Integer | ConstantKind::Null | ConstantKind::Float => false,
                _ => Value(value).is_made(),
            })
        })
    }

    /// Returns whether each block of a function, except the first, comes after one of its predecessors.
    pub fn blocks_follow(self) -> bool {
        if self.entry_block().is_none_or(|entry| entry.next().is_none()) {
            return true;
        }
        let mut reached = FxHashSet::default();
        for (i, block) in self.blocks().enumerate() {
            if i > 0 && !reached.contains(&block) {
                return false;
            }
            reached.extend(block.0.successors().map(Block));
        }
        true
    }
}

impl<'m> Block<'m> {
    /// Returns the number of the block among those of its module: numbers are consecutive in the order of reading.
    #[inline]
    pub fn number(self) -> u32 {
        self.0.number()
    }

    /// The block as a value.
    #[cfg(test)]
    pub fn as_value(self) -> Value<'m> {
        Value::of_block(self.0)
    }

    /// Its name; empty where it has none.
    pub fn name(self) -> &'m str {
        text(self.0.name())
    }

    /// The function that it is in.
    pub fn parent(self) -> Option<Value<'m>> {
        self.0.function().map(|function| Value(function.value()))
    }

    /// Returns whether it is the first block of a function.
    pub fn is_entry(self) -> bool {
        self.0.previous().is_none()
    }

    /// Moves the block after another block of its function.
    pub fn move_after(self, other: Self) {
        if self != other && self.parent().is_some() && self.parent() == other.parent() {
            // Both are in one function, which is all that is asked.
            let _ = self.0.move_behind(other.0);
        }
    }

    /// The next block of the function.
    pub fn next(self) -> Option<Block<'m>> {
        self.0.next().map(Block)
    }

    /// Its first instruction.
    pub fn first_instruction(self) -> Option<Value<'m>> {
        self.0.first().map(Value)
    }

    /// Returns its last instruction, if that is a terminator.
    pub fn terminator(self) -> Option<Value<'m>> {
        self.0.terminator().map(Value)
    }

    /// Its instructions, in order.
    pub fn instructions(self) -> impl Iterator<Item = Value<'m>> + Clone {
        self.0.instructions().map(Value)
    }
}

impl Value<'_> {
    /// Returns whether it is an instruction of one of the opcodes.
    pub(super) fn is_any(self, opcodes: &[Opcode]) -> bool {
        self.opcode().is_some_and(|opcode| opcodes.contains(&opcode))
    }
}
