//! Arguments as a command line says them.

use crate::host::KINDS;
use crate::{Argument, Image, Result, npy};
use std::path::PathBuf;

/// An argument, and what becomes of it after the launch.
#[derive(Debug)]
pub struct Given {
    /// Says what the kernel gets.
    pub argument: Argument,
    /// The file that gets the buffer, behind this header.
    pub file: Option<(PathBuf, Vec<u8>)>,
    /// Whether the kernel may change it: what `--print` shows.
    pub is_output: bool,
}

impl Given {
    fn of(argument: Argument) -> Self {
        Self { argument, file: None, is_output: false }
    }
}

/// Reads one: `f32:2.0`, `i32x4:1,2,3,4`, `bytes:00ff`, `in:FILE`, `inout:FILE`, `out:SIZE[:FILE]`, `local:SIZE`,
/// `image:FILE:WIDTHxHEIGHT:CHANNELS:TYPE`, `sampler:MODE,...`.
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
        "sampler" => Ok(Given::of(Argument::Sampler(sampler(value)?))),
        _ => Ok(Given::of(Argument::Value(scalars(kind, value)?))),
    }
}

fn size(text: &str) -> Result<u64> {
    text.parse().map_err(|_| format!("`{text}` is no number of bytes"))
}

fn buffer(file: &str, is_output: bool) -> Result<Given> {
    let content = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let (header, data) = npy::split(&content).map_err(|error| format!("{file}: {error}"))?;
    let target = is_output.then(|| (PathBuf::from(file), header.to_vec()));
    Ok(Given { argument: Argument::Buffer(data.to_vec()), file: target, is_output })
}

fn output(text: &str) -> Result<Given> {
    let (bytes, file) = text.split_once(':').map_or((text, None), |(bytes, file)| (bytes, Some(file)));
    let length = usize::try_from(size(bytes)?).map_err(|error| error.to_string())?;
    let file = file.map(|file| (PathBuf::from(file), Vec::new()));
    Ok(Given { argument: Argument::Buffer(vec![0; length]), file, is_output: true })
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
    if lanes == 3 {
        // A vector of three takes the room of four.
        all.resize(all.len() / 3 * 4, 0);
    }
    Ok(all)
}

/// Returns the bytes of a number of a type such as `u8`.
pub fn number(scalar: &str, text: &str) -> Option<Vec<u8>> {
    macro_rules! parsed {
        ($ty:ty) => {
            text.parse::<$ty>().ok()?.to_le_bytes().to_vec()
        };
    }
    Some(match scalar {
        "i8" => parsed!(i8),
        "i16" => parsed!(i16),
        "i32" => parsed!(i32),
        "i64" => parsed!(i64),
        "u8" => parsed!(u8),
        "u16" => parsed!(u16),
        "u32" => parsed!(u32),
        "u64" => parsed!(u64),
        "f32" => parsed!(f32),
        "f64" => parsed!(f64),
        _ => return None,
    })
}

fn image(text: &str) -> Result<Given> {
    let parts: Vec<_> = text.split(':').collect();
    let [file, extent, channels, kind] = parts.as_slice() else {
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
    let texels = size.iter().map(|size| u64::from(*size)).product::<u64>();
    let needed = texels * u64::from(channels) * u64::from(crate::host::channel_size(kind));
    if needed != data.len() as u64 {
        return Err(format!("the image in {file} needs {needed} bytes, and the file has {}", data.len()));
    }
    let dimensions = sizes.len() as u32;
    Ok(Given { argument: Argument::Image(Image { data, size, dimensions, channels, order, kind }), ..given })
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
        ("nearest", 0x10),
        ("linear", 0x20),
    ];
    let bits = text.split(',').map(|word| {
        let known = WORDS.iter().find(|(name, _)| *name == word);
        known.map(|(_, bits)| *bits).ok_or_else(|| format!("`{word}` is no word of a sampler"))
    });
    bits.sum()
}
