//! Arguments from the command line.

use crate::arrays::{self, Form};
use crate::form::{Numbers, Param};
use crate::numbers::NumberType;
use crate::{Argument, Pipe, errors, images};
use llvm_spirv::error::{Code, Error, Result};
use std::path::{Path, PathBuf};

/// An argument, and the files to which it is written after the launch.
#[derive(Debug)]
pub struct Given {
    /// The argument that the kernel gets.
    pub argument: Argument,
    /// The files to which buffers are written.
    pub files: Vec<Target>,
    /// True if the kernel may change it, so that `--print` shows it.
    pub is_output: bool,
    /// The type of its numbers, if known: for an array file, that of the elements.
    pub numbers: Option<Numbers>,
}

/// A file to which a buffer is written.
#[derive(Debug)]
pub struct Target {
    /// The index of the buffer in an argument with several.
    pub number: usize,
    /// The file.
    pub file: PathBuf,
    /// The form of the array file that was read.
    pub form: Option<Form>,
    /// The type of the parameter's numbers.
    pub ty: Option<&'static NumberType>,
}

impl Target {
    /// Returns the file for an argument's only buffer.
    #[must_use]
    pub fn of(file: &str) -> Self {
        Self { number: 0, file: PathBuf::from(file), form: None, ty: None }
    }

    /// Writes the buffer.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, bytes: &[u8]) -> Result<()> {
        let content = arrays::written(&self.file, bytes, self.form.as_ref(), self.ty)?;
        let error = |error| Error::of(Code::Unwritable, format!("cannot write {}: {error}", self.file.display()));
        std::fs::write(&self.file, content).map_err(error)
    }
}

impl Given {
    /// Returns an argument that is not written to a file.
    #[must_use]
    pub fn of(argument: Argument) -> Self {
        Self { argument, files: Vec::new(), is_output: false, numbers: None }
    }

    /// Returns a value of bytes as a buffer; any other argument is unchanged.
    #[must_use]
    pub fn into_buffer(self) -> Self {
        match self.argument {
            Argument::Value(bytes) if self.numbers.is_none() => Self { argument: Argument::Buffer(bytes), ..self },
            argument => Self { argument, ..self },
        }
    }

    /// Rejects numbers of another type than the parameter's.
    ///
    /// # Errors
    ///
    /// A mismatch, with both types.
    pub fn check(&self, param: &Param, name: &str) -> Result<()> {
        let (Some(given), Some(wanted)) = (self.numbers, param.numbers()) else { return Ok(()) };
        let is_value = matches!(self.argument, Argument::Value(_));
        // A buffer of bytes may hold anything.
        let fits = if is_value { given.is_like(wanted) && given.lanes == wanted.lanes } else { given.is_like(wanted) };
        if fits || (!is_value && wanted.bits == 8) {
            return Ok(());
        }
        let error = |what| Error::of(Code::Argument, format!("{name} is {what}{wanted}, and {given} is given for it"));
        Err(match is_value {
            true => error("").hint(format!("--arg {wanted}:...; bytes:... takes anything of its size")),
            false => error("a buffer of ").hint("a file without a header takes anything"),
        })
    }

    /// Sets the type for files whose type is not specified otherwise.
    pub fn set_type(&mut self, numbers: Option<Numbers>) {
        let ty = numbers.and_then(NumberType::of);
        self.files.iter_mut().for_each(|target| target.ty = ty);
    }
}

/// Returns an error for an invalid command line.
pub fn wrong(text: impl AsRef<str>) -> Error {
    Error::of(Code::CommandLine, text)
}

/// Parses an argument: `f32:2.0`, `i32x4:1,2,3,4`, `bytes:00ff`, `in:FILE`, `inout:FILE`, `out:SIZE[:FILE]`,
/// `local:SIZE`, `image:FILE:WIDTHxHEIGHT:CHANNELS:TYPE[:levels=N][:samples=N][:layers]`, `sampler:MODE,...`,
/// `pipe:FILE:BYTES:PACKETS`.
///
/// # Errors A syntax error.
pub fn parse(text: &str) -> Result<Given> {
    let (kind, value) = text.split_once(':').ok_or_else(|| {
        wrong(format!("the argument `{text}` has no kind")).hint("f32:2.0, in:FILE; --help lists all")
    })?;
    match kind {
        "in" | "inout" => buffer(Path::new(value), kind == "inout"),
        "out" => output(value),
        "local" => Ok(Given::of(Argument::Local(size(value)?))),
        "bytes" => Ok(Given::of(Argument::Value(bytes(value)?))),
        "image" => images::parse(value),
        "pipe" => pipe(value),
        "sampler" => Ok(Given::of(Argument::Sampler(images::sampler(value)?))),
        _ => {
            let (numbers, values) = scalars(kind, value)?;
            Ok(Given { numbers: Some(numbers), ..Given::of(Argument::Value(padded(values, numbers))) })
        }
    }
}

/// The kinds of arguments other than numbers.
const KINDS: [&str; 8] = ["bytes", "image", "in", "inout", "local", "out", "pipe", "sampler"];

/// The kinds of buffers.
const BUFFERS: [&str; 4] = ["in", "inout", "out", "bytes"];

/// Reads a buffer: a file, or the syntax of [`parse`].
///
/// # Errors
///
/// A syntax error.
pub fn buffer_or_file(text: &str) -> Result<Given> {
    let is_kind = text.split_once(':').is_some_and(|(kind, _)| BUFFERS.contains(&kind));
    Ok(if is_kind { parse(text)? } else { buffer(Path::new(text), false)? }.into_buffer())
}

fn size(text: &str) -> Result<u64> {
    text.parse().map_err(|_| wrong(format!("`{text}` is no number of bytes")))
}

/// Returns a file's contents as a buffer.
pub fn buffer(file: &Path, is_output: bool) -> Result<Given> {
    let (data, form) = arrays::read(file)?;
    let ty = form.as_ref().and_then(|form| form.name).and_then(NumberType::named);
    let target = is_output.then(|| Target { number: 0, file: file.to_owned(), form, ty: None });
    let files = target.into_iter().collect();
    Ok(Given { argument: Argument::Buffer(data), files, is_output, numbers: ty.map(|ty| ty.numbers(1)) })
}

fn output(text: &str) -> Result<Given> {
    let (bytes, file) = text.split_once(':').map_or((text, None), |(bytes, file)| (bytes, Some(file)));
    let argument = Argument::Buffer(zeros(size(bytes)?)?);
    let files = file.map(Target::of).into_iter().collect();
    Ok(Given { argument, files, is_output: true, numbers: None })
}

/// Returns this number of zeros.
///
/// # Errors
///
/// A size beyond the machine's memory.
pub fn zeros(size: u64) -> Result<Vec<u8>> {
    let none = || errors::launch(format!("there is no memory for a buffer of {size} bytes"));
    let length = usize::try_from(size).ok().filter(|length| *length as u64 <= crate::memory::of_machine());
    let length = length.ok_or_else(none)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| none())?;
    bytes.resize(length, 0);
    Ok(bytes)
}

fn bytes(text: &str) -> Result<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2));
    let values = pairs.map(|pair| pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()));
    let bytes = values.collect::<Option<Vec<_>>>();
    bytes.ok_or_else(|| wrong(format!("`{text}` is not two hexadecimal digits for each byte")))
}

/// The limit on the numbers of a vector.
const MOST_LANES: u64 = 16;

/// Parses a number, or a vector such as `f32x4`.
fn scalars(kind: &str, text: &str) -> Result<(Numbers, Vec<u8>)> {
    let (scalar, lanes) = kind.split_once('x').map_or((kind, "1"), |(scalar, lanes)| (scalar, lanes));
    let lanes = lanes.parse().ok().filter(|lanes| (1..=MOST_LANES).contains(lanes));
    let (Some(ty), Some(lanes)) = (NumberType::named(scalar), lanes) else {
        let error = wrong(format!("`{kind}` is no kind of argument and no type of numbers"));
        return Err(error.hint(format!(
            "numbers are {}, vectors as f32x4; else {}",
            NumberType::names(),
            KINDS.join(", ")
        )));
    };
    let values: Vec<_> = text.split(',').collect();
    if values.len() as u64 != lanes {
        return Err(wrong(format!("`{kind}` has {lanes} values, and {} are given", values.len())));
    }
    let mut all = Vec::new();
    for value in values {
        all.extend((ty.read)(value).ok_or_else(|| wrong(format!("`{value}` is no `{scalar}`")))?);
    }
    Ok((ty.numbers(lanes), all))
}

/// Pads a vector of three to the size of four.
fn padded(mut bytes: Vec<u8>, numbers: Numbers) -> Vec<u8> {
    if numbers.lanes == 3 {
        bytes.resize(bytes.len() / 3 * 4, 0);
    }
    bytes
}

/// Returns the bytes of push constants, and the type of the numbers: `f32x3:1,2,3`, `bytes:00ff`.
///
/// # Errors A syntax error.
pub fn push(text: &str) -> Result<(Vec<u8>, Option<Numbers>)> {
    match text.split_once(':') {
        Some(("bytes", value)) => Ok((bytes(value)?, None)),
        Some((kind, value)) => scalars(kind, value).map(|(numbers, bytes)| (bytes, Some(numbers))),
        None => Err(wrong(format!("`{text}` has no type")).hint("--push f32:2.0 --push u32x2:1,2")),
    }
}

/// Parses a pipe, whose file holds its packets; a missing file means an empty pipe.
fn pipe(text: &str) -> Result<Given> {
    let parts: Vec<_> = text.rsplitn(3, ':').collect();
    let [capacity, packet, file] = parts.as_slice() else {
        return Err(wrong(format!("`pipe:{text}` is not pipe:FILE:BYTES:PACKETS")));
    };
    let number = |text: &str| {
        let number = text.parse().ok().filter(|number| *number > 0);
        number.ok_or_else(|| wrong(format!("`{text}` is no size")))
    };
    let (packet, capacity): (u32, u32) = (number(packet)?, number(capacity)?);
    let packets = match std::fs::read(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        content => content.map_err(|error| Error::of(Code::Unreadable, format!("cannot read {file}: {error}")))?,
    };
    let size = packets.len() as u64;
    if !size.is_multiple_of(u64::from(packet)) || size > u64::from(packet) * u64::from(capacity) {
        let text = format!("{file} has {size} bytes, and is no pipe of up to {capacity} packets of {packet} bytes");
        return Err(errors::launch(text));
    }
    let argument = Argument::Pipe(Pipe { packets, packet, capacity });
    Ok(Given { argument, files: vec![Target::of(file)], is_output: true, numbers: None })
}
