//! The progress of writing debug information: the id of each instruction, and how far it is written. Nodes are dense by
//! number, and each is looked up several times for each reference to it.

use super::debug_info::{Key, Role};
use crate::binary::Id;

/// A state of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It is written.
    Written = 1,
    /// It is being written.
    Open = 2,
    /// It is a composite represented by a twin until it is written.
    ByTwin = 4,
    /// It is omitted from the operands of those that it waits for.
    Cut = 8,
}

#[derive(Clone, Copy, Debug, Default)]
struct Row {
    /// The id; 0 for none yet.
    id: Id,
    marks: u8,
}

/// The number of roles.
const ROLES: usize = Role::MethodTemplate as usize + 1;

/// The ids and marks of instructions: for each role a table by the number of the node.
#[derive(Debug, Default)]
pub struct Progress([Vec<Row>; ROLES]);

impl Progress {
    fn row(&self, (node, role): Key<'_>) -> Row {
        let table = self.0.get(role as usize).map_or(&[][..], Vec::as_slice);
        table.get(node.number() as usize).copied().unwrap_or_default()
    }

    fn change(&mut self, (node, role): Key<'_>, change: impl FnOnce(&mut Row)) {
        let Some(table) = self.0.get_mut(role as usize) else { return };
        let place = node.number() as usize;
        if table.len() <= place {
            table.resize(place + 1, Row::default());
        }
        table.get_mut(place).map(change);
    }

    /// Returns the id of an instruction that is written or to be written.
    pub fn id(&self, key: Key<'_>) -> Option<Id> {
        Some(self.row(key).id).filter(|id| *id != 0)
    }

    /// Sets the id of an instruction.
    pub fn set_id(&mut self, key: Key<'_>, id: Id) {
        self.change(key, |row| row.id = id);
    }

    /// Returns whether an instruction has a mark.
    pub fn is(&self, mark: Mark, key: Key<'_>) -> bool {
        self.row(key).marks & mark as u8 != 0
    }

    /// Marks an instruction.
    pub fn mark(&mut self, mark: Mark, key: Key<'_>) {
        self.change(key, |row| row.marks |= mark as u8);
    }

    /// Removes a mark of an instruction.
    pub fn unmark(&mut self, mark: Mark, key: Key<'_>) {
        self.change(key, |row| row.marks &= !(mark as u8));
    }
}
