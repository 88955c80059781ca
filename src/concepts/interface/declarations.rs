//! Declarations of a module that none of its instructions require (SPIR-V 3.42.5 "Mode-Setting Instructions", 2.3 "Physical Layout").
//!
//! In LLVM IR: `!spirv.Capability`, `!spirv.Extension`, `!spirv.Generator` and `!spirv.ModuleProcessed` (S3-63, S3-64,
//! S3-66). Capabilities that instructions require are declared for them and need no metadata: on the way back, only the
//! others are written. Extensions are all written: those that the input declares are allowed on the way forward
//! ([`allow_declared`]), unless the user refuses them. On the way forward a capability that needs another version or
//! extension is left out, since no instruction requires it.

use crate::binary::builder::Section;
use crate::binary::{Op, explain, grammar};
use crate::conventions::nodes::{add, all, all_of};
use crate::environment::Feature;
use crate::error::{Error, Result};
use crate::llvm::Module;
use crate::options::Options;
use crate::state::{Forward, Reverse, availability};
use llvm_spirv_metadata::Generator;
use llvm_spirv_metadata::module::{Capability, Extension, ModuleProcessed};

// --- LLVM to SPIR-V ---

/// Allows the extensions that the input declares, except those that the user refuses. In Khronos mode only flags allow extensions.
pub fn allow_declared(module: &Module<'_>, options: &mut Options) -> Result<()> {
    if !options.policy.ignores_declarations {
        all_of::<Extension>(module)?.iter().for_each(|Extension(name)| options.extensions.declare(name));
    }
    Ok(())
}

/// Emits all declared capabilities and extensions.
pub fn forward(f: &mut Forward<'_>) -> Result<()> {
    for Capability(number) in all(f)? {
        capability(f, number);
    }
    // The Khronos translator reads no more than these.
    if f.options.policy.ignores_declarations {
        return refuse_extensions(f);
    }
    for extension in all::<Extension>(f)? {
        let name = &extension.0;
        if !extension.is_spirv() {
            f.warn(format!("!spirv.Extension {name:?} is dropped: it is no extension of SPIR-V (SPV_...)"));
        } else if availability::allows(f.options, name) {
            f.spv.require_extension(name);
        }
    }
    for ModuleProcessed(text) in all(f)? {
        if !availability::raise(f, Feature::Opcode(Op::ModuleProcessed)) {
            break;
        }
        f.spv.with_string(Section::Processed, Op::ModuleProcessed, &[], &text, &[])?;
    }
    if let Some(generator) = all::<Generator>(f)?.first() {
        f.spv.set_generator(generator.word());
    }
    Ok(())
}

/// Returns whether `!spirv.Capability` names the capability.
pub fn names_capability(f: &Forward<'_>, capability: ::spirv::Capability) -> Result<bool> {
    Ok(all::<Capability>(f)?.iter().any(|named| named.0 == capability as u32))
}

/// Returns an error for the first extension in `!spirv.Extension` that no flag allows, in Khronos mode.
fn refuse_extensions(f: &Forward<'_>) -> Result<()> {
    let refused = all::<Extension>(f)?.into_iter().find(|e| e.is_spirv() && !availability::allows(f.options, &e.0));
    refused.map_or(Ok(()), |Extension(name)| Err(Error::needs_extension("the module", &name)))
}

fn capability(f: &mut Forward<'_>, number: u32) {
    let Some(row) = grammar::enumerant(grammar::Kind::Capability, number) else { return };
    let Some(capability) = ::spirv::Capability::from_u32(number) else { return };
    if availability::is_available(f, &row.requires) || f.options.policy.declares_unavailable_capabilities {
        f.spv.require(capability);
    }
}

// --- SPIR-V to LLVM ---

/// Writes the declarations that no instruction requires.
pub fn reverse(r: &mut Reverse<'_>) -> Result<()> {
    add(r, &Generator::from_word(r.spv.header().generator))?;
    if r.options.policy.ignores_declarations {
        return Ok(());
    }
    for capability in explain::unasked_capabilities(r.spv)? {
        add(r, &Capability(capability as u32))?;
    }
    for name in r.spv.extensions() {
        add(r, &Extension(name.clone()))?;
    }
    for inst in r.spv.module_processed() {
        if r.debug.as_deref().is_some_and(|debug| debug.sentences.contains(&inst.offset())) {
            continue;
        }
        add(r, &ModuleProcessed(inst.string(0)?.0))?;
    }
    Ok(())
}
