//! The numbers of values: globals, then constants of the module, then in each function arguments, constants and results.
//!
//! Source: `llvm/lib/Bitcode/Writer/ValueEnumerator.cpp`. Constants are listed operands first; then LLVM sorts them: integers first,
//! constants of one type together, the most used first.

use crate::constants::{Constant, ConstantKind};
use crate::global::GlobalKind;
use crate::module::{LOCAL, METADATA, Module, NONE};
use crate::types::TypeKind;

use super::types::TypeNumbers;

/// A constant to be numbered, with its number of uses.
#[derive(Clone, Copy)]
pub(super) struct Listed {
    pub(super) value: u32,
    uses: u32,
}

/// The numbers of values.
#[derive(Default)]
pub(super) struct ValueNumbers {
    /// The number of each value that is no local, or NONE.
    pub(super) numbers: Vec<u32>,
    /// Globals in the order of their numbers.
    pub(super) globals: Vec<u32>,
    /// The constants of the module, in order.
    pub(super) constants: Vec<Listed>,
    /// The constants of functions, grouped by function.
    pub(super) of_functions: Vec<Listed>,
    /// The last list that each value was put into, given by the start of a function's list, and its place there.
    places: Vec<(u32, u32)>,
    /// The place of each value among the module's constants, or NONE.
    module_places: Vec<u32>,
    /// The constants whose operands are being listed, each with its next operand.
    stack: Vec<(u32, u32)>,
}

/// The order in which LLVM numbers globals.
const KINDS: [GlobalKind; 4] = [GlobalKind::Variable, GlobalKind::Function, GlobalKind::Alias, GlobalKind::IFunc];

impl ValueNumbers {
    /// Numbers the globals.
    pub(super) fn of_globals(m: &Module) -> ValueNumbers {
        let count = m.constants.rows.len();
        let mut new = ValueNumbers {
            numbers: vec![NONE; count],
            places: vec![(NONE, NONE); count],
            module_places: vec![NONE; count],
            ..ValueNumbers::default()
        };
        let mut of_global = vec![NONE; m.globals.len()];
        for kind in KINDS {
            for (i, _) in m.globals.iter().enumerate().filter(|(_, g)| g.kind == kind) {
                if let Some(slot) = of_global.get_mut(i) {
                    *slot = new.globals.len() as u32;
                }
                new.globals.push(i as u32);
            }
        }
        // Several values may stand for one global.
        for (number, c) in new.numbers.iter_mut().zip(&m.constants.rows) {
            if c.kind == ConstantKind::Global {
                *number = of_global.get(c.data as usize).copied().unwrap_or(NONE);
            }
        }
        new
    }

    /// Lists a constant of the module, operands first.
    pub(super) fn of_module(&mut self, m: &Module, types: &mut TypeNumbers, value: u32) {
        self.list::<true>(m, types, value, 0);
    }

    /// Lists a constant of the function whose list begins at `start`.
    #[inline]
    pub(super) fn of_function(&mut self, m: &Module, types: &mut TypeNumbers, value: u32, start: u32) {
        if let Some(&(list, place)) = self.places.get(value as usize)
            && list == start
        {
            if let Some(listed) = self.of_functions.get_mut(place as usize) {
                listed.uses += 1;
            }
            return;
        }
        self.list::<false>(m, types, value, start);
    }

    fn list<const MODULE: bool>(&mut self, m: &Module, types: &mut TypeNumbers, value: u32, start: u32) {
        self.visit::<MODULE>(m, types, value, start);
        while let Some((value, next)) = self.stack.pop() {
            let Some(c) = m.constants.get(value) else { continue };
            if let Some(&operand) = m.constants.operands(c).get(next as usize) {
                self.stack.push((value, next + 1));
                self.visit::<MODULE>(m, types, operand, start);
            } else {
                self.push::<MODULE>(value, start);
            }
        }
    }

    /// Lists a constant without operands, or puts one with operands on the stack.
    fn visit<const MODULE: bool>(&mut self, m: &Module, types: &mut TypeNumbers, value: u32, start: u32) {
        if value & (LOCAL | METADATA) != 0 {
            return;
        }
        let Some(c) = m.constants.get(value) else { return };
        types.mark(c.ty);
        if c.kind == ConstantKind::Global || self.count::<MODULE>(value, start) {
            return;
        }
        mark_more(m, types, c);
        match m.constants.operands(c).is_empty() {
            true => self.push::<MODULE>(value, start),
            false => {
                self.enter::<MODULE>(value, start, NONE);
                self.stack.push((value, 0));
            }
        }
    }

    /// Counts a use of a constant that is listed; false for one that is not.
    fn count<const MODULE: bool>(&mut self, value: u32, start: u32) -> bool {
        let of_module = self.module_places.get(value as usize).copied().unwrap_or(NONE);
        if of_module != NONE {
            if MODULE && let Some(listed) = self.constants.get_mut(of_module as usize) {
                listed.uses += 1;
            }
            return true;
        }
        match self.places.get(value as usize) {
            Some(&(list, place)) if !MODULE && list == start => {
                if let Some(listed) = self.of_functions.get_mut(place as usize) {
                    listed.uses += 1;
                }
                true
            }
            _ => false,
        }
    }

    fn enter<const MODULE: bool>(&mut self, value: u32, start: u32, place: u32) {
        if MODULE {
            // A constant whose operands are being listed is not listed again.
            if let Some(slot) = self.module_places.get_mut(value as usize) {
                *slot = place.min(NONE - 1);
            }
        } else if let Some(slot) = self.places.get_mut(value as usize) {
            *slot = (start, place);
        }
    }

    fn push<const MODULE: bool>(&mut self, value: u32, start: u32) {
        let list = if MODULE { &mut self.constants } else { &mut self.of_functions };
        let place = list.len() as u32;
        list.push(Listed { value, uses: 1 });
        self.enter::<MODULE>(value, start, place);
    }

    /// Numbers the module's constants; returns the next free number.
    pub(super) fn end_of_module(&mut self, m: &Module, types: &TypeNumbers) -> u32 {
        let mut list = std::mem::take(&mut self.constants);
        order(m, types, &mut list);
        let first = self.globals.len() as u32;
        self.assign(&list, Some(first));
        self.constants = list;
        first + self.constants.len() as u32
    }

    /// Numbers constants from `first` on, or clears their numbers.
    pub(super) fn assign(&mut self, list: &[Listed], first: Option<u32>) {
        for (i, listed) in (0..).zip(list) {
            if let Some(slot) = self.numbers.get_mut(listed.value as usize) {
                *slot = first.map_or(NONE, |first| first + i);
            }
        }
    }

    /// Returns the constants of a function in order, without those that have become the module's.
    pub(super) fn list_of(&self, m: &Module, types: &TypeNumbers, range: std::ops::Range<u32>) -> Vec<Listed> {
        let all = self.of_functions.get(range.start as usize..range.end as usize).unwrap_or(&[]);
        let is_local = |l: &&Listed| self.numbers.get(l.value as usize) == Some(&NONE);
        let mut list: Vec<Listed> = all.iter().filter(is_local).copied().collect();
        order(m, types, &mut list);
        list
    }
}

/// Marks the types in the record of a constant that are not types of operands.
fn mark_more(m: &Module, types: &mut TypeNumbers, c: &Constant) {
    match c.kind {
        ConstantKind::Gep | ConstantKind::InlineAsm => {
            types.mark(m.constants.words(c).first().copied().unwrap_or(NONE));
        }
        _ => {}
    }
}

/// Sorts constants as LLVM does.
fn order(m: &Module, types: &TypeNumbers, list: &mut [Listed]) {
    if list.len() < 2 {
        return;
    }
    list.sort_by_cached_key(|listed| {
        let ty = m.type_of(listed.value);
        let is_integer = m.types.kind(m.types.scalar(ty)) == TypeKind::Integer;
        (!is_integer, types.number(ty), u32::MAX - listed.uses)
    });
}
