//! The loads and stores of a variable.

use super::stored;
use crate::draft::{Declared, Type, Value};
use crate::instruction::Opcode;

/// The loads, stores and debug records of one variable.
pub(super) struct Uses<'d> {
    pub(super) loads: Vec<Value<'d>>,
    pub(super) stores: Vec<Value<'d>>,
    pub(super) ty: Type<'d>,
    pub(super) declared: Vec<Declared<'d>>,
}

impl<'d> Uses<'d> {
    pub(super) fn of(variable: Value<'d>) -> Option<Self> {
        let users: Vec<_> = variable.users().collect();
        let (loads, stores): (Vec<_>, Vec<_>) = users.into_iter().partition(|user| user.opcode() == Some(Opcode::Load));
        let of_store = || stored(*stores.first()?).map(|(value, _)| value.ty());
        let ty = loads.first().map(|load| load.ty()).or_else(of_store)?;
        Some(Uses { loads, stores, ty, declared: variable.declared() })
    }

    /// Returns whether all loads and stores are in one block.
    pub(super) fn is_in_one_block(&self) -> bool {
        let mut blocks = self.loads.iter().chain(&self.stores).map(|user| user.block());
        let first = blocks.next();
        blocks.all(|block| Some(block) == first)
    }
}
