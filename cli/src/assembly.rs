//! SPIR-V assembly as an input, which every verb takes in place of a binary.

use super::io;
use llvm_spirv::error::{Error, Place, Result, internals};
use llvm_spirv::{AssemblyOptions, assemble};
use std::path::Path;

/// Returns the binary of a module in text, with the numbers of its ids and the header from its comments.
pub fn module(text: &[u8], input: &Path) -> Result<Vec<u8>> {
    let options = AssemblyOptions { keep_numbers: true, keep_header: true, ..AssemblyOptions::default() };
    assembled(text, input, options)
}

/// Returns the binary; errors name the file.
pub fn assembled(text: &[u8], input: &Path, options: AssemblyOptions) -> Result<Vec<u8>> {
    assemble(text, options).map_err(|error| named(error, input))
}

fn named(error: Error, input: &Path) -> Error {
    let mut place: Place = error.place().clone();
    if let Some(source) = &mut place.source {
        source.file = io::shown(input).into_owned();
    }
    internals::at(error, place)
}
