//! The values of a launch's options, in the syntax of the command line.

use std::str::FromStr;
use std::time::Duration;

type Result<T> = std::result::Result<T, String>;

/// One to three sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes(Vec<u64>);

impl Sizes {
    /// Returns three sizes; those that were not given are another number.
    #[must_use]
    pub fn filled(&self, fill: u64) -> [u64; 3] {
        let mut all = [fill; 3];
        all.iter_mut().zip(&self.0).for_each(|(to, from)| *to = *from);
        all
    }

    /// Returns the number of given sizes.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.len() as u32
    }
}

impl FromStr for Sizes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self> {
        let values = text.split(',').map(|part| part.parse().ok()).collect::<Option<Vec<u64>>>();
        let values = values.filter(|values| (1..=3).contains(&values.len()));
        values.map(Self).ok_or_else(|| "it is not one to three numbers: 64,4".to_owned())
    }
}

/// A value for a descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The number of the set.
    pub set: u32,
    /// The number of the binding.
    pub binding: u32,
    /// The index in an array of descriptors.
    pub number: usize,
    /// A file, or a kind and a value.
    pub value: String,
}

impl FromStr for Bound {
    type Err = String;

    fn from_str(text: &str) -> Result<Self> {
        let malformed = || "it is not SET:BINDING=FILE".to_owned();
        let (place, value) = text.split_once('=').ok_or_else(malformed)?;
        let numbers = place.split(':').map(|part| part.parse().ok()).collect::<Option<Vec<u32>>>();
        let (set, binding, number) = match numbers.ok_or_else(malformed)?.as_slice() {
            [set, binding] => (*set, *binding, 0),
            [set, binding, number] => (*set, *binding, *number as usize),
            _ => return Err(malformed()),
        };
        Ok(Self { set, binding, number, value: value.to_owned() })
    }
}

/// A place in a buffer: `nodes`, `nodes+16`, `0:1+8`, `0:1:2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the buffer in messages.
    pub name: String,
    /// The offset of the place in bytes.
    pub offset: usize,
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self> {
        let (name, offset) = text.split_once('+').unwrap_or((text, "0"));
        let offset = offset.parse().map_err(|_| format!("`{text}` is no place in a buffer: NAME+BYTES"))?;
        Ok(Self { name: name.to_owned(), offset })
    }
}

/// The numbers of a buffer to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The type of the numbers.
    pub ty: String,
    /// The limit on printed numbers.
    pub count: usize,
}

impl FromStr for Printed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self> {
        let (ty, count) = text.split_once(':').map_or((text, None), |(ty, count)| (ty, Some(count)));
        let count =
            count.map_or(Ok(usize::MAX), |count| count.parse().map_err(|_| format!("`{count}` is no number")))?;
        Ok(Self { ty: ty.to_owned(), count })
    }
}

/// The values that a buffer must begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The name of the buffer in messages.
    pub which: String,
    /// The type of the numbers.
    pub ty: String,
    /// The numbers.
    pub values: Vec<String>,
}

impl FromStr for Expected {
    type Err = String;

    fn from_str(text: &str) -> Result<Self> {
        let mut parts = text.rsplitn(3, ':');
        let (Some(values), Some(ty), Some(which)) = (parts.next(), parts.next(), parts.next()) else {
            return Err("it is not ARGUMENT:TYPE:VALUE,VALUE".to_owned());
        };
        let values = values.split(',').map(str::to_owned).collect();
        Ok(Self { which: which.to_owned(), ty: ty.to_owned(), values })
    }
}

/// Parses `NAME=FILE`.
pub fn named(text: &str) -> Result<(String, String)> {
    let (name, value) = text.split_once('=').ok_or_else(|| "it is not NAME=FILE".to_owned())?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Parses `NAME=FILE`, where the name cannot be that of a binding or an argument.
pub fn buffer(text: &str) -> Result<(String, String)> {
    let (name, value) = named(text)?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_name) {
        Ok((name, value))
    } else {
        Err(format!("`{name}` is no name of a buffer: letters, digits and `_`"))
    }
}

/// Parses `PLACE=PLACE`.
pub fn addressed(text: &str) -> Result<(Place, Place)> {
    let (at, to) = text.split_once('=').ok_or_else(|| "it is not PLACE=PLACE".to_owned())?;
    Ok((at.parse()?, to.parse()?))
}

/// Parses `mlir`, or `mlir:foo` for a module `foo`.
pub fn document(text: &str) -> Result<String> {
    let (kind, module) = text.split_once(':').unwrap_or((text, ""));
    if kind == "mlir" { Ok(module.to_owned()) } else { Err(format!("no names are called `{kind}`: mlir, mlir:MODULE")) }
}

/// Parses a time in seconds.
pub fn seconds(text: &str) -> Result<Duration> {
    let number = text.parse().map_err(|_| format!("`{text}` is no number of seconds"))?;
    Duration::try_from_secs_f64(number).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_launch() {
        assert_eq!("64,4".parse::<Sizes>().map(|sizes| (sizes.filled(1), sizes.count())), Ok(([64, 4, 1], 2)));
        assert!("1,2,3,4".parse::<Sizes>().is_err() && "-1".parse::<Sizes>().is_err());
        let bound = "0:1:2=out:4:a=b".parse::<Bound>();
        assert_eq!(bound, Ok(Bound { set: 0, binding: 1, number: 2, value: "out:4:a=b".to_owned() }));
        assert!(["0=x", "0:1", "a:1=x", "0:1:2:3=x"].iter().all(|text| text.parse::<Bound>().is_err()));
        assert_eq!("0:1+8".parse::<Place>(), Ok(Place { name: "0:1".to_owned(), offset: 8 }));
        assert_eq!("0:1:f32:1,2".parse::<Expected>().map(|it| (it.which, it.values.len())), Ok(("0:1".to_owned(), 2)));
        assert!("u32:x".parse::<Printed>().is_err() && buffer("0a=x").is_err() && seconds("-1").is_err());
    }
}
