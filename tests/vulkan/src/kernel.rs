//! A run of one entry point of a module, with buffers and images from files, to which their contents are written back.

use crate::formats::Format;
use crate::gpu::{self, Gpu};
use crate::layout::{Kind, Leaf};
use crate::setup::{Block, Given, Picture, Sampler, Setup, Slot, Thing, Work};
use ash::vk::SamplerAddressMode as Mode;
use std::io::{Error, Result};
use std::path::Path;
use std::time::Duration;

/// A run.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// The entry point.
    pub entry: &'a str,
    /// The number of workgroups in each direction.
    pub groups: [u32; 3],
    /// The push constants.
    pub push: Vec<u8>,
    /// The number of further runs, which are timed.
    pub times: u32,
}

/// The resources and constants for a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Things<'a> {
    /// Buffers, `SET:BINDING=FILE`.
    pub buffers: &'a [String],
    /// Buffers whose addresses are push constants, `OFFSET=FILE`.
    pub addresses: &'a [String],
    /// Images, `SET:BINDING=FORMAT,DIMENSIONS,SIZE,sampled,FILE`, or `storage`.
    pub images: &'a [String],
    /// Samplers, `SET:BINDING=NUMBER`, by their number in OpenCL C.
    pub samplers: &'a [String],
    /// Specialization constants, `NUMBER=VALUE`.
    pub constants: &'a [String],
}

impl Run<'_> {
    /// Runs a module; returns the least time of the further runs.
    ///
    /// # Errors
    ///
    /// Files that cannot be read or written, failures of Vulkan, and a shader that does not end.
    pub fn with(self, module: &Path, things: Things<'_>) -> Result<Option<Duration>> {
        let mut slots = things.buffers.iter().map(|text| buffer(text)).collect::<Result<Vec<_>>>()?;
        slots.extend(things.images.iter().map(|text| image(text)).collect::<Result<Vec<_>>>()?);
        slots.extend(things.samplers.iter().map(|text| sampler(text)).collect::<Result<Vec<_>>>()?);
        let (slots, files): (Vec<_>, Vec<_>) = slots.into_iter().unzip();
        let (leaves, addressed) = addressed(things.addresses)?;
        let block = |file: &&str| Ok(Block { leaves: Vec::new(), bytes: std::fs::read(file)? });
        let blocks = addressed.iter().map(block).collect::<Result<Vec<_>>>()?;
        let setup = Setup {
            entry: self.entry.to_owned(),
            work: Work::Compute,
            slots,
            push: Block { leaves, bytes: self.push },
            pointees: (0..).zip(blocks).collect(),
            groups: self.groups,
            constants: things.constants.iter().map(|text| constant(text)).collect::<Result<_>>()?,
        };
        let failed = |fault: crate::Fault| Error::other(fault.to_string());
        let gpu = Gpu::open().map_err(failed)?;
        let (dumps, least) = gpu::timed(&gpu, &setup, &std::fs::read(module)?, self.times).map_err(failed)?;
        for (file, dump) in files.iter().flatten().chain(&addressed).zip(dumps) {
            std::fs::write(file, dump.bytes)?;
        }
        Ok(least)
    }
}

fn malformed(text: &str) -> Error {
    Error::other(format!("{text}: not as `compare --help` says"))
}

fn number(text: &str) -> Result<u32> {
    text.parse().map_err(|_| malformed(text))
}

/// Returns set and binding, and the rest of the text.
fn place(text: &str) -> Result<(u32, u32, &str)> {
    let (place, rest) = text.split_once('=').ok_or_else(|| malformed(text))?;
    let (set, binding) = place.split_once(':').ok_or_else(|| malformed(text))?;
    Ok((number(set)?, number(binding)?, rest))
}

/// Returns a buffer binding, and the file to which it is written back.
fn buffer(text: &str) -> Result<(Slot, Option<&str>)> {
    let (set, binding, file) = place(text)?;
    let block = Block { leaves: Vec::new(), bytes: std::fs::read(file)? };
    Ok((Slot { set, binding, count: 1, thing: Thing::Storage(block) }, Some(file)))
}

/// Returns the push constants that are addresses, each with the number of its file, and the files.
fn addressed(texts: &[String]) -> Result<(Vec<Leaf>, Vec<&str>)> {
    let (mut leaves, mut files) = (Vec::new(), Vec::new());
    for text in texts {
        let (offset, file) = text.split_once('=').ok_or_else(|| malformed(text))?;
        let index = files.iter().position(|known| *known == file).unwrap_or(files.len());
        if index == files.len() {
            files.push(file);
        }
        leaves.push(Leaf { offset: number(offset)? as usize, kind: Kind::Address(index as u32) });
    }
    Ok((leaves, files))
}

fn image(text: &str) -> Result<(Slot, Option<&str>)> {
    let (set, binding, rest) = place(text)?;
    let [format, dim, size, kind, file] = *rest.split(',').collect::<Vec<_>>() else { return Err(malformed(text)) };
    let size = size.split('x').map(number).collect::<Result<Vec<_>>>()?;
    let part = |index: usize| size.get(index).copied().unwrap_or(1);
    let picture = Picture {
        dim: dim.to_owned(),
        is_arrayed: false,
        is_multisampled: false,
        is_storage: kind == "storage",
        format: Format::named(format).ok_or_else(|| malformed(text))?,
        given: Some(Given { extent: [part(0), part(1), part(2)], bytes: std::fs::read(file)? }),
    };
    let written = Some(file).filter(|_| picture.is_storage);
    Ok((Slot { set, binding, count: 1, thing: Thing::Image(picture) }, written))
}

/// The modes of addressing, in the order of OpenCL C.
const MODES: [Mode; 5] =
    [Mode::CLAMP_TO_EDGE, Mode::CLAMP_TO_EDGE, Mode::CLAMP_TO_BORDER, Mode::REPEAT, Mode::MIRRORED_REPEAT];

fn sampler(text: &str) -> Result<(Slot, Option<&str>)> {
    let (set, binding, bits) = place(text)?;
    let bits = number(bits)?;
    let sampler = Sampler {
        compares: false,
        is_linear: bits & 0x20 != 0,
        mode: *MODES.get(bits as usize >> 1 & 7).ok_or_else(|| malformed(text))?,
        is_unnormalized: bits & 1 == 0,
    };
    Ok((Slot { set, binding, count: 1, thing: Thing::Sampler(sampler) }, None))
}

fn constant(text: &str) -> Result<(u32, u32)> {
    let (place, value) = text.split_once('=').ok_or_else(|| malformed(text))?;
    Ok((number(place)?, number(value)?))
}
