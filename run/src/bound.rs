//! Arguments in memory, in the form for a kernel.
#![allow(unsafe_code, reason = "kernels access memory by address")]

use crate::form::{Kernel, Param};
use crate::host::pipes;
use crate::memory::{Aligned, Room};
use crate::wrong::What;
use crate::{Address, Argument, Image, Place, errors};
use llvm_spirv::error::{Code, Error, Result};
use std::collections::BTreeMap;

/// The arguments in memory.
pub struct Bound {
    /// The range of addresses for all of it.
    room: Room,
    /// The contents of buffers and images, by the argument and the index in it.
    memory: BTreeMap<(usize, usize), Aligned>,
    /// The descriptions of images.
    headers: Vec<Aligned>,
    pipes: BTreeMap<usize, Box<pipes::Pipe>>,
    /// The addresses that were stored in memory.
    pointers: Vec<Pointer>,
    pub values: Values,
}

/// An address in memory, and the previous contents.
struct Pointer {
    holder: (usize, usize),
    offset: usize,
    before: Vec<u8>,
    address: Vec<u8>,
}

/// The values that all threads read.
pub struct Values {
    /// The bytes of each argument's value; for local memory, its offset and size.
    pub all: Vec<Value>,
    /// The memory of buffers and images: its begin and end, and the argument.
    pub regions: Vec<(usize, usize, u64)>,
    /// The size of local memory, of which each thread has a copy.
    pub local: u64,
}

/// The limit on the distance from the end of a buffer at which an access is reported as beyond it.
const NEAR: usize = 1 << 16;

impl Values {
    /// Returns whether memory is within that of one argument.
    pub fn holds(&self, begin: usize, end: usize) -> bool {
        let before = self.regions.partition_point(|(first, ..)| *first <= begin);
        let region = before.checked_sub(1).and_then(|index| self.regions.get(index));
        region.is_some_and(|(_, last, _)| end <= *last)
    }

    /// Returns the argument whose memory precedes an address, and the offset from its beginning.
    pub fn near(&self, place: usize) -> Option<(What, i64)> {
        let before = self.regions.partition_point(|(first, ..)| *first <= place);
        let (begin, end, number) = *self.regions.get(before.checked_sub(1)?)?;
        let offset = place - begin;
        (offset < end - begin + NEAR)
            .then(|| (What::Argument(number, (end - begin) as u64), offset.cast_signed() as i64))
    }
}

/// One argument.
#[derive(Clone)]
pub enum Value {
    Bytes(Vec<u8>),
    /// A table with this number of descriptors.
    Table(u64, Vec<u8>),
    Local(u64, u64),
}

fn matches(param: &Param, argument: &Argument) -> bool {
    match (param, argument) {
        (Param::Value(size, _), Argument::Value(bytes)) => *size == bytes.len() as u64,
        (Param::Pointer(_), Argument::Buffer(_)) | (Param::Local, Argument::Local(_)) => true,
        (Param::Object(name), Argument::Image(_)) => name == "spirv.Image",
        (Param::Object(name), Argument::Sampler(_)) => name == "spirv.Sampler",
        (Param::Object(name), Argument::Pipe(_)) => name == "spirv.Pipe",
        (Param::Binding(binding), Argument::Buffers(buffers)) => {
            binding.object.is_none() && (binding.count == 0 || binding.count == buffers.len() as u64)
        }
        (Param::Binding(binding), Argument::Array(all)) => {
            (binding.count == 0 || binding.count == all.len() as u64)
                && binding.object.as_ref().is_some_and(|name| all.iter().all(|one| is_object(name, one)))
        }
        (Param::Binding(binding), one) => {
            binding.count == 1 && binding.object.as_ref().is_some_and(|name| is_object(name, one))
        }
        (Param::Record(_), Argument::Buffers(buffers)) => buffers.len() == 1,
        (Param::Push(size, _), Argument::Push(bytes)) => *size <= bytes.len() as u64,
        _ => false,
    }
}

/// Returns whether an argument fits the type with this name.
fn is_object(name: &str, argument: &Argument) -> bool {
    match argument {
        Argument::Image(_) => matches!(name, "spirv.Image" | "spirv.SignedImage"),
        Argument::Sampler(_) => name == "spirv.Sampler",
        Argument::Sampled(..) => matches!(name, "spirv.SampledImage" | "spirv.SignedSampledImage"),
        _ => false,
    }
}

/// Rejects arguments that do not fit the kernel; only the sizes of types are known here.
pub fn check(kernel: &Kernel, arguments: &[Argument]) -> Result<()> {
    let has = arguments.iter().filter(|argument| !matches!(argument, Argument::Beside(_))).count();
    let needs = kernel.params.len();
    if needs != has {
        let names: Vec<_> = kernel.params.iter().map(ToString::to_string).collect();
        let error = errors::launch(format!("the kernel `{}` has {needs} parameters, not {has}", kernel.name));
        return Err(error.hint(if names.is_empty() { "it has none".to_owned() } else { names.join(", ") }));
    }
    for (index, (param, argument)) in kernel.params.iter().zip(arguments).enumerate() {
        if kernel.unreached.contains(&index) && matches!(argument, Argument::Nothing | Argument::Push(_)) {
            continue;
        }
        let first = if let Argument::Same(first) = argument { arguments.get(*first) } else { Some(argument) };
        if !first.is_some_and(|argument| matches(param, argument)) {
            let given = match argument {
                Argument::Value(bytes) => format!("a value of {} bytes", bytes.len()),
                Argument::Buffer(_) => "a buffer".to_owned(),
                Argument::Local(_) => "local memory".to_owned(),
                Argument::Image(_) => "an image".to_owned(),
                Argument::Sampler(_) => "a sampler".to_owned(),
                Argument::Sampled(..) => "an image with a sampler".to_owned(),
                Argument::Pipe(_) => "a pipe".to_owned(),
                Argument::Buffers(buffers) => format!("{} buffers", buffers.len()),
                Argument::Array(all) => format!("an array of {} images or samplers", all.len()),
                Argument::Push(bytes) => format!("{} bytes of push constants", bytes.len()),
                Argument::Same(first) => format!("what argument {first} is"),
                Argument::Nothing => "nothing".to_owned(),
                Argument::Beside(_) => "a buffer for no parameter".to_owned(),
            };
            let text = format!("argument {index} of `{}` is {param}, and {given} is given for it", kernel.name);
            return Err(Error::of(Code::Argument, text));
        }
    }
    Ok(())
}

/// Copies arguments to memory, and stores addresses in them.
pub fn bind(arguments: &[Argument], addresses: &[Address], module_local: u64, room: Room) -> Result<Bound> {
    let values = Values { all: Vec::new(), regions: Vec::new(), local: module_local };
    let (memory, headers, pipes) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
    let mut bound = Bound { room, memory, headers, pipes, pointers: Vec::new(), values };
    for (index, argument) in arguments.iter().enumerate() {
        let value = bound.value(index, argument)?;
        bound.values.all.push(value);
    }
    let regions = bound
        .memory
        .iter()
        .map(|((number, _), memory)| (memory.0 as usize, memory.0 as usize + memory.1.size(), *number as u64));
    bound.values.regions = regions.collect();
    bound.values.regions.sort_unstable();
    addresses.iter().try_for_each(|address| bound.point(address))?;
    Ok(bound)
}

impl Bound {
    fn value(&mut self, index: usize, argument: &Argument) -> Result<Value> {
        Ok(match argument {
            Argument::Value(bytes) => Value::Bytes(bytes.clone()),
            Argument::Nothing => Value::Bytes(Vec::new()),
            Argument::Local(size) => {
                let begin = self.values.local.next_multiple_of(128);
                self.values.local = begin.checked_add(*size).ok_or_else(|| errors::launch("too much local memory"))?;
                Value::Local(begin, *size)
            }
            Argument::Sampler(bits) => Value::Bytes(u64::from(*bits).to_le_bytes().to_vec()),
            Argument::Buffer(bytes) | Argument::Push(bytes) | Argument::Beside(bytes) => {
                Value::Bytes(self.entry((index, 0), bytes)?)
            }
            Argument::Buffers(buffers) => {
                let entries = buffers.iter().enumerate().map(|(number, bytes)| self.entry((index, number), bytes));
                let entries = entries.collect::<Result<Vec<_>>>()?;
                Value::Table(entries.len() as u64, entries.concat())
            }
            Argument::Image(_) | Argument::Sampled(..) => Value::Bytes(self.object((index, 0), argument)?),
            Argument::Array(all) => {
                let all = all.iter().enumerate().map(|(number, one)| self.object((index, number), one));
                let all = all.collect::<Result<Vec<_>>>()?;
                Value::Table(all.len() as u64, all.concat())
            }
            Argument::Same(first) => {
                let value = self.values.all.get(*first).cloned();
                value.ok_or_else(|| errors::launch("an argument that is none before it"))?
            }
            Argument::Pipe(pipe) => {
                let pipe = self.pipes.entry(index).insert_entry(Box::new(pipes::Pipe::new(pipe))).into_mut();
                Value::Bytes((std::ptr::from_ref::<pipes::Pipe>(pipe) as u64).to_le_bytes().to_vec())
            }
        })
    }

    /// Returns the words for an image, a sampler or both.
    fn object(&mut self, holder: (usize, usize), argument: &Argument) -> Result<Vec<u8>> {
        let bits = |bits: u32| u64::from(bits).to_le_bytes().to_vec();
        match argument {
            Argument::Image(image) => self.image(holder, image),
            Argument::Sampler(sampler) => Ok(bits(*sampler)),
            Argument::Sampled(image, sampler) => Ok([self.image(holder, image)?, bits(*sampler)].concat()),
            _ => Err(errors::launch("an array of what is no image and no sampler")),
        }
    }

    /// Returns an entry of a shader's table: address and size of a buffer.
    fn entry(&mut self, holder: (usize, usize), bytes: &[u8]) -> Result<Vec<u8>> {
        let memory = Aligned::holding(bytes, self.room)?;
        let words = [memory.0 as u64, bytes.len() as u64];
        self.memory.insert(holder, memory);
        Ok(words.map(u64::to_le_bytes).concat())
    }

    /// Returns the address of an image's header.
    fn image(&mut self, holder: (usize, usize), image: &Image) -> Result<Vec<u8>> {
        let texels = Aligned::holding(&image.data, self.room)?;
        let mut header = (texels.0 as u64).to_le_bytes().to_vec();
        let Image { size, dimensions, channels, order, kind, levels, samples, shrinking, .. } = image;
        let words = [size[0], size[1], size[2], *dimensions, *channels, *order, *kind, *levels, *samples, *shrinking];
        header.extend(words.into_iter().flat_map(u32::to_le_bytes));
        let header = Aligned::holding(&header, self.room)?;
        let address = header.0 as u64;
        self.memory.insert(holder, texels);
        self.headers.push(header);
        Ok(address.to_le_bytes().to_vec())
    }

    /// Stores an address at its place.
    fn point(&mut self, address: &Address) -> Result<()> {
        let there = |place: Place, bytes: usize| {
            let memory = self.memory.get(&place.holder);
            let memory = memory.ok_or_else(|| errors::launch("an address of what is no buffer, or in it"))?;
            let end = place.offset.checked_add(bytes).filter(|end| *end <= memory.1.size());
            end.map(|_| memory.0.wrapping_add(place.offset)).ok_or_else(|| {
                let size = memory.1.size();
                errors::launch(format!("there are no {bytes} bytes at {} of a buffer of {size}", place.offset))
            })
        };
        let length = self.room.address_bytes();
        let (at, to) = (there(address.at, length)?, there(address.to, 0)?);
        let (holder, offset, mut address) = (address.at.holder, address.at.offset, (to as u64).to_le_bytes().to_vec());
        address.truncate(length);
        // SAFETY: within the buffer's memory, which only this thread has.
        let there = unsafe { std::slice::from_raw_parts_mut(at, length) };
        let before = there.to_vec();
        there.copy_from_slice(&address);
        self.pointers.push(Pointer { holder, offset, before, address });
        Ok(())
    }

    /// Returns the contents of a buffer or an image, without the stored addresses.
    fn held(&self, holder: (usize, usize), length: usize) -> Vec<u8> {
        let mut bytes = self.memory.get(&holder).map(|memory| memory.take(length)).unwrap_or_default();
        for pointer in self.pointers.iter().filter(|pointer| pointer.holder == holder).rev() {
            let place = bytes.get_mut(pointer.offset..pointer.offset + pointer.address.len());
            if let Some(place) = place.filter(|place| **place == *pointer.address) {
                place.copy_from_slice(&pointer.before);
            }
        }
        bytes
    }
}

/// Copies the contents of buffers and images back to the arguments.
pub fn unbind(arguments: &mut [Argument], bound: &Bound) {
    for (index, argument) in arguments.iter_mut().enumerate() {
        match argument {
            Argument::Buffer(bytes) | Argument::Beside(bytes) => *bytes = bound.held((index, 0), bytes.len()),
            Argument::Buffers(buffers) => {
                for (number, bytes) in buffers.iter_mut().enumerate() {
                    *bytes = bound.held((index, number), bytes.len());
                }
            }
            Argument::Image(_) | Argument::Sampled(..) => unbind_image(argument, (index, 0), bound),
            Argument::Array(all) => {
                all.iter_mut().enumerate().for_each(|(number, one)| unbind_image(one, (index, number), bound));
            }
            Argument::Pipe(pipe) => {
                if let Some(held) = bound.pipes.get(&index) {
                    pipe.packets = held.packets();
                }
            }
            _ => {}
        }
    }
}

fn unbind_image(argument: &mut Argument, holder: (usize, usize), bound: &Bound) {
    if let Argument::Image(image) | Argument::Sampled(image, _) = argument {
        image.data = bound.held(holder, image.data.len());
    }
}
