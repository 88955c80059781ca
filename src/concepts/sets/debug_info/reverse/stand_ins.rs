//! Stand-ins for types, backward: the table is in [the way forward](super::super::forward).

use super::super::codes::flag;
use super::super::rows::number;
use super::Reader;
use crate::binary::{Id, Instruction};
use crate::state::slots::debug_info::Set;

impl<'m> Reader<'_, 'm> {
    /// Reads a link from a stand-in to its type. Returns whether the instruction is a link.
    pub(super) fn is_link(&mut self, set: Set, which: u32, inst: Instruction<'m>) -> bool {
        let [flags, id, rest @ ..] = Self::operands(inst) else { return false };
        if which != number::TYPE_FUNCTION || set == Set::Older || self.number(set, *flags) & flag::INDIRECT == 0 {
            return false;
        }
        match (rest.first(), self.defined(*id)) {
            (Some(ty), _) => drop(self.d.stand_ins.insert(*id, *ty)),
            (None, Some((_, number::TYPE_BASIC, _))) => self.d.made.insert(*id, None),
            (None, Some((_, number::TYPE_ARRAY, _))) => drop(self.d.vectors.insert(*id)),
            _ => {}
        }
        true
    }

    /// Removes stand-ins from the list of the module's instructions.
    pub(super) fn forget_stand_ins(&mut self) {
        let (aliases, made) = (&self.d.stand_ins, &self.d.made);
        let is_own = |id| !aliases.contains_key(&id) && made.get(id).is_none();
        self.d.all.retain(|inst| inst.result_id().is_none_or(is_own));
    }

    /// Maps stand-ins to their types; a composite that was declared first is mapped to its definition.
    pub(super) fn resolve_stand_ins(&mut self) {
        for (id, ty) in std::mem::take(&mut self.d.stand_ins) {
            let full = self.d.twins.get(&ty).copied().unwrap_or(ty);
            self.d.twins.insert(id, full);
        }
    }

    /// Returns whether a block stands for a discriminator: it has no line, but a column, or another file than the scope around it.
    pub(super) fn is_discriminator(&self, set: Set, operands: &[u32]) -> bool {
        let [source, line, column, parent] = *operands else { return false };
        if self.number(set, line) != 0 {
            return false;
        }
        self.number(set, column) != 0 || self.source_of(parent).is_some_and(|around| around != source)
    }

    /// Returns the file of a block or a function.
    fn source_of(&self, scope: Id) -> Option<Id> {
        let (_, which, inst) = self.defined(scope)?;
        let place = match which {
            number::LEXICAL_BLOCK | number::DISCRIMINATOR => 0,
            number::FUNCTION | number::FUNCTION_DECLARATION => 2,
            _ => return None,
        };
        Self::operands(inst).get(place).copied()
    }
}
