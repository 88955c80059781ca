//! Attributes of functions, parameters and results, on functions and on calls.

use super::check::show;
use super::explained::explain;
use super::globals::need;
use crate::error::{Code, Error, Result};
use crate::llvm::handles::refused;
use crate::llvm::{AttributeKind, AttributePlace, Type, Value};
use llvm_ir::attributes::{self as ir, FIRST_PARAMETER, FUNCTION, Form, RESULT};

/// The reasons for refusing an attribute, as [`explain`] numbers them.
mod reason {
    pub const NONE: u32 = 0;
    pub const UNKNOWN_NAME: u32 = 1;
    pub const WRONG_ARGUMENT: u32 = 2;
    pub const WRONG_PLACE: u32 = 3;
    pub const BAD_VALUE: u32 = 4;
    pub const NO_SUCH_PARAMETER: u32 = 5;
    pub const NO_ATTRIBUTES: u32 = 6;
}

/// The limits on attribute values: the alignment of values and of the stack, the tests of `nofpclass`, and the like.
const MOST_ALIGN: u64 = 1 << 32;
const MOST_STACK_ALIGN: u64 = 256;
const ALL_CLASSES: u64 = 0x3ff;
const ALL_CAPTURES: u64 = 0xff;
const ALL_KINDS: u64 = 0x3f;

impl<'m> Value<'m> {
    /// Adds an attribute that LLVM knows by `name` to a function or call: without a value (`nounwind`; `value` is
    /// ignored) or with one (`align`).
    pub fn add_attribute(self, place: AttributePlace, name: &str, value: u64) -> Result<()> {
        self.add(place, name, value, None, || format!("{name}({value})"))
    }

    /// Adds an attribute with a type, such as `byval` or `sret`.
    pub fn add_type_attribute(self, place: AttributePlace, name: &str, ty: Type<'m>) -> Result<()> {
        self.add(place, name, 0, Some(ty), || format!("{name}({})", show(ty)))
    }

    /// Adds an attribute that is a string, with a value that may be empty.
    pub fn add_string_attribute(self, place: AttributePlace, key: &str, value: &str) -> Result<()> {
        let owner = owner(place)?;
        let reason = self.refuses(owner);
        if reason == reason::NONE {
            self.0.add_text_attribute(owner, key.as_bytes(), value.as_bytes()).map_err(refused)?;
        }
        explain(reason, || format!("\"{key}\"=\"{value}\""))
    }

    /// Adds an attribute that is a string to a variable, with a value that may be empty.
    pub fn add_variable_attribute(self, key: &str, value: &str) -> Result<()> {
        need(self.is_global_variable(), self, "only variables have such attributes")?;
        self.0.add_text_attribute(FUNCTION, key.as_bytes(), value.as_bytes()).map_err(refused)
    }

    /// Takes an attribute away from a function or call.
    pub fn remove_attribute(self, place: AttributePlace, kind: AttributeKind) -> Result<()> {
        need(self.is_function() || self.is_call(), self, "only functions and calls have such attributes")?;
        if let Some(kind) = kind.of_ir() {
            self.0.remove_attribute(place.owner(), kind);
        }
        Ok(())
    }

    /// Returns the reason why a function or a call cannot have attributes of an owner, as a number.
    fn refuses(self, owner: u32) -> u32 {
        let parameters = match (self.is_function(), self.is_call()) {
            (true, _) => self.param_count(),
            (_, true) => self.call_arg_count(),
            _ => return reason::NO_ATTRIBUTES,
        };
        let exists = owner == FUNCTION || owner <= parameters;
        if exists { reason::NONE } else { reason::NO_SUCH_PARAMETER }
    }

    fn add(
        self,
        place: AttributePlace,
        name: &str,
        value: u64,
        ty: Option<Type<'m>>,
        text: impl FnOnce() -> String,
    ) -> Result<()> {
        let owner = owner(place)?;
        let made = made(owner, name, value, ty).and_then(|made| match self.refuses(owner) {
            reason::NONE => Ok(made),
            reason => Err(reason),
        });
        match made {
            Ok(attribute) => self.0.add_attribute(owner, attribute).map_err(refused),
            Err(reason) => explain(reason, text),
        }
    }

    /// Returns whether the attribute fits the place and the type there, regardless of the present attributes.
    pub fn fits_attribute(self, place: AttributePlace, kind: AttributeKind) -> bool {
        let (Ok(owner), Some(kind)) = (owner(place), kind.of_ir()) else { return false };
        let ty = if self.is_function() { self.function_type() } else { self.call_function_type() };
        let Some(ty) = ty.filter(|_| kind.is_for(owner)) else { return false };
        // The parts of a function's type are the result and the parameters, as owners are numbered.
        owner == FUNCTION || ty.0.part(owner as usize).is_some_and(|ty| ty.takes_attribute(kind))
    }
}

/// Returns an attribute, or the reason for refusing it.
fn made(owner: u32, name: &str, value: u64, ty: Option<Type<'_>>) -> std::result::Result<ir::Attribute, u32> {
    let kind = ir::AttributeKind::named(name).ok_or(reason::UNKNOWN_NAME)?;
    if !kind.is_for(owner) {
        return Err(reason::WRONG_PLACE);
    }
    match (kind.form(), ty) {
        (Form::Type, Some(ty)) => Ok(ir::Attribute::Type(kind, Some(ty.0.number()))),
        (Form::Type, None) | (_, Some(_)) | (Form::Range | Form::Ranges, _) => Err(reason::WRONG_ARGUMENT),
        (Form::Flag, None) => Ok(ir::Attribute::Flag(kind)),
        (form, None) if takes(form, value) => Ok(ir::Attribute::Number(kind, value)),
        _ => Err(reason::BAD_VALUE),
    }
}

/// Returns whether an attribute may have this number.
fn takes(form: Form, value: u64) -> bool {
    match form {
        Form::Align => value.is_power_of_two() && value <= MOST_ALIGN,
        Form::StackAlign => value.is_power_of_two() && value <= MOST_STACK_ALIGN,
        Form::FpClass => value != 0 && value <= ALL_CLASSES,
        Form::UwTable => matches!(value, 1 | 2),
        Form::Captures => value <= ALL_CAPTURES,
        Form::AllocKind => value <= ALL_KINDS,
        Form::Memory => u32::try_from(value).is_ok(),
        Form::VscaleRange => value >> 32 != 0,
        _ => value != 0,
    }
}

/// Returns the owner of the attributes of a place.
fn owner(place: AttributePlace) -> Result<u32> {
    match place {
        AttributePlace::Function => Ok(FUNCTION),
        AttributePlace::Return => Ok(RESULT),
        AttributePlace::Param(i) if i < u32::MAX - 1 => Ok(i + FIRST_PARAMETER),
        AttributePlace::Param(i) => Err(Error::of(Code::Operands, format!("there is no parameter {i}"))),
    }
}
