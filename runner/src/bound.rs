//! Arguments in memory, where a kernel finds them.
#![allow(unsafe_code, reason = "kernels access memory by address")]

use crate::{Argument, Result};
use llvm_spirv::cpu::{Kernel, Param};
use std::alloc::{Layout, alloc_zeroed, dealloc};

/// Memory that is aligned as any type is.
pub struct Aligned(pub *mut u8, pub Layout);

impl Aligned {
    pub fn new(size: u64) -> Result<Self> {
        let size = usize::try_from(size.max(1)).map_err(|error| error.to_string())?;
        let layout = Layout::from_size_align(size, 128).map_err(|error| error.to_string())?;
        // SAFETY: a layout that is not empty.
        let memory = unsafe { alloc_zeroed(layout) };
        if memory.is_null() { Err(format!("no memory for {size} bytes")) } else { Ok(Self(memory, layout)) }
    }

    fn holding(bytes: &[u8]) -> Result<Self> {
        let memory = Self::new(bytes.len() as u64)?;
        // SAFETY: as many bytes as there are.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), memory.0, bytes.len()) };
        Ok(memory)
    }

    fn take(&self, length: usize) -> Vec<u8> {
        // SAFETY: no more bytes than the memory has, all of them initialised.
        unsafe { std::slice::from_raw_parts(self.0, length.min(self.1.size())).to_vec() }
    }
}

impl Drop for Aligned {
    fn drop(&mut self) {
        // SAFETY: of the global allocator, by that layout.
        unsafe { dealloc(self.0, self.1) }
    }
}

/// Says what the arguments are in memory.
pub struct Bound {
    memory: Vec<Aligned>,
    pub values: Values,
}

/// Says what all threads read.
pub struct Values {
    /// The bytes of each argument's value; for local memory, its offset and size.
    pub all: Vec<Value>,
    /// The bytes of local memory, of which each thread has its own.
    pub local: u64,
}

/// Says what one argument is.
pub enum Value {
    Bytes(Vec<u8>),
    Local(u64, u64),
}

fn matches(param: &Param, argument: &Argument) -> bool {
    match (param, argument) {
        (Param::Value(size), Argument::Value(bytes)) => *size == bytes.len() as u64,
        (Param::Pointer, Argument::Buffer(_)) | (Param::Local, Argument::Local(_)) => true,
        (Param::Object(name), Argument::Image(_)) => name == "spirv.Image",
        (Param::Object(name), Argument::Sampler(_)) => name == "spirv.Sampler",
        (Param::Binding(binding), Argument::Buffers(buffers)) => {
            binding.object.is_none() && (binding.count == 0 || binding.count == buffers.len() as u64)
        }
        (Param::Binding(binding), Argument::Image(_)) => {
            binding.object.as_ref().is_some_and(|name| name.ends_with("Image"))
        }
        (Param::Push(size), Argument::Push(bytes)) => *size <= bytes.len() as u64,
        _ => false,
    }
}

/// Refuses arguments that do not fit the kernel.
pub fn check(kernel: &Kernel, arguments: &[Argument]) -> Result<()> {
    if kernel.params.len() != arguments.len() {
        let (needs, has) = (kernel.params.len(), arguments.len());
        return Err(format!("the kernel `{}` has {needs} parameters, not {has}", kernel.name));
    }
    for (index, (param, argument)) in kernel.params.iter().zip(arguments).enumerate() {
        if !matches(param, argument) {
            let given = match argument {
                Argument::Value(bytes) => format!("a value of {} bytes", bytes.len()),
                Argument::Buffer(_) => "a buffer".to_owned(),
                Argument::Local(_) => "local memory".to_owned(),
                Argument::Image(_) => "an image".to_owned(),
                Argument::Sampler(_) => "a sampler".to_owned(),
                Argument::Buffers(buffers) => format!("{} buffers", buffers.len()),
                Argument::Push(bytes) => format!("{} bytes of push constants", bytes.len()),
            };
            return Err(format!("parameter {index} of `{}` is {param:?}, and {given} is given for it", kernel.name));
        }
    }
    Ok(())
}

/// Puts arguments into memory.
pub fn bind(arguments: &[Argument], module_local: u64) -> Result<Bound> {
    let mut bound = Bound { memory: Vec::new(), values: Values { all: Vec::new(), local: module_local } };
    for argument in arguments {
        let value = match argument {
            Argument::Value(bytes) => Value::Bytes(bytes.clone()),
            Argument::Local(size) => {
                let begin = bound.values.local.next_multiple_of(128);
                bound.values.local = begin.checked_add(*size).ok_or("too much local memory")?;
                Value::Local(begin, *size)
            }
            Argument::Sampler(bits) => Value::Bytes(u64::from(*bits).to_le_bytes().to_vec()),
            Argument::Buffer(bytes) => {
                let memory = Aligned::holding(bytes)?;
                let words = [memory.0 as u64, bytes.len() as u64];
                bound.memory.push(memory);
                Value::Bytes(words.map(u64::to_le_bytes).concat())
            }
            Argument::Buffers(buffers) => Value::Bytes(table(buffers, &mut bound.memory)?),
            Argument::Push(bytes) => Value::Bytes(table(std::slice::from_ref(bytes), &mut bound.memory)?),
            Argument::Image(image) => {
                let texels = Aligned::holding(&image.data)?;
                let mut header = (texels.0 as u64).to_le_bytes().to_vec();
                let words = [
                    image.size[0],
                    image.size[1],
                    image.size[2],
                    image.dimensions,
                    image.channels,
                    image.order,
                    image.kind,
                ];
                header.extend(words.into_iter().flat_map(u32::to_le_bytes));
                let header = Aligned::holding(&header)?;
                let address = header.0 as u64;
                bound.memory.push(texels);
                bound.memory.push(header);
                Value::Bytes(address.to_le_bytes().to_vec())
            }
        };
        bound.values.all.push(value);
    }
    Ok(bound)
}

/// The table of a shader's buffers: address and size of each.
fn table(buffers: &[Vec<u8>], memory: &mut Vec<Aligned>) -> Result<Vec<u8>> {
    let mut table = Vec::new();
    for bytes in buffers {
        let held = Aligned::holding(bytes)?;
        table.extend((held.0 as u64).to_le_bytes());
        table.extend((bytes.len() as u64).to_le_bytes());
        memory.push(held);
    }
    Ok(table)
}

/// Gives back what buffers and images hold now, in the order in which they were bound.
pub fn unbind(arguments: &mut [Argument], bound: &Bound) {
    let mut memory = bound.memory.iter();
    for argument in arguments {
        match argument {
            Argument::Buffer(bytes) => {
                if let Some(held) = memory.next() {
                    *bytes = held.take(bytes.len());
                }
            }
            Argument::Buffers(buffers) => {
                for (bytes, held) in buffers.iter_mut().zip(memory.by_ref()) {
                    *bytes = held.take(bytes.len());
                }
            }
            Argument::Push(_) => _ = memory.next(),
            Argument::Image(image) => {
                if let (Some(held), Some(_)) = (memory.next(), memory.next()) {
                    image.data = held.take(image.data.len());
                }
            }
            _ => {}
        }
    }
}
