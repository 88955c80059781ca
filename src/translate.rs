//! One translation: bytes in, bytes out.

use crate::binary::passes::{specialize, variants};
use crate::binary::text::assembler::{self, AssemblyOptions};
use crate::binary::text::{self, DisassemblyOptions};
use crate::binary::{Module, Words, check, explain::Explanation, write};
use crate::error::Result;
use crate::llvm;
use crate::options::Options;
use crate::{Llvm, Output, forward, older, reverse};
use std::borrow::Cow;

/// Translates bitcode or assembly to a SPIR-V binary, in the byte order of the options.
///
/// # Errors
/// [`Kind::Invalid`](crate::error::Kind::Invalid) where the input is not LLVM IR or breaks a rule of it,
/// [`Kind::Unsupported`](crate::error::Kind::Unsupported) where SPIR-V, or what the options allow of it, cannot express
/// it.
///
/// ```
/// use llvm_spirv::error::Code;
/// use llvm_spirv::{llvm_to_spirv, options::Options};
///
/// let error = llvm_to_spirv(b"define void @f( {", &Options::default());
/// assert!(error.is_err_and(|error| error.code() == Code::Assembly && error.help().is_none()));
/// ```
pub fn llvm_to_spirv(bytes: &[u8], options: &Options) -> Result<Output> {
    let forward::Translated { binary, warnings } = llvm_to_binary(bytes, options)?;
    Ok(Output { bytes: binary.bytes(), warnings })
}

/// Translates as [`llvm_to_spirv`], for callers that write the module without copying it.
pub fn llvm_to_binary(bytes: &[u8], options: &Options) -> Result<forward::Translated> {
    with_module(bytes, options, |module| forward::translate(module, options))
}

/// Parses a file and calls `work` with the module.
fn with_module<T>(bytes: &[u8], options: &Options, work: impl FnOnce(&llvm::Module<'_>) -> Result<T>) -> Result<T> {
    let context = llvm::Context::new();
    let module = forward::read(&context, bytes, "")?;
    let made = work(&module).map_err(|error| forward::at_fault(error, bytes))?;
    forget(module, options);
    forget(context, options);
    Ok(made)
}

/// Translates as [`llvm_to_spirv`], and says which instructions need what the module declares.
///
/// # Errors
/// The errors of [`llvm_to_spirv`].
///
/// ```
/// use llvm_spirv::{explain, options::Options};
///
/// let ir = br#"
///   target triple = "spir64-unknown-unknown"
///   define spir_func i64 @next(i64 %n) {
///     %m = add i64 %n, 1
///     ret i64 %m
///   }"#;
/// let (_, explanation) = explain(ir, &Options::default())?;
/// let int64 = explanation.capabilities.iter().find(|reason| reason.name == "Int64");
/// let asked_by = int64.and_then(|reason| reason.asked_by.as_ref()).map(|asker| asker.instruction.as_str());
/// assert!(asked_by.is_some_and(|instruction| instruction.contains("OpTypeInt 64")));
/// # Ok::<(), llvm_spirv::error::Error>(())
/// ```
pub fn explain(bytes: &[u8], options: &Options) -> Result<(Output, Explanation)> {
    let (translated, explanation) = with_module(bytes, options, |module| forward::explain(module, options))?;
    Ok((Output { bytes: translated.binary.bytes(), warnings: translated.warnings }, explanation))
}

/// Translates a SPIR-V binary, in either byte order, to bitcode or assembly. Bytes that are given away are freed before
/// LLVM verifies and writes the module, so that their memory serves it.
///
/// # Errors
/// [`Kind::Invalid`](crate::error::Kind::Invalid) where the input is not SPIR-V or breaks a rule of it,
/// [`Kind::Unsupported`](crate::error::Kind::Unsupported) where it is of a newer version than the options allow, or
/// holds what is not translated, or what the LLVM that it is for lacks.
pub fn spirv_to_llvm<'b>(bytes: impl Into<Cow<'b, [u8]>>, options: &Options, format: Llvm) -> Result<Output> {
    let bytes = bytes.into();
    let words = specialized(Words::read(&bytes)?, options)?;
    let context = llvm::Context::new();
    let mut made = reverse::make(&words, options, &context)?;
    drop(words);
    drop(bytes);
    let bytes = made.finish(options, |module| older::module(module, format, options.llvm_version))??;
    let output = Output { bytes, warnings: std::mem::take(&mut made.warnings) };
    forget(made, options);
    forget(context, options);
    Ok(output)
}

/// Drops a module, its owner, or a context; or forgets it, if the options leave memory to the process.
fn forget<T>(owner: T, options: &Options) {
    if options.leaves_memory {
        std::mem::forget(owner);
    }
}

/// Resolves variants for a given device, and replaces specialization constants by plain ones, if the options ask for
/// it.
fn specialized<'b>(words: Words<'b>, options: &Options) -> Result<Words<'b>> {
    let words = match &options.function_variants {
        Some(device) => Words::of(variants::resolve(&words, device, &options.spec_constants)?)?,
        None => words,
    };
    variants::check_resolved(&words)?;
    if options.spec_constants.is_empty() && !options.fold_spec_constants {
        return Ok(words);
    }
    Words::of(specialize::specialize(&words, &options.spec_constants))
}

/// Checks the rules of SPIR-V that every reader relies on, and what the environment and the version of the options allow. Nothing is
/// translated; the rest of the rules is that of SPIRV-Tools.
///
/// # Errors
/// All that is wrong, up to the limit of the options.
///
/// ```
/// use llvm_spirv::{AssemblyOptions, assemble, options::Options, validate};
///
/// let text = b"OpCapability Kernel\nOpMemoryModel Logical OpenCL\n%p = OpTypePointer Function %f\n";
/// let binary = assemble(text, AssemblyOptions::default())?;
/// assert!(validate(&binary, &Options::default()).is_err_and(|error| error.code().text() == "E0203"));
/// # Ok::<(), llvm_spirv::error::Error>(())
/// ```
pub fn validate(bytes: &[u8], options: &Options) -> Result<()> {
    let words = Words::read(bytes)?;
    reverse::check_version(&words, options)?;
    let joined = words.joined();
    let module = Module::index_up_to(joined.as_ref().unwrap_or(&words), options.error_limit)?;
    check::environment::check(&module, &options.environment, options.error_limit)
}

/// Rewrites LLVM IR to the form from which SPIR-V is made, up to a pass of [`passes`](crate::passes) that is named.
///
/// # Errors
/// The errors of [`llvm_to_spirv`] that arise before anything is translated, and a name that no pass has.
pub fn regularize(bytes: &[u8], options: &Options, format: Llvm, last: Option<&str>) -> Result<Output> {
    let context = llvm::Context::new();
    let module = forward::read(&context, bytes, "input")?;
    let (bytes, warnings) = forward::regularize(&module, options, last, |module| {
        older::module(&module.snapshot(), format, options.llvm_version)
    })?;
    let bytes = bytes?;
    forget(module, options);
    forget(context, options);
    Ok(Output { bytes, warnings })
}

/// Makes a SPIR-V binary of the standard assembly syntax, as `spirv-as` does, with the same bytes.
///
/// # Errors
/// [`Code::SpirvAssembly`](crate::error::Code::SpirvAssembly) with line and column where the text breaks the syntax.
/// Whether the module keeps the other rules of SPIR-V is not asked.
///
/// ```
/// use llvm_spirv::{AssemblyOptions, assemble, disassemble};
///
/// let text = b"OpCapability Kernel\nOpMemoryModel Logical OpenCL\n%void = OpTypeVoid\n";
/// let binary = assemble(text, AssemblyOptions::default())?;
/// assert!(disassemble(&binary)?.ends_with("%void = OpTypeVoid\n"));
///
/// let error = assemble(b"OpCapability Shader\n%void = OpTypeVod\n", AssemblyOptions::default()).unwrap_err();
/// assert_eq!(error.place().source.as_ref().map(|source| (source.line, source.column)), Some((2, 9)));
/// assert_eq!(error.help(), Some("did you mean OpTypeVoid?"));
/// # Ok::<(), llvm_spirv::error::Error>(())
/// ```
pub fn assemble(text: &[u8], options: AssemblyOptions) -> Result<Vec<u8>> {
    let words = assembler::assemble(text, options)?;
    Ok(write::as_bytes(&words).into_owned())
}

/// Returns a SPIR-V binary in the standard assembly syntax, as `spirv-as` reads it.
///
/// # Errors
/// [`Kind::Invalid`](crate::error::Kind::Invalid) where the input is not SPIR-V.
pub fn disassemble(bytes: &[u8]) -> Result<String> {
    disassemble_with(bytes, DisassemblyOptions::default())
}

/// Returns a SPIR-V binary in the standard assembly syntax, in a style. An instruction whose opcode is unknown becomes numbers, which
/// the assembler copies.
///
/// # Errors
/// [`Kind::Invalid`](crate::error::Kind::Invalid) where the input is not SPIR-V.
///
/// ```
/// use llvm_spirv::{AssemblyOptions, DisassemblyOptions, assemble, disassemble_with};
///
/// let binary = assemble(b"OpCapability Kernel\n%float = OpTypeFloat 32\n", AssemblyOptions::default())?;
/// let mut style = DisassemblyOptions::default();
/// (style.friendly_names, style.header, style.indent) = (false, false, false);
/// assert_eq!(disassemble_with(&binary, style)?, "OpCapability Kernel\n%1 = OpTypeFloat 32\n");
/// # Ok::<(), llvm_spirv::error::Error>(())
/// ```
pub fn disassemble_with(bytes: &[u8], options: DisassemblyOptions) -> Result<String> {
    Ok(text::disassemble(&Words::read_any(bytes)?, options))
}
