//! Images and samplers from the command line.

use crate::arguments::{Given, buffer, wrong};
use crate::form::{Format, Numbers};
use crate::host::KINDS;
use crate::{Argument, Image, errors};
use llvm_spirv::error::{Code, Error, Result};
use std::path::Path;

/// Channels: their number, and OpenCL's number for the channel order.
const ORDERS: [(&str, u32, u32); 3] = [("1", 1, 0x10B0), ("2", 2, 0x10B2), ("4", 4, 0x10B5)];

/// Parses `FILE:WIDTHxHEIGHT:CHANNELS:TYPE[:levels=N][:samples=N][:layers]`.
///
/// # Errors
///
/// A syntax error, or a file of the wrong size.
pub fn parse(text: &str) -> Result<Given> {
    let parts: Vec<_> = text.split(':').collect();
    let [file, extent, channels, kind, words @ ..] = parts.as_slice() else {
        return Err(wrong(format!("`image:{text}` is not image:FILE:WIDTHxHEIGHT:CHANNELS:TYPE")));
    };
    let sizes = extent.split('x').map(|size| size.parse().ok()).collect::<Option<Vec<u32>>>();
    let sizes = sizes.filter(|sizes| (1..=3).contains(&sizes.len()) && !sizes.contains(&0));
    let sizes = sizes.ok_or_else(|| wrong(format!("`{extent}` is no size of an image")))?;
    let order = ORDERS.iter().find(|(name, ..)| name == channels);
    let no_order = || wrong(format!("images have 1, 2 or 4 channels, not `{channels}`"));
    let &(_, channels, order) = order.ok_or_else(no_order)?;
    let (name, kind) = channel_type(kind)?;
    let given = buffer(Path::new(file), true)?;
    let Argument::Buffer(data) = given.argument else {
        return Err(errors::internal("an image without texels"));
    };
    let mut size = [1; 3];
    size.iter_mut().zip(&sizes).for_each(|(to, from)| *to = *from);
    let dimensions = sizes.len() as u32;
    let mut image =
        Image { data, size, dimensions, channels, order, kind, levels: 1, samples: 1, shrinking: dimensions };
    words.iter().try_for_each(|word| word_of(&mut image, word))?;
    check(&image, file, (given.numbers, name))?;
    Ok(Given { argument: Argument::Image(image), numbers: None, ..given })
}

fn channel_type(name: &str) -> Result<(&'static str, u32)> {
    KINDS.iter().find(|(known, _)| *known == name).copied().ok_or_else(|| {
        let names: Vec<_> = KINDS.iter().map(|(name, _)| *name).collect();
        wrong(format!("`{name}` is none of the channel types {}", names.join(", ")))
    })
}

/// Rejects a file of the wrong size, or an array of numbers of a type other than the channels'.
fn check(image: &Image, file: &str, (numbers, name): (Option<Numbers>, &str)) -> Result<()> {
    let bytes = crate::host::channel_size(image.kind);
    let needed = image.texels() * u64::from(image.channels) * u64::from(bytes);
    if needed != image.data.len() as u64 {
        let text = format!("the image in {file} needs {needed} bytes, and the file has {}", image.data.len());
        return Err(errors::launch(text));
    }
    let format = if matches!(name, "f16" | "f32") { Format::Float } else { Format::Int };
    match numbers.filter(|numbers| numbers.format != format || numbers.bits != bytes * 8) {
        Some(numbers) => Err(Error::of(Code::Argument, format!("the image is of {name}, and {file} holds {numbers}"))),
        None => Ok(()),
    }
}

/// The limit on samples of a texel.
const MOST_SAMPLES: u32 = 64;

/// Parses a further property of an image: `levels=3`, `samples=4`, or `layers` if its last dimension counts layers.
fn word_of(image: &mut Image, word: &str) -> Result<()> {
    let most_levels = image.size.iter().max().copied().unwrap_or(1).ilog2() + 1;
    let number = |text: &str, most: u32| text.parse().ok().filter(|number| (1..=most).contains(number));
    let unknown =
        || wrong(format!("`{word}` is none of levels=1 to {most_levels}, samples=1 to {MOST_SAMPLES}, layers"));
    match word.split_once('=') {
        Some(("levels", text)) => image.levels = number(text, most_levels).ok_or_else(unknown)?,
        Some(("samples", text)) => image.samples = number(text, MOST_SAMPLES).ok_or_else(unknown)?,
        None if word == "layers" => image.shrinking = image.dimensions - 1,
        _ => return Err(unknown()),
    }
    Ok(())
}

/// Parses the bits of OpenCL's literal samplers.
///
/// # Errors
///
/// A word that is not a sampler's.
pub fn sampler(text: &str) -> Result<u32> {
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
    let mut bits = text.split(',').map(|word| {
        let known = WORDS.iter().find(|(name, _)| *name == word);
        let names = || WORDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        known.map(|(_, bits)| *bits).ok_or_else(|| wrong(format!("`{word}` is no word of a sampler")).hint(names()))
    });
    bits.try_fold(0, |all, bits| Ok(all | bits?))
}
