//! Prints values as assembly for messages; the whole draft is converted to a module each time.

use super::{Function, Type, Value};
use crate::text::{Part, print_part};

/// The limit on the length of a printed value in bytes.
const LONGEST: usize = 1 << 20;

impl Type<'_> {
    /// Returns the type as assembly, and a named structure with its body; `None` if the text is very long.
    pub fn print(self) -> Option<String> {
        let module = crate::Module {
            types: self.draft.types.borrow().clone(),
            bytes: self.draft.texts.bytes(),
            ..Default::default()
        };
        let text = print_part(&module, Part::Type(self.number)).filter(|text| text.len() < LONGEST)?;
        Some(String::from_utf8_lossy(&text).into_owned())
    }
}

impl<'d> Value<'d> {
    /// Returns the value as assembly: an instruction as a line, a function with its body, another value with its type. `None` if it
    /// cannot be printed, or is very long.
    pub fn print(self) -> Option<String> {
        let module = self.draft.snapshot();
        let place = |function: Function<'d>| {
            let name = self.draft.place_of(function);
            (name, module.globals.get(name as usize).and_then(|g| g.body.as_ref()).map(|body| body.instructions.start))
        };
        let part = if let Some(function) = self.function() {
            Part::Function(self.draft.place_of(function))
        } else if let Some(number) = self.global_number() {
            Part::Global(number)
        } else if self.instruction().is_some() {
            let function = self.block()?.function()?;
            let ordinal = function.instructions().position(|i| i == self)? as u32;
            let (global, first) = place(function);
            Part::Instruction(global, first? + ordinal)
        } else if let Some(function) = self.argument_function() {
            let ordinal = function.arguments().position(|argument| argument == self)? as u32;
            let (global, _) = place(function);
            let body = module.globals.get(global as usize)?.body.as_ref()?;
            Part::Value(Some(global), crate::module::LOCAL | (body.locals.start + ordinal))
        } else {
            Part::Value(None, self.number)
        };
        let text = print_part(&module, part).filter(|text| text.len() < LONGEST)?;
        Some(String::from_utf8_lossy(&text).into_owned())
    }
}
