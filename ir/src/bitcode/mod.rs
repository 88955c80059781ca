//! Bitcode: the container, the reader and the writer.

mod abbreviation;
mod bits;
mod codes;
mod container;
mod read;
mod stream;
mod write;

pub(crate) use codes::block_name;
pub(crate) use read::{RAW, signed, sizes};
pub use write::{WriteOptions, write};

use crate::error::{Error, Problem, Result};
use crate::module::Module;

/// Bytes of the largest file that is read: numbers of bits, values and words fit into 30 bits then.
const LARGEST: usize = 1 << 27;

/// Returns whether a file begins with the magic number of bitcode, bare or in a wrapper.
pub fn is_bitcode(file: &[u8]) -> bool {
    file.starts_with(b"BC\xC0\xDE") || file.starts_with(&0x0B17_C0DE_u32.to_le_bytes())
}

/// Reads the first module of a file of bitcode.
///
/// # Errors
///
/// An error names the fault, and the bit and block that it is at.
pub fn read(file: &[u8]) -> Result<Module> {
    read_parts(file, read::module)
}

/// Reads the types and globals of the first module of a file of bitcode, as they stand there: no bodies, constants and metadata.
///
/// # Errors
///
/// As [`read`].
pub fn read_declarations(file: &[u8]) -> Result<Module> {
    read_parts(file, read::declarations)
}

/// Returns the string table of a file of bitcode, in which LLVM 5 and later store the names of globals one behind the other. Older
/// files store names beside the globals.
///
/// # Errors
///
/// A file that is not bitcode.
pub fn names(file: &[u8]) -> Result<&[u8]> {
    check_size(file)?;
    container::open(file).map(|container| container.strtab)
}

fn check_size(file: &[u8]) -> Result<()> {
    if file.len() <= LARGEST {
        return Ok(());
    }
    let problem = Problem::TooLarge("the file (128 MB are the most)");
    Err(Box::new(Error { problem, bit: 0, block: None, code: None, producer: None }))
}

fn read_parts(file: &[u8], read: fn(&container::Container<'_>) -> Result<Module>) -> Result<Module> {
    check_size(file)?;
    let container = container::open(file)?;
    read(&container).map_err(|mut error| {
        error.producer = (!container.producer.is_empty()).then(|| container.producer.clone());
        error
    })
}
