//! `--spec-const`: values of specialization constants, parsed by their types in the module.
//!
//! In: arguments such as `3=10`, and a SPIR-V module. Out: the bits of each value, by `SpecId`.

use super::diagnostics::Format;
use super::khronos::scalars::{self, Constant, Form};
use super::khronos::to_bits;
use llvm_spirv::binary::Words;
use llvm_spirv::error::{Code, Error, Result};
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::str::FromStr;

/// A value from the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    spec_id: u32,
    value: String,
}

impl Display for Setting {
    /// Writes the setting in the syntax of the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.spec_id, self.value)
    }
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let parts = text.split_once('=').or_else(|| text.split_once(':'));
        let (id, value) = parts.ok_or_else(|| "it is not ID=VALUE".to_owned())?;
        let spec_id = id.parse().map_err(|_| format!("`{id}` is no number of a constant: ID=VALUE"))?;
        Ok(Self { spec_id, value: value.to_owned() })
    }
}

/// Returns the bits of the values; the last value for a constant counts. A constant that the module lacks gives a
/// warning and changes nothing, as in Vulkan.
///
/// # Errors
///
/// A module that cannot be read, and a value that does not fit its constant's type.
pub fn values(settings: &[Setting], spirv: &[u8], format: Format) -> Result<BTreeMap<u32, u64>> {
    if settings.is_empty() {
        return Ok(BTreeMap::new());
    }
    let constants = scalars::constants(&Words::read(spirv)?);
    let mut values = BTreeMap::new();
    for setting in settings {
        match constants.iter().find(|constant| constant.spec_id == setting.spec_id) {
            Some(constant) => values.extend([(setting.spec_id, value(setting, constant)?)]),
            None => format.warning(None, &absent(setting, &constants)),
        }
    }
    Ok(values)
}

fn absent(setting: &Setting, constants: &[Constant]) -> String {
    let ids: Vec<_> = constants.iter().map(|constant| constant.spec_id.to_string()).collect();
    let has = if ids.is_empty() { "none".to_owned() } else { ids.join(", ") };
    format!("--spec-const {setting}: the module has no specialization constant of that number; it has {has}")
}

fn value(setting: &Setting, constant: &Constant) -> Result<u64> {
    bits(&setting.value, constant).ok_or_else(|| {
        let text = format!("--spec-const {setting}: the value is no {}", constant.type_name());
        Error::of(Code::CommandLine, text).hint("llvm-spirv-rs inspect lists the constants, with names and types")
    })
}

/// Returns the bits of a value of a constant's type.
fn bits(text: &str, constant: &Constant) -> Option<u64> {
    match constant.form {
        Form::Bool => match text {
            "true" | "1" => Some(1),
            "false" | "0" => Some(0),
            _ => None,
        },
        Form::Integer => integer(text, constant),
        Form::Float => to_bits(text.parse().ok()?, constant.width, text),
        // The upper half of a `float`, rounded to even.
        Form::BFloat => {
            let bits = to_bits(text.parse().ok()?, 32, text)?;
            Some((bits + 0x7FFF + (bits >> 16 & 1)) >> 16)
        }
    }
}

/// Returns an integer of either sign in the form of a constant's words: a negative one is extended to the whole word.
fn integer(text: &str, constant: &Constant) -> Option<u64> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => i128::from(u64::from_str_radix(digits, 16).ok()?),
        None => text.parse::<i128>().ok()?,
    };
    let (least, most) = (-(1_i128 << (constant.width.clamp(1, 64) - 1)), (1_i128 << constant.width.min(64)) - 1);
    let number = Some(number).filter(|number| (least..=most).contains(number))?;
    let bits = number as u64 & most as u64;
    let is_negative = constant.is_signed && number >> (constant.width.clamp(1, 64) - 1) != 0;
    Some(if is_negative { bits | !(most as u64) } else { bits })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(form: Form, width: u32, is_signed: bool, text: &str) -> Option<u64> {
        bits(text, &Constant { spec_id: 0, width, form, is_signed })
    }

    #[test]
    fn values_have_the_types_of_their_constants() {
        assert_eq!(of(Form::Integer, 32, true, "-1"), Some(u64::MAX));
        assert_eq!(of(Form::Integer, 32, false, "-1"), Some(0xFFFF_FFFF));
        assert_eq!(of(Form::Integer, 8, false, "0xff"), Some(255));
        assert_eq!(of(Form::Integer, 8, false, "256"), None);
        assert_eq!(of(Form::Integer, 64, false, "18446744073709551615"), Some(u64::MAX));
        assert_eq!(of(Form::Integer, 32, false, "1.5"), None);
        assert_eq!(of(Form::Float, 32, false, "5"), Some(0x40A0_0000));
        assert_eq!(of(Form::Float, 16, false, "5.5"), Some(0x4580));
        assert_eq!(of(Form::Float, 64, false, "0.5"), Some(0x3FE0_0000_0000_0000));
        assert_eq!(of(Form::BFloat, 16, false, "1.5"), Some(0x3FC0));
        assert_eq!((of(Form::Bool, 1, false, "true"), of(Form::Bool, 1, false, "2")), (Some(1), None));
        assert!("3".parse::<Setting>().is_err() && "x=3".parse::<Setting>().is_err());
        assert_eq!("3:4".parse(), Ok(Setting { spec_id: 3, value: "4".to_owned() }));
    }
}
