//! Translates between LLVM IR and SPIR-V, both ways.
//!
//! ```text
//! .ll .bc   llvm  -> forward -> concepts -> spirv   .spv
//! .ll .bc   llvm <- concepts <- reverse  <- spirv   .spv
//! ```
//!
//! In and out are bytes: bitcode or assembly of LLVM 22 (and bitcode of older versions) on one side, a SPIR-V binary of
//! version 1.0 to 1.6 on the other. What LLVM has no instruction for becomes *SPIR-V friendly IR*: calls of mangled
//! `__spirv_` functions, target extension types, metadata.
//!
//! ```
//! use llvm_spirv::{llvm_to_spirv, options::Options, spirv_to_llvm, Llvm};
//!
//! let ir = br#"
//!   target triple = "spir64-unknown-unknown"
//!   define spir_kernel void @store(ptr addrspace(1) %out) {
//!     store i32 42, ptr addrspace(1) %out, align 4
//!     ret void
//!   }"#;
//! let spirv = llvm_to_spirv(ir, &Options::default())?;
//! assert_eq!(spirv.bytes[..4], [0x03, 0x02, 0x23, 0x07]);
//! let back = spirv_to_llvm(&spirv.bytes, &Options::default(), Llvm::Assembly)?;
//! assert!(String::from_utf8_lossy(&back.bytes).contains("store i32 42, ptr addrspace(1) %out, align 4"));
//! # Ok::<(), llvm_spirv::error::Error>(())
//! ```

pub mod assembly;
pub mod cli;
pub mod concepts;
pub mod error;
pub mod forward;
pub mod llvm;
mod near;
pub mod options;
pub mod place;
pub mod reverse;
pub mod roundtrip;
pub mod spirv;
mod stack;
pub mod state;
mod translator;

pub use translator::Translator;

use error::Result;
use options::Options;
use std::borrow::Cow;

/// What a translation made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The file.
    pub bytes: Vec<u8>,
    /// Sentences for the user: what was dropped, what was guessed.
    pub warnings: Vec<String>,
}

/// How LLVM IR is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Llvm {
    /// Bitcode, `.bc`.
    #[default]
    Bitcode,
    /// Assembly, `.ll`.
    Assembly,
}

/// Translates bitcode or assembly to a SPIR-V binary, in the byte order of the options.
pub fn llvm_to_spirv(bytes: &[u8], options: &Options) -> Result<Output> {
    let forward::Translated { binary, warnings } = llvm_to_binary(bytes, options)?;
    Ok(Output { bytes: binary.bytes(), warnings })
}

/// As [`llvm_to_spirv`], for whoever writes the module as it is.
pub fn llvm_to_binary(bytes: &[u8], options: &Options) -> Result<forward::Translated> {
    with_module(bytes, options, |module| forward::translate(module, options))
}

/// Does something with the module that a file holds.
fn with_module<T: Send>(
    bytes: &[u8],
    options: &Options,
    work: impl FnOnce(&llvm::Module<'_>) -> Result<T> + Send,
) -> Result<T> {
    assembly::guarded(bytes, || {
        let context = llvm::Context::new();
        let module = forward::read(&context, bytes, "")?;
        let made = work(&module).map_err(|error| forward::blamed(error, bytes))?;
        leave(module, options);
        leave(context, options);
        Ok(made)
    })
}

/// As [`llvm_to_spirv`], and says which instructions need what the module declares.
pub fn explain(bytes: &[u8], options: &Options) -> Result<(Output, spirv::explain::Explanation)> {
    let (translated, explanation) = with_module(bytes, options, |module| forward::explain(module, options))?;
    Ok((Output { bytes: translated.binary.bytes(), warnings: translated.warnings }, explanation))
}

/// Translates a SPIR-V binary, in either byte order, to bitcode or assembly. Bytes that are given away are freed before LLVM
/// verifies and writes the module, so that their memory serves it.
pub fn spirv_to_llvm<'b>(bytes: impl Into<Cow<'b, [u8]>>, options: &Options, format: Llvm) -> Result<Output> {
    let bytes = bytes.into();
    let words = specialized(spirv::Words::read(&bytes)?, options)?;
    let context = llvm::Context::new();
    let mut made = reverse::make(&words, options, &context)?;
    drop(words);
    drop(bytes);
    let bytes = made.finish(options, |module| written(module, format))?;
    let output = Output { bytes, warnings: std::mem::take(&mut made.warnings) };
    leave(made, options);
    leave(context, options);
    Ok(output)
}

/// The end of a module, of what holds one, or of a context.
fn leave<T>(owner: T, options: &Options) {
    if options.leaves_memory {
        std::mem::forget(owner);
    }
}

/// For a given device, and with plain constants instead of specialization constants, where the options ask for it.
fn specialized<'b>(words: spirv::Words<'b>, options: &Options) -> Result<spirv::Words<'b>> {
    let settings = &options.compatibility;
    let words = match &settings.function_variants {
        Some(device) => spirv::Words::of(spirv::variants::resolve(&words, device, &settings.spec_constants)?)?,
        None => words,
    };
    spirv::variants::check_resolved(&words)?;
    if settings.spec_constants.is_empty() && !settings.fold_spec_constants {
        return Ok(words);
    }
    spirv::Words::of(spirv::specialize::specialize(&words, &settings.spec_constants))
}

/// LLVM IR in the form from which SPIR-V is made: what SPIR-V lacks is expressed by what it has.
pub fn regularize(bytes: &[u8], options: &Options, format: Llvm) -> Result<Output> {
    assembly::guarded(bytes, || {
        let context = llvm::Context::new();
        let module = forward::read(&context, bytes, "input")?;
        let output = module.at_depth(module.levels(), |module| {
            let warnings = forward::regularize(module, options)?;
            Ok(Output { bytes: written(module, format), warnings })
        })?;
        leave(module, options);
        leave(context, options);
        Ok(output)
    })
}

fn written(module: &llvm::Module<'_>, format: Llvm) -> Vec<u8> {
    match format {
        Llvm::Bitcode => module.write_bitcode(),
        Llvm::Assembly => module.print().into_bytes(),
    }
}

/// A SPIR-V binary in the standard assembly syntax.
pub fn disassemble(bytes: &[u8]) -> Result<String> {
    let words = spirv::Words::read(bytes)?;
    Ok(spirv::text::disassemble(&words, spirv::text::Options::default()))
}
