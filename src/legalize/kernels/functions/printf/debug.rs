//! An instruction of NonSemantic.DebugPrintf, which validation layers print and drivers pass over.
//!
//! The format string is that of the program, with `%v4f` for vectors, longer vectors in several parts, and constant
//! strings and characters inserted. Integers of 8 and 16 bits are extended to 32 bits, and a `double` that was extended
//! from `float` becomes a `float` again.

use super::text::{Conversion, FLOATS, SIGNED, UNSIGNED, constant_text, conversion, refused};
use crate::error::{Code, Error, Result};
use crate::legalize::kernels::functions::call::Call;
use crate::llvm::{AttributePlace, Opcode, Value};

/// The name of the builtin for the instruction, without its mangled parameters.
const INSTRUCTION: &str = "__spirv_ext_NonSemantic.DebugPrintf_1_Rvoid";

/// The metadata with the format strings.
const STRINGS: &str = "spirv.Strings";

/// The length of the longest vectors that are printed.
const LONGEST: usize = 4;

/// Emits the instruction in front of a call, given its format string.
pub fn write<'m>(call: &Call<'_, 'm>, format: &str) -> Result<()> {
    let mut printed = Printed { call, text: String::new(), args: Vec::new(), next: 1 };
    printed.all(format)?;
    let printf = call.friendly(INSTRUCTION, call.place.context.void_type(), &printed.args, false)?;
    // Calls with other texts are not the same.
    if let Some(function) = printf.called_function() {
        for attribute in ["convergent", "nomerge"] {
            function.add_attribute(AttributePlace::Function, attribute, 0)?;
        }
    }
    let text = call.place.context.md_string(&printed.text);
    printf.set_metadata(STRINGS, call.place.context.md_node(&[Some(text)]))
}

/// The format string and the arguments that were converted so far.
struct Printed<'a, 'b, 'm> {
    call: &'a Call<'b, 'm>,
    text: String,
    args: Vec<Value<'m>>,
    next: u32,
}

impl<'m> Printed<'_, '_, 'm> {
    fn all(&mut self, format: &str) -> Result<()> {
        let mut rest = format;
        while let Some((plain, behind)) = rest.split_once('%') {
            self.text += plain;
            let (conversion, behind) = conversion(behind).ok_or_else(|| refused("with an unfinished conversion"))?;
            self.one(&conversion)?;
            rest = behind;
        }
        self.text += rest;
        Ok(())
    }

    fn one(&mut self, conversion: &Conversion<'_>) -> Result<()> {
        if conversion.kind == '%' {
            self.text += "%%";
            return Ok(());
        }
        let arg = self
            .call
            .inst
            .call_arg(self.next)
            .ok_or_else(|| Error::of(Code::BuiltinCall, "printf with too few arguments"))?;
        self.next += 1;
        match conversion.kind {
            's' => {
                let text = constant_text(arg).ok_or_else(|| refused("of a string that is not constant"))?;
                self.padded(conversion, &text)
            }
            'c' => {
                let number = arg.int_value().filter(|_| arg.is_constant());
                let text = number.and_then(|number| char::from_u32(number as u32 & 0x7F));
                let text = text.ok_or_else(|| refused("of a character that is computed"))?;
                self.padded(conversion, &text.to_string())
            }
            kind if SIGNED.contains(kind) || UNSIGNED.contains(kind) || FLOATS.contains(kind) => {
                self.number(conversion, arg)
            }
            kind => Err(refused(&format!("with %{kind}"))),
        }
    }

    /// Appends a string, padded to the width of its conversion.
    fn padded(&mut self, conversion: &Conversion<'_>, text: &str) -> Result<()> {
        let most = conversion.precision.map_or(usize::MAX, |precision| precision.parse().unwrap_or(0));
        let text: String = text.chars().take(most).collect();
        let digits = conversion.head.trim_start_matches(|c| "-+ #0".contains(c));
        let width = digits.parse().unwrap_or(0usize).min(1 << 10);
        let text = match conversion.head.contains('-') {
            true => format!("{text:<width$}"),
            false => format!("{text:>width$}"),
        };
        self.text += &text.replace('%', "%%");
        Ok(())
    }

    /// Appends a number, or a vector in parts of at most four lanes.
    fn number(&mut self, conversion: &Conversion<'_>, arg: Value<'m>) -> Result<()> {
        let arg = self.wide(conversion, arg)?;
        let count = if arg.ty().is_vector() { arg.ty().count() as usize } else { 1 };
        if count != conversion.lanes.unwrap_or(1) {
            return Err(Error::of(Code::BuiltinCall, "printf of a vector of another length than its conversion says"));
        }
        let precision = conversion.precision.map_or_else(String::new, |precision| format!(".{precision}"));
        let length = if arg.ty().scalar().is_int_of(64) { "l" } else { "" };
        let lanes: Vec<i32> = (0..count as i32).collect();
        for (index, part) in lanes.chunks(LONGEST).enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            let vector = if count == 1 { String::new() } else { format!("v{}", part.len()) };
            self.text += &format!("%{}{precision}{vector}{length}{}", conversion.head, conversion.kind);
            self.args.push(match part.len() == count {
                true => arg,
                false => self.call.emit.builder.shuffle_vector(arg, arg, part)?,
            });
        }
        Ok(())
    }

    /// Returns a number or vector, extended to at least 32 bits.
    fn wide(&self, conversion: &Conversion<'_>, arg: Value<'m>) -> Result<Value<'m>> {
        let (call, context) = (self.call, self.call.place.context);
        let scalar = arg.ty().scalar();
        if FLOATS.contains(conversion.kind) {
            // What the language has promoted.
            let before = arg.operand(0).filter(|_| arg.is_op(Opcode::FpExt));
            let before = before.filter(|before| before.ty().scalar().float_width() == 32);
            let float = call.emit.like(arg.ty(), context.float_type())?;
            return match (scalar.float_width(), before) {
                (_, Some(before)) => Ok(before),
                (16, _) => call.emit.cast(Opcode::FpExt, arg, float),
                (32 | 64, _) => Ok(arg),
                _ => Err(Error::of(Code::BuiltinCall, "printf of an integer as a floating-point number")),
            };
        }
        if scalar.int_width() == 0 {
            return Err(Error::of(Code::BuiltinCall, "printf of what is no integer as one"));
        }
        let bits = match conversion.length {
            "hh" => 8,
            "h" => 16,
            _ => scalar.int_width(),
        };
        let small = call.emit.resize(arg, context.int_type(bits.min(scalar.int_width()))?, false)?;
        let word = context.int_type(scalar.int_width().max(32))?;
        call.emit.resize(small, word, SIGNED.contains(conversion.kind))
    }
}
