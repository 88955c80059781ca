//! Declares intrinsics that are called without a declaration, as LLVM does, with the types in their names.

use crate::sorting::Sorting;
use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::Parser;
use super::globals::Known;
use crate::constants::Constant;
use crate::error::Result;
use crate::global::{Global, GlobalKind};
use crate::instruction::Opcode;
use crate::intrinsics;
use crate::module::NONE;

/// The callees that replace a value, by the value and the type of the call.
type Callees = HashMap<(u32, u32), u32, FxBuildHasher>;

impl Parser<'_> {
    /// Declares intrinsics in the order of the names that were called, for each type of a call one, that of the last first.
    pub(super) fn declare_intrinsics(&mut self) -> Result<()> {
        let names =
            self.globals.names.iter().filter(|(name, known)| !known.is_defined && intrinsics::is_intrinsic(name));
        let mut names: Vec<(Vec<u8>, Known)> = names.map(|(name, known)| (name.to_vec(), *known)).collect();
        names.arrange_by(|a, b| a.0.cmp(&b.0));
        let mut calls: HashMap<u32, Vec<u32>, FxBuildHasher> = HashMap::default();
        for &(value, ty) in self.globals.calls.iter().rev() {
            calls.entry(value).or_default().push(ty);
        }
        let mut callees = Callees::default();
        for (name, known) in names {
            let types = calls.remove(&known.value).unwrap_or_default();
            if types.is_empty() || intrinsics::base(&name).is_none() {
                return self.fail_at(known.at, "there is no intrinsic of this name, or it is not called");
            }
            for (i, &ty) in types.iter().enumerate() {
                let full = self.full_name(&name, ty);
                self.declare_intrinsic(&full, ty, known.value, if i == 0 { None } else { Some(&mut callees) });
            }
            if let Some(known) = self.globals.names.get_mut(name.as_slice()) {
                known.is_defined = true;
            }
        }
        self.replace_callees(&callees);
        Ok(())
    }

    /// Returns the full name of an intrinsic for the type of a call; the name unchanged if the call has an older form, or the
    /// intrinsic is not listed.
    fn full_name(&self, name: &[u8], ty: u32) -> Vec<u8> {
        intrinsics::full_name(&self.m.types, &|text| self.m.text(text), name, ty).unwrap_or_else(|| name.to_vec())
    }

    /// Declares an intrinsic for the calls of a value that have this type. The value itself becomes the intrinsic for the first type,
    /// and a new value for further ones.
    fn declare_intrinsic(&mut self, name: &[u8], ty: u32, value: u32, callees: Option<&mut Callees>) {
        let known = self.globals.names.get(name).filter(|known| known.is_defined).map(|known| known.value);
        let number = match known.and_then(|known| self.m.constants.get(known)) {
            Some(c) => c.data as u32,
            None => self.new_intrinsic(name, ty),
        };
        let mut callee = value;
        if let Some(callees) = callees
            && let Some(&row) = self.m.constants.get(value)
        {
            self.m.constants.rows.push(Constant { data: number as u64, ..row });
            callee = self.m.constants.rows.len() as u32 - 1;
            callees.insert((value, ty), callee);
        } else if let Some(row) = self.m.constants.rows.get_mut(value as usize) {
            row.data = number as u64;
        }
        if known.is_none() {
            if let Some(global) = self.m.globals.get_mut(number as usize) {
                global.value = callee;
            }
            self.globals.names.insert(name.to_vec().into(), Known { value: callee, at: 0, is_defined: true });
        }
    }

    fn new_intrinsic(&mut self, name: &[u8], ty: u32) -> u32 {
        let name = self.m.add_text(name);
        self.m.globals.push(Global { name, ty, ..Global::blank(GlobalKind::Function) });
        self.m.globals.len() as u32 - 1
    }

    /// Replaces the callees of calls by value and type.
    fn replace_callees(&mut self, callees: &Callees) {
        for row in self.m.instructions.iter().filter(|row| row.opcode.is_call() && !callees.is_empty()) {
            let at = row.operands as usize;
            let callee = at + if row.opcode == Opcode::Call { 3 } else { 5 };
            let says = self.m.operands.get(at + 2).copied().unwrap_or(NONE);
            if let Some(word) = self.m.operands.get_mut(callee)
                && let Some(&new) = callees.get(&(*word, says))
            {
                *word = new;
            }
        }
    }
}
