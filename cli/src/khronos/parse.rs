//! The parser of arguments into flags and values, by the rules of LLVM's command lines: one dash or two, `=` or the
//! next argument, any order, the last one wins.

use super::failure::Failure;
use super::flags::{self, Flag, Takes};
use clap_lex::OsStrExt;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The parsed command line.
#[derive(Debug, Default)]
pub struct Parsed {
    input: Option<OsString>,
    given: Vec<(&'static str, OsString)>,
}

impl Parsed {
    /// Returns the input file; `-` if none is named.
    pub fn input(&self) -> &Path {
        Path::new(self.input.as_deref().unwrap_or(OsStr::new("-")))
    }

    /// Returns the number of occurrences of the flag.
    pub fn count(&self, name: &str) -> usize {
        self.given.iter().filter(|given| given.0 == name).count()
    }

    /// Returns whether the flag was given.
    pub fn given(&self, name: &str) -> bool {
        self.count(name) > 0
    }

    /// Returns the last value; `None` if it is not UTF-8, which is allowed only for the name of a file.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.raw(name)?.to_str()
    }

    /// Returns the last value as the name of a file, if it is not empty.
    pub fn file(&self, name: &str) -> Option<&Path> {
        self.raw(name).filter(|name| !name.is_empty()).map(Path::new)
    }

    fn raw(&self, name: &str) -> Option<&OsStr> {
        self.given.iter().rev().find(|given| given.0 == name).map(|given| given.1.as_os_str())
    }

    /// Returns whether the switch is on.
    pub fn has(&self, name: &str) -> bool {
        self.switch(name).unwrap_or(false)
    }

    /// Returns the value of the switch, if it was given.
    pub fn switch(&self, name: &str) -> Option<bool> {
        self.value(name).map(|value| !matches!(value, "false" | "FALSE" | "False" | "0"))
    }

    /// Returns all entries of a list, in the order of the flag's occurrences.
    pub fn list(&self, name: &str) -> Vec<&str> {
        let texts = self.given.iter().filter(|given| given.0 == name).filter_map(|given| given.1.to_str());
        texts.flat_map(|text| text.split(',')).collect()
    }

    /// Returns the value as a number.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.value(name)?.parse().ok()
    }
}

/// Parses a command line.
pub fn parse(arguments: &[OsString]) -> Result<Parsed, Failure> {
    let mut parsed = Parsed::default();
    let mut rest = arguments.iter();
    let mut only_files = false;
    while let Some(argument) = rest.next() {
        match argument.strip_prefix("-").filter(|name| !only_files && !name.is_empty()) {
            Some(name) if name == "-" => only_files = true,
            Some(name) => flag(&mut parsed, argument, name.strip_prefix("-").unwrap_or(name), &mut rest)?,
            None => file(&mut parsed, argument)?,
        }
    }
    Ok(parsed)
}

fn file(parsed: &mut Parsed, argument: &OsStr) -> Result<(), Failure> {
    match parsed.input.replace(argument.to_owned()) {
        None => Ok(()),
        Some(_) => Err(Failure::usage(format!(
            "llvm-spirv: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: \
             llvm-spirv --help ({argument:?} is one too many)"
        ))),
    }
}

fn flag<'a>(
    parsed: &mut Parsed,
    argument: &OsStr,
    name: &OsStr,
    rest: &mut impl Iterator<Item = &'a OsString>,
) -> Result<(), Failure> {
    let (name, value) = match name.split_once("=") {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (name, None),
    };
    let Some(flag) = name.to_str().and_then(named) else { return Err(unknown(&argument.to_string_lossy())) };
    let value = match (flag.takes, value) {
        (Takes::Switch, value) => switch(flag, value)?,
        (Takes::OptionalList, value) => value.unwrap_or_default(),
        (_, Some(value)) => value,
        (_, None) => rest.next().cloned().ok_or_else(|| Failure::usage(complaint(flag, "requires a value!")))?,
    };
    check(flag, &value)?;
    let name = if flag.name == "help-hidden" { "help" } else { flag.name };
    parsed.given.push((name, value));
    Ok(())
}

fn named(name: &str) -> Option<&'static Flag> {
    flags::find(if name == "h" { "help" } else { name })
}

fn switch(flag: &Flag, value: Option<OsString>) -> Result<OsString, Failure> {
    let value = value.unwrap_or_default().to_string_lossy().into_owned();
    match value.as_str() {
        "true" | "TRUE" | "True" | "1" | "false" | "FALSE" | "False" | "0" => Ok(value.into()),
        "" => Ok("true".into()),
        _ => Err(Failure::usage(complaint(
            flag,
            &format!("'{value}' is invalid value for boolean argument! Try 0 or 1"),
        ))),
    }
}

fn check(flag: &Flag, value: &OsStr) -> Result<(), Failure> {
    if flag.takes == Takes::File {
        return Ok(());
    }
    let Some(value) = value.to_str() else {
        return Err(Failure::usage(complaint(flag, &format!("'{}' is no UTF-8!", value.to_string_lossy()))));
    };
    let good = match flag.takes {
        Takes::OneOf(values) => values.contains(&value),
        Takes::Number => value.parse::<u32>().is_ok(),
        Takes::Numbers => value.split(',').all(|part| part.parse::<u32>().is_ok()),
        _ => true,
    };
    let wrong = match flag.takes {
        Takes::OneOf(_) => format!("Cannot find option named '{value}'!"),
        _ => format!("'{value}' value invalid for uint argument!"),
    };
    if good { Ok(()) } else { Err(Failure::usage(complaint(flag, &wrong))) }
}

fn complaint(flag: &Flag, text: &str) -> String {
    let dashes = if flag.name.len() == 1 { "-" } else { "--" };
    format!("llvm-spirv: for the {dashes}{} option: {text}", flag.name)
}

fn unknown(argument: &str) -> Failure {
    Failure::usage(format!("llvm-spirv: Unknown command line argument '{argument}'.  Try: 'llvm-spirv --help'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Result<Parsed, Failure> {
        parse(&line.split(' ').map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn s3_one_dash_or_two_and_both_kinds_of_value() {
        for line in ["-r x.spv -o y", "--r -o=y x.spv", "x.spv --o y -r=true"] {
            let parsed = of(line).unwrap_or_default();
            assert!(
                parsed.has("r") && parsed.value("o") == Some("y") && parsed.input() == Path::new("x.spv"),
                "{line}"
            );
        }
        let last = of("-spirv-target-env=CL2.0 --spirv-target-env SPV-IR -").unwrap_or_default();
        assert_eq!((last.value("spirv-target-env"), last.input()), (Some("SPV-IR"), Path::new("-")));
        let list = of("--spirv-ext=+a,-b --spirv-ext +c --spirv-allow-unknown-intrinsics x").unwrap_or_default();
        assert_eq!(list.list("spirv-ext"), ["+a", "-b", "+c"]);
        assert_eq!((list.value("spirv-allow-unknown-intrinsics"), list.input()), (Some(""), Path::new("x")));
    }

    #[test]
    fn s3_what_is_wrong_is_said() {
        for line in ["-x", "-o", "-r=maybe", "--spirv-max-version=2.0", "a b", "-fnvar-arch=x"] {
            assert_eq!(of(line).map_err(|failure| failure.code).err(), Some(1), "{line}");
        }
    }
}
