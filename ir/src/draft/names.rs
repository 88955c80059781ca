//! Names in a draft: the global of each name, and the names in use.

use std::collections::HashMap;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::Draft;
use crate::global::GlobalKind;
use crate::types::TypeKind;

/// The names in use.
#[derive(Default)]
pub(super) struct Names {
    globals: HashMap<Vec<u8>, u32, FxBuildHasher>,
    globals_seen: usize,
    types: FxHashSet<Vec<u8>>,
    types_seen: usize,
    /// The number for the next type whose name is in use.
    next_type: u64,
    /// The last number that was appended to the name of a global.
    last_global: u64,
    /// The names in each function.
    locals: HashMap<u32, Locals, FxBuildHasher>,
}

/// Names of the arguments, instructions and blocks of a function.
#[derive(Default)]
pub(super) struct Locals {
    taken: FxHashSet<Vec<u8>>,
    last: u64,
}

impl Names {
    /// Registers the names of types that were added since the last call.
    pub(super) fn note_types(&mut self, draft: &Draft) {
        let types = draft.types.borrow();
        for row in types.rows.iter().skip(self.types_seen) {
            if matches!(row.kind, TypeKind::NamedStruct | TypeKind::Opaque) {
                self.types.insert(draft.texts.get(row.name).to_vec());
            }
        }
        self.types_seen = types.rows.len();
    }

    /// Registers the names of globals that were added since the last call.
    pub(super) fn note_globals(&mut self, draft: &Draft) {
        let globals = draft.globals.borrow();
        for (number, global) in globals.iter().enumerate().skip(self.globals_seen) {
            if global.kind != GlobalKind::Removed && !global.name.is_empty() {
                self.globals.insert(draft.texts.get(global.name).to_vec(), number as u32);
            }
        }
        self.globals_seen = globals.len();
    }

    /// Returns a name that no type uses: `name`, or `name` with a number as in LLVM's `StructType::setName`.
    pub(super) fn free_type_name(&mut self, name: &[u8]) -> Vec<u8> {
        let mut free = name.to_vec();
        while !name.is_empty() && self.types.contains(&free) {
            free = numbered(name, b".", self.next_type);
            self.next_type += 1;
        }
        free
    }

    /// Returns a name that no global uses: `name`, or `name` with a number as in LLVM's `ValueSymbolTable`.
    pub(super) fn free_global_name(&mut self, name: &[u8]) -> Vec<u8> {
        let mut free = name.to_vec();
        while !name.is_empty() && self.globals.contains_key(&free) {
            self.last_global += 1;
            free = numbered(name, b".", self.last_global);
        }
        free
    }

    /// Returns the names of a function's locals and blocks.
    pub(super) fn locals(&mut self, function: u32, find: impl FnOnce() -> Vec<Vec<u8>>) -> &mut Locals {
        self.locals.entry(function).or_insert_with(|| Locals { taken: find().into_iter().collect(), last: 0 })
    }

    /// Returns the number of the global of a name.
    pub(super) fn global(&self, name: &[u8]) -> Option<u32> {
        self.globals.get(name).copied()
    }

    /// Assigns a name to a global, or frees it.
    pub(super) fn set_global(&mut self, name: &[u8], number: Option<u32>) {
        match number {
            _ if name.is_empty() => {}
            Some(number) => {
                self.globals.insert(name.to_vec(), number);
            }
            None => {
                self.globals.remove(name);
            }
        }
    }
}

impl Locals {
    /// Replaces an old name by a new one, with a number appended if it is in use; returns the result.
    pub(super) fn take(&mut self, old: &[u8], name: &[u8]) -> Vec<u8> {
        self.taken.remove(old);
        let mut free = name.to_vec();
        while !name.is_empty() && !self.taken.insert(free.clone()) {
            self.last += 1;
            free = numbered(name, b"", self.last);
        }
        free
    }
}

fn numbered(name: &[u8], between: &[u8], number: u64) -> Vec<u8> {
    [name, between, number.to_string().as_bytes()].concat()
}

impl Draft {
    /// Forgets the local names of two functions after a body was moved from one to the other.
    pub(super) fn move_local_names(&self, from: u32, to: u32) {
        let locals = &mut self.names.borrow_mut().locals;
        locals.remove(&from);
        locals.remove(&to);
    }

    /// Replaces the name of a local or block of a function, and returns the assigned name.
    pub(super) fn take_local_name(&self, function: u32, old: &[u8], name: &[u8]) -> Vec<u8> {
        let find = || {
            let function = super::Function { draft: self, number: function };
            let arguments = function.arguments().map(super::Value::name);
            let instructions = function.instructions().map(super::Value::name);
            let all = arguments.chain(instructions).chain(function.blocks().map(super::Block::name));
            all.filter(|name| !name.is_empty()).map(<[u8]>::to_vec).collect()
        };
        self.names.borrow_mut().locals(function, find).take(old, name)
    }
}
