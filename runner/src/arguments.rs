//! Arguments as a command line says them.

use crate::host::KINDS;
use crate::{Argument, Image, Pipe, Result, npy};
use std::path::PathBuf;

/// An argument, and what becomes of it after the launch.
#[derive(Debug)]
pub struct Given {
    /// Says what the kernel gets.
    pub argument: Argument,
    /// The files that get buffers: the number of the buffer, the file, the header before it.
    pub files: Vec<(usize, PathBuf, Vec<u8>)>,
    /// Whether the kernel may change it: what `--print` shows.
    pub is_output: bool,
}

impl Given {
    /// Returns what is not written to a file.
    #[must_use]
    pub fn of(argument: Argument) -> Self {
        Self { argument, files: Vec::new(), is_output: false }
    }
}

/// Reads one: `f32:2.0`, `i32x4:1,2,3,4`, `bytes:00ff`, `in:FILE`, `inout:FILE`, `out:SIZE[:FILE]`, `local:SIZE`,
/// `image:FILE:WIDTHxHEIGHT:CHANNELS:TYPE[:levels=N][:samples=N][:layers]`, `sampler:MODE,...`, `pipe:FILE:BYTES:PACKETS`.
///
/// # Errors
/// What is wrong with it.
pub fn parse(text: &str) -> Result<Given> {
    let (kind, value) =
        text.split_once(':').ok_or_else(|| format!("the argument `{text}` has no kind: f32:2.0, in:FILE"))?;
    match kind {
        "in" | "inout" => buffer(value, kind == "inout"),
        "out" => output(value),
        "local" => Ok(Given::of(Argument::Local(size(value)?))),
        "bytes" => Ok(Given::of(Argument::Value(bytes(value)?))),
        "image" => image(value),
        "pipe" => pipe(value),
        "sampler" => Ok(Given::of(Argument::Sampler(sampler(value)?))),
        _ => Ok(Given::of(Argument::Value(padded(scalars(kind, value)?, kind)))),
    }
}

fn size(text: &str) -> Result<u64> {
    text.parse().map_err(|_| format!("`{text}` is no number of bytes"))
}

fn buffer(file: &str, is_output: bool) -> Result<Given> {
    let content = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let (header, data) = npy::split(&content).map_err(|error| format!("{file}: {error}"))?;
    let target = is_output.then(|| (0, PathBuf::from(file), header.to_vec()));
    Ok(Given { argument: Argument::Buffer(data.to_vec()), files: target.into_iter().collect(), is_output })
}

fn output(text: &str) -> Result<Given> {
    let (bytes, file) = text.split_once(':').map_or((text, None), |(bytes, file)| (bytes, Some(file)));
    let length = usize::try_from(size(bytes)?).map_err(|error| error.to_string())?;
    let files = file.map(|file| (0, PathBuf::from(file), Vec::new())).into_iter().collect();
    Ok(Given { argument: Argument::Buffer(vec![0; length]), files, is_output: true })
}

fn bytes(text: &str) -> Result<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2));
    let values = pairs.map(|pair| pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()));
    values.collect::<Option<Vec<_>>>().ok_or_else(|| format!("`{text}` is not two hexadecimal digits for each byte"))
}

/// A scalar, or a vector: `f32x4`.
fn scalars(kind: &str, text: &str) -> Result<Vec<u8>> {
    let (scalar, lanes) = kind.split_once('x').map_or((kind, "1"), |(scalar, lanes)| (scalar, lanes));
    let lanes: usize = lanes.parse().map_err(|_| format!("`{kind}` is no type"))?;
    let mut all = Vec::new();
    let values: Vec<_> = text.split(',').collect();
    if values.len() != lanes {
        return Err(format!("`{kind}` has {lanes} values, and {} are given", values.len()));
    }
    for value in values {
        all.extend(number(scalar, value).ok_or_else(|| format!("`{value}` is no `{scalar}`"))?);
    }
    Ok(all)
}

/// A vector of three takes the room of four.
fn padded(mut bytes: Vec<u8>, kind: &str) -> Vec<u8> {
    if kind.ends_with("x3") {
        bytes.resize(bytes.len() / 3 * 4, 0);
    }
    bytes
}

/// Returns the bytes of push constants: `f32x3:1,2,3`, `bytes:00ff`.
///
/// # Errors
/// What is wrong with the text.
pub fn push(text: &str) -> Result<Vec<u8>> {
    match text.split_once(':') {
        Some(("bytes", value)) => bytes(value),
        Some((kind, value)) => scalars(kind, value),
        None => Err(format!("`{text}` has no type: f32:2.0, u32x2:1,2")),
    }
}

/// A type of numbers, as command lines name it.
#[derive(Debug)]
pub struct NumberType {
    name: &'static str,
    /// Its bytes.
    pub size: usize,
    read: fn(&str) -> Option<Vec<u8>>,
    /// Returns the number that bytes are, as text.
    pub show: fn(&[u8]) -> Option<String>,
}

macro_rules! number_types {
    ($($name:literal $ty:ty),*) => {
        const NUMBER_TYPES: &[NumberType] = &[$(NumberType {
            name: $name,
            size: size_of::<$ty>(),
            read: |text| Some(text.parse::<$ty>().ok()?.to_le_bytes().to_vec()),
            show: |bytes| Some(<$ty>::from_le_bytes(bytes.try_into().ok()?).to_string()),
        }),*];
    };
}

number_types! {
    "i8" i8, "i16" i16, "i32" i32, "i64" i64, "u8" u8, "u16" u16, "u32" u32, "u64" u64, "f32" f32, "f64" f64
}

/// Returns the type of that name, such as `u8`.
#[must_use]
pub fn number_type(name: &str) -> Option<&'static NumberType> {
    NUMBER_TYPES.iter().find(|ty| ty.name == name)
}

/// Returns the bytes of a number of a type such as `u8`.
pub fn number(scalar: &str, text: &str) -> Option<Vec<u8>> {
    (number_type(scalar)?.read)(text)
}

fn image(text: &str) -> Result<Given> {
    let parts: Vec<_> = text.split(':').collect();
    let [file, extent, channels, kind, words @ ..] = parts.as_slice() else {
        return Err(format!("`image:{text}` is not image:FILE:WIDTHxHEIGHT:CHANNELS:TYPE"));
    };
    let sizes = extent.split('x').map(|size| size.parse().ok()).collect::<Option<Vec<u32>>>();
    let sizes = sizes.filter(|sizes| (1..=3).contains(&sizes.len()) && !sizes.contains(&0));
    let sizes = sizes.ok_or_else(|| format!("`{extent}` is no size of an image"))?;
    let orders = [("1", 1, 0x10B0), ("2", 2, 0x10B2), ("4", 4, 0x10B5)];
    let order = orders.iter().find(|(name, ..)| name == channels);
    let &(_, channels, order) = order.ok_or_else(|| format!("images have 1, 2 or 4 channels, not `{channels}`"))?;
    let names: Vec<_> = KINDS.iter().map(|(name, _)| *name).collect();
    let number = KINDS.iter().find(|(name, _)| name == kind).map(|(_, number)| *number);
    let kind = number.ok_or_else(|| format!("`{kind}` is none of the channel types {}", names.join(", ")))?;
    let given = buffer(file, true)?;
    let Argument::Buffer(data) = given.argument else { return Err("an image without texels".to_owned()) };
    let mut size = [1; 3];
    for (to, from) in size.iter_mut().zip(&sizes) {
        *to = *from;
    }
    let dimensions = sizes.len() as u32;
    let mut image =
        Image { data, size, dimensions, channels, order, kind, levels: 1, samples: 1, shrinking: dimensions };
    words.iter().try_for_each(|word| image_word(&mut image, word))?;
    let needed = image.texels() * u64::from(channels) * u64::from(crate::host::channel_size(kind));
    if needed != image.data.len() as u64 {
        return Err(format!("the image in {file} needs {needed} bytes, and the file has {}", image.data.len()));
    }
    Ok(Given { argument: Argument::Image(image), ..given })
}

/// The most samples of a texel.
const MOST_SAMPLES: u32 = 64;

/// Reads what else is said of an image: `levels=3`, `samples=4`, or that its last dimension is of `layers`.
fn image_word(image: &mut Image, word: &str) -> Result<()> {
    let most_levels = image.size.iter().max().copied().unwrap_or(1).ilog2() + 1;
    let number = |text: &str, most: u32| text.parse().ok().filter(|number| (1..=most).contains(number));
    let unknown = || format!("`{word}` is none of levels=1 to {most_levels}, samples=1 to {MOST_SAMPLES}, layers");
    match word.split_once('=') {
        Some(("levels", text)) => image.levels = number(text, most_levels).ok_or_else(unknown)?,
        Some(("samples", text)) => image.samples = number(text, MOST_SAMPLES).ok_or_else(unknown)?,
        None if word == "layers" => image.shrinking = image.dimensions - 1,
        _ => return Err(unknown()),
    }
    Ok(())
}

/// A pipe, whose file holds what is in it; none is that of an empty one.
fn pipe(text: &str) -> Result<Given> {
    let parts: Vec<_> = text.rsplitn(3, ':').collect();
    let [capacity, packet, file] = parts.as_slice() else {
        return Err(format!("`pipe:{text}` is not pipe:FILE:BYTES:PACKETS"));
    };
    let number = |text: &str| text.parse().ok().filter(|number| *number > 0).ok_or(format!("`{text}` is no size"));
    let (packet, capacity): (u32, u32) = (number(packet)?, number(capacity)?);
    let packets = match std::fs::read(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        content => content.map_err(|error| format!("{file}: {error}"))?,
    };
    let size = packets.len() as u64;
    if !size.is_multiple_of(u64::from(packet)) || size > u64::from(packet) * u64::from(capacity) {
        return Err(format!("{file} has {size} bytes, and is no pipe of up to {capacity} packets of {packet} bytes"));
    }
    let files = vec![(0, PathBuf::from(file), Vec::new())];
    Ok(Given { argument: Argument::Pipe(Pipe { packets, packet, capacity }), files, is_output: true })
}

/// The bits of OpenCL's literal samplers.
fn sampler(text: &str) -> Result<u32> {
    const WORDS: &[(&str, u32)] = &[
        ("unnormalized", 0),
        ("normalized", 1),
        ("none", 0),
        ("clamp_to_edge", 2),
        ("clamp", 4),
        ("repeat", 6),
        ("mirrored_repeat", 8),
        ("compare_never", 0x100),
        ("compare_less", 0x200),
        ("compare_equal", 0x300),
        ("compare_less_or_equal", 0x400),
        ("compare_greater", 0x500),
        ("compare_not_equal", 0x600),
        ("compare_greater_or_equal", 0x700),
        ("compare_always", 0x800),
        ("mipmap_nearest", 0),
        ("mipmap_linear", 0x1000),
        ("nearest", 0x10),
        ("linear", 0x20),
    ];
    let bits = text.split(',').map(|word| {
        let known = WORDS.iter().find(|(name, _)| *name == word);
        known.map(|(_, bits)| *bits).ok_or_else(|| format!("`{word}` is no word of a sampler"))
    });
    bits.sum()
}
