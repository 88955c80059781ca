//! A file of bitcode: an optional wrapper, then top-level blocks, some of which are modules.

use super::codes::block;
use super::stream::{Entry, Stream};
use crate::error::{Error, Problem, Result};

/// The places of the parts of a file.
#[derive(Default, Debug)]
pub(crate) struct Container<'a> {
    pub(crate) data: &'a [u8],
    /// The bit of the file where `data` begins.
    pub(crate) origin: u64,
    /// The bit of `data` at which each MODULE block begins.
    pub(crate) modules: Vec<usize>,
    /// Names of globals, since LLVM 5.
    pub(crate) strtab: &'a [u8],
    /// The producer of the file, since LLVM 3.8: `LLVM15.0.7`.
    pub(crate) producer: String,
}

pub(super) const MAGIC: &[u8] = b"BC\xC0\xDE";
/// The magic number of Darwin's wrapper, whose header has a version, the offset and size of the bitcode, and a CPU type.
const WRAPPER: u32 = 0x0B17_C0DE;
const WRAPPER_BYTES: usize = 20;

fn word(data: &[u8], at: usize) -> Option<u32> {
    data.get(at..)?.first_chunk::<4>().map(|four| u32::from_le_bytes(*four))
}

/// Returns the bitcode inside a wrapper, or the whole file if there is none, and the bit at which it begins.
fn unwrap_wrapper(file: &[u8]) -> Option<(&[u8], u64)> {
    if word(file, 0) != Some(WRAPPER) || file.len() < WRAPPER_BYTES {
        return Some((file, 0));
    }
    let (offset, size) = (word(file, 8)? as usize, word(file, 12)? as usize);
    Some((file.get(offset..)?.get(..size)?, offset as u64 * 8))
}

/// Finds the parts of a file.
pub(crate) fn open(file: &[u8]) -> Result<Container<'_>> {
    let refuse = |problem| Err(Box::new(Error { problem, bit: 0, block: None, code: None, producer: None }));
    let Some((data, origin)) = unwrap_wrapper(file) else { return refuse(Problem::Truncated) };
    if !data.starts_with(MAGIC) {
        return refuse(Problem::NotBitcode);
    }
    let mut found = Container { data, origin, ..Container::default() };
    let mut stream = Stream::new(data, origin, MAGIC.len() * 8);
    while !stream.at_end() {
        match stream.next()? {
            Entry::Block(block::MODULE) => {
                found.modules.push(stream.position());
                stream.skip()?;
            }
            Entry::Block(block::STRTAB) => found.strtab = blob(&mut stream, block::STRTAB)?,
            Entry::Block(block::IDENTIFICATION) if found.producer.is_empty() => {
                found.producer = identification(&mut stream)?;
            }
            Entry::Block(_) => stream.skip()?,
            _ => return stream.malformed("something outside of blocks"),
        }
    }
    Ok(found)
}

fn blob<'a>(stream: &mut Stream<'a>, block: u32) -> Result<&'a [u8]> {
    stream.enter(block)?;
    let mut found: &[u8] = &[];
    while let Some(code) = stream.next_record()? {
        if code == 1 {
            found = stream.blob;
        }
    }
    Ok(found)
}

fn identification(stream: &mut Stream<'_>) -> Result<String> {
    stream.enter(block::IDENTIFICATION)?;
    let mut producer = String::new();
    while let Some(code) = stream.next_record()? {
        match (code, stream.record.first()) {
            (1, _) => producer = stream.record.iter().map(|&c| c as u8 as char).collect(),
            (2, Some(&epoch)) if epoch != 0 => return stream.unknown("epoch", epoch),
            _ => {}
        }
    }
    Ok(producer)
}
