//! The checks that the Khronos translator makes before it reads a module: header, extensions.

use super::extensions;
use super::failure::{Failure, MODULE, OPCODE};
use super::internal_text;
use llvm_spirv::binary::{Capability, MAGIC_NUMBER, Op, Words, grammar};
use llvm_spirv::error::Error;
use llvm_spirv::options::{Options, Version};

const FIRST: &str = "1.0 (65536)";
const LAST: &str = "1.6 (67072)";

/// Checks the header of a module; `bytes` may be shorter than a header.
pub fn header(bytes: &[u8], options: &Options) -> Result<(), Failure> {
    let (chunks, _) = bytes.as_chunks::<4>();
    let mut words = chunks.iter().map(|chunk| u32::from_le_bytes(*chunk));
    let (magic, version) = (words.next(), words.next());
    let swapped = magic == Some(MAGIC_NUMBER.swap_bytes());
    if magic.is_none() || version.is_none() {
        return Err(MODULE.failure("input file is empty"));
    }
    if magic != Some(MAGIC_NUMBER) && !swapped {
        return Err(MODULE.failure("invalid magic number"));
    }
    let version = version.map_or(0, |word| if swapped { word.swap_bytes() } else { word });
    self::version(version, options.max_version)
}

fn version(word: u32, max: Version) -> Result<(), Failure> {
    let known = (0..=6).map(|minor| Version::new(1, minor)).find(|version| version.word() == word);
    match known {
        None => Err(MODULE.failure(&format!(
            "unsupported SPIR-V version number 'unknown ({word})'. Range of supported/known SPIR-V versions is {FIRST} - \
             {LAST}"
        ))),
        Some(version) if version > max => Err(MODULE.failure(&format!(
            "incorrect SPIR-V version number {version} ({word}) - it conflicts with maximum allowed version which is set \
             to {max} ({})",
            max.word()
        ))),
        Some(_) => Ok(()),
    }
}

/// Checks the extensions that a module names.
pub fn extensions(words: &Words<'_>, options: &Options) -> Result<(), Failure> {
    let named = words.instructions().filter(|instruction| instruction.opcode() == Op::Extension);
    for name in named.filter_map(|instruction| Some(instruction.string(0).ok()?.0)) {
        if !extensions::is_known(&name) {
            return Err(MODULE.failure(&format!("input SPIR-V module uses unknown extension '{name}'")));
        }
        if !options.extensions.allow(&name) {
            return Err(MODULE.failure(&format!(
                "input SPIR-V module uses extension '{name}' which were disabled by --spirv-ext option"
            )));
        }
    }
    Ok(())
}

/// Checks that all opcodes are known, and that none is for graphics only.
pub fn opcodes(words: &Words<'_>) -> Result<(), Failure> {
    let mut numbers = words.instructions().map(|instruction| instruction.opcode_number());
    let is_graphics = |number| grammar::opcode_capabilities(number) == [Capability::Shader];
    match numbers.find(|number| internal_text::opcode_name(*number).is_none() || is_graphics(*number)) {
        Some(number) => Err(OPCODE.failure(&number.to_string())),
        None => Ok(()),
    }
}

/// Checks that no instruction lacks operands.
pub fn word_counts(words: &Words<'_>) -> Result<(), Error> {
    let mut instructions = words.instructions();
    instructions.try_for_each(|inst| {
        internal_text::word_count(inst.opcode_number(), inst.words().len()).map_err(|error| inst.place(error))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s3_versions_of_the_header() {
        assert!(version(0x0001_0300, Version::V1_6).is_ok());
        let text = |word, max| version(word, max).err().map(|failure| failure.text).unwrap_or_default();
        assert!(
            text(1024, Version::V1_6).contains("'unknown (1024)'. Range of supported/known SPIR-V versions is 1.0")
        );
        assert!(text(65792, Version::V1_0).contains("incorrect SPIR-V version number 1.1 (65792) - it conflicts"));
    }
}
