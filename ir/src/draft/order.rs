//! The order of functions, and moves of bodies between functions.

use super::{Draft, Function, FunctionLink, Result, Value, need};
use crate::constants::ConstantKind;
use crate::global::{Global, GlobalKind};
use crate::module::{Attachment, LOCAL, Module, Parameters};
use crate::sorting::Sorting;

impl Draft {
    /// Returns the numbers of the functions, in order.
    pub(super) fn function_numbers(&self) -> Vec<u32> {
        self.ordered(&self.globals.borrow())
    }

    /// Returns the numbers of the functions among the globals of the draft, in order.
    pub(super) fn ordered(&self, globals: &[Global]) -> Vec<u32> {
        let is_function = |number: &u32| globals.get(*number as usize).is_some_and(|g| g.kind == GlobalKind::Function);
        let order = self.order.borrow();
        let known = order.iter().copied();
        let first = order.iter().max().map_or(0, |last| last + 1);
        known.chain(first..globals.len() as u32).filter(is_function).collect()
    }

    /// Puts the globals of a module into the order of the draft.
    pub(super) fn arrange(&self, module: &mut Module) {
        if self.order.borrow().is_empty() {
            return;
        }
        let mut functions = self.ordered(&module.globals).into_iter();
        let mut order: Vec<u32> = Vec::with_capacity(module.globals.len());
        for (number, global) in module.globals.iter().enumerate() {
            let next = if global.kind == GlobalKind::Function { functions.next() } else { None };
            order.push(next.unwrap_or(number as u32));
        }
        let mut places = vec![0; order.len()];
        for (place, number) in order.iter().enumerate() {
            if let Some(slot) = places.get_mut(*number as usize) {
                *slot = place as u32;
            }
        }
        let place = |number: u32| places.get(number as usize).copied().unwrap_or(number);
        let globals: Vec<Global> = order.iter().filter_map(|n| module.globals.get(*n as usize)).cloned().collect();
        module.globals = globals;
        for row in module.constants.rows.iter_mut().filter(|row| row.kind == ConstantKind::Global) {
            row.data = place(row.data as u32).into();
        }
        for Attachment { to, .. } in &mut module.global_attachments {
            *to = place(*to);
        }
        for Parameters { function, .. } in &mut module.parameters {
            *function = place(*function);
        }
        module.global_attachments.arrange_by_key(|attachment| attachment.to);
    }
}

impl Draft {
    /// Returns the number that a function will have in the module made from the draft.
    pub(super) fn place_of(&self, function: Function<'_>) -> u32 {
        if self.order.borrow().is_empty() {
            return function.number;
        }
        let at = self.function_numbers().iter().position(|number| *number == function.number);
        let mut places = self.globals_of(GlobalKind::Function);
        at.and_then(|at| places.nth(at)).unwrap_or(function.number)
    }
}

impl<'d> Value<'d> {
    /// Moves a function behind another one, or to the end.
    ///
    /// # Errors
    /// A value that is no function.
    pub fn move_function(self, behind: Option<Value<'d>>) -> Result<()> {
        let (draft, this) = (self.draft, self.function());
        let other = behind.map(Value::function);
        let (Some(this), false) = (this, other == Some(None)) else {
            return need(false, "only functions have an order");
        };
        let mut order = draft.function_numbers();
        order.retain(|number| *number != this.number);
        let at = match other.flatten() {
            Some(other) if other != this => {
                order.iter().position(|n| *n == other.number).map_or(order.len(), |at| at + 1)
            }
            Some(_) => return Ok(()),
            None => order.len(),
        };
        order.insert(at, this.number);
        *draft.order.borrow_mut() = order;
        Ok(())
    }

    /// Returns the function of an argument.
    pub fn argument_function(self) -> Option<Function<'d>> {
        (self.number & LOCAL != 0).then(|| self.draft.function_of_argument(self.number & !LOCAL)).flatten()
    }

    /// Attaches the metadata of another global to this one; the other global keeps it.
    ///
    /// # Errors
    /// A value that is no global.
    pub fn take_global_metadata(self, from: Value<'d>) -> Result<()> {
        let (Some(to), Some(old)) = (self.global_number(), from.global_number()) else {
            return need(false, "metadata moves between globals");
        };
        let mut side = self.draft.side.borrow_mut();
        let taken: Vec<Attachment> =
            side.global_attachments.iter().filter(|a| a.to == old).map(|a| Attachment { to, ..*a }).collect();
        side.global_attachments.extend(taken);
        side.global_attachments.arrange_by_key(|attachment| (attachment.to, attachment.kind));
        Ok(())
    }
}

impl<'d> Function<'d> {
    /// Takes over the blocks, the name, the properties and the metadata of another function, whose type may differ. The arguments and
    /// the attributes of the other function stay there.
    ///
    /// # Errors
    /// A function that has a body.
    pub fn take_body(self, from: Function<'d>) -> Result<()> {
        need(self.is_declaration() && self != from, "a body moves to a function without one")?;
        let draft = self.draft;
        self.give_arguments();
        let (to, old) = (self.value(), from.value());
        if let Some(columns) = old.with_global(Clone::clone) {
            to.change_global(|global| {
                let attributes = global.attributes;
                *global = Global { attributes, ..columns };
            })?;
        }
        to.take_global_metadata(old)?;
        let number = old.global_number();
        draft.side.borrow_mut().global_attachments.retain(|attachment| Some(attachment.to) != number);
        let name = old.name().to_vec();
        old.set_name(b"");
        to.set_name(&name);
        let FunctionLink { first, last, .. } = from.link();
        draft.end_read_uses();
        draft
            .functions
            .change(from.number, |link| (link.first, link.last) = (crate::module::NONE, crate::module::NONE));
        draft.functions.change(self.number, |link| (link.first, link.last) = (first, last));
        let blocks: Vec<_> = self.blocks().collect();
        for block in blocks {
            draft.blocks.change(block.number, |link| link.function = self.number);
        }
        draft.move_local_names(from.number, self.number);
        Ok(())
    }
}
