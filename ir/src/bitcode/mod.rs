//! Bitcode: the container, and what reads it.

mod abbreviation;
mod bits;
mod codes;
mod container;
mod read;
mod stream;

pub(crate) use codes::block_name;
pub(crate) use read::signed;

use crate::error::{Error, Problem, Result};
use crate::module::Module;

/// Bytes of the largest file that is read: numbers of bits, values and words fit into 30 bits then.
const LARGEST: usize = 1 << 27;

/// Reads the first module of a file of bitcode.
///
/// # Errors
///
/// An error names the fault, and the bit and block that it is at.
pub fn read(file: &[u8]) -> Result<Module> {
    if file.len() > LARGEST {
        let problem = Problem::TooLarge("the file (128 MB are the most)");
        return Err(Box::new(Error { problem, bit: 0, block: None, code: None, producer: None }));
    }
    let container = container::open(file)?;
    read::module(&container).map_err(|mut error| {
        error.producer = (!container.producer.is_empty()).then(|| container.producer.clone());
        error
    })
}
