//! Prints a part of a module as assembly for messages: an instruction, a function, a value.

use super::super::labels::Labels;
use super::{Printer, Slots};
use crate::attributes::Attribute;
use crate::module::{Module, within};

/// The part of a module that is printed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// An instruction, by the numbers of its function and of itself.
    Instruction(u32, u32),
    /// A function, by the number of its global.
    Function(u32),
    /// A variable, alias or ifunc, by its number.
    Global(u32),
    /// A type; an identified structure with its body.
    Type(u32),
    /// A value with its type, by the number of its function if it is a local.
    Value(Option<u32>, u32),
}

fn printer(m: &Module) -> Printer<'_> {
    Printer::of(m, Slots::of_module(m))
}

impl Attribute {
    /// Returns the attribute as assembly; `None` for an attribute with a type or text, which only a module can print.
    pub fn show(&self) -> Option<String> {
        if matches!(self, Attribute::Type(..) | Attribute::Text(..)) {
            return None;
        }
        let module = Module::default();
        let mut printer = printer(&module);
        printer.attribute(self, false);
        String::from_utf8(printer.out).ok()
    }
}

/// Returns a part of a module as assembly.
pub(crate) fn print_part(m: &Module, part: Part) -> Option<Vec<u8>> {
    let mut printer = printer(m);
    match part {
        Part::Function(number) => printer.function(number, m.globals.get(number as usize)?),
        Part::Instruction(function, number) => printer.instruction_of(function, number)?,
        Part::Global(number) => printer.definition(number, m.globals.get(number as usize)?),
        Part::Type(ty) => printer.type_and_parts(ty),
        Part::Value(function, value) => {
            function.map_or(Some(()), |function| printer.enter(function))?;
            printer.typed(value);
        }
    }
    Some(printer.out)
}

impl Printer<'_> {
    fn enter(&mut self, function: u32) -> Option<()> {
        let global = self.m.globals.get(function as usize)?;
        self.slots.function(self.m, function, global);
        self.labels = Labels::of(self.m, global.body.as_ref()?);
        self.in_variadic = self.m.types.get(global.ty).is_some_and(|row| row.number != 0);
        Some(())
    }

    fn instruction_of(&mut self, function: u32, number: u32) -> Option<()> {
        self.enter(function)?;
        let m = self.m;
        let body = m.globals.get(function as usize)?.body.as_ref()?;
        let mut rest = super::functions::Rest {
            attachments: after(within(&m.attachments, &body.attachments), number, |a| a.to),
            records: after(within(&m.records, &body.records), number + 1, |r| r.before),
            bundles: after(within(&m.bundles, &body.bundles), number, |b| b.call),
        };
        self.instruction_line(number, m.instructions.get(number as usize)?, &mut rest);
        self.out.pop();
        Some(())
    }
}

/// Returns the items of a sorted list that belong to an instruction or to a later one.
fn after<T>(list: &[T], number: u32, of: impl Fn(&T) -> u32) -> &[T] {
    list.get(list.partition_point(|item| of(item) < number)..).unwrap_or(&[])
}
