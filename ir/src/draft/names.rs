//! Names of a draft: which global has which, and which are taken.

use std::collections::HashMap;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::Draft;
use crate::global::GlobalKind;
use crate::types::TypeKind;

/// Names by what has them.
#[derive(Default)]
pub(super) struct Names {
    globals: HashMap<Vec<u8>, u32, FxBuildHasher>,
    globals_seen: usize,
    types: FxHashSet<Vec<u8>>,
    types_seen: usize,
    /// The number that is put behind the next name of a type that is taken.
    next_type: u64,
    /// The last number that was put behind a name of a global.
    last_global: u64,
    /// By function.
    locals: HashMap<u32, Locals, FxBuildHasher>,
}

/// Names of the arguments, instructions and blocks of a function.
#[derive(Default)]
pub(super) struct Locals {
    taken: FxHashSet<Vec<u8>>,
    last: u64,
}

impl Names {
    /// Takes note of the types that are new.
    pub(super) fn note_types(&mut self, draft: &Draft) {
        let types = draft.types.borrow();
        for row in types.rows.iter().skip(self.types_seen) {
            if matches!(row.kind, TypeKind::NamedStruct | TypeKind::Opaque) {
                self.types.insert(draft.texts.get(row.name).to_vec());
            }
        }
        self.types_seen = types.rows.len();
    }

    /// Takes note of the globals that are new.
    pub(super) fn note_globals(&mut self, draft: &Draft) {
        let globals = draft.globals.borrow();
        for (number, global) in globals.iter().enumerate().skip(self.globals_seen) {
            if global.kind != GlobalKind::Removed && !global.name.is_empty() {
                self.globals.insert(draft.texts.get(global.name).to_vec(), number as u32);
            }
        }
        self.globals_seen = globals.len();
    }

    /// Returns a name that no type has: this one, or with a number behind it, as LLVM's `StructType::setName` finds it.
    pub(super) fn free_type_name(&mut self, name: &[u8]) -> Vec<u8> {
        let mut free = name.to_vec();
        while !name.is_empty() && self.types.contains(&free) {
            free = numbered(name, b".", self.next_type);
            self.next_type += 1;
        }
        free
    }

    /// Returns a name that no global has: this one, or with a number behind it, as LLVM's `ValueSymbolTable` finds it.
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

    /// Gives a name to a global, or takes it.
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
    /// Takes a name in place of the old one: the name itself, or with a number behind it where it is taken.
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
    /// Forgets the names of locals of two functions, of which one has taken the body of the other.
    pub(super) fn move_local_names(&self, from: u32, to: u32) {
        let locals = &mut self.names.borrow_mut().locals;
        locals.remove(&from);
        locals.remove(&to);
    }

    /// Gives something of a function a name in place of an old one, and returns the name that it got.
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
