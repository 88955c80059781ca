//! The declarations that the environment of a module forbids: a version, capabilities, extensions, models, and sets of
//! extended instructions.
//!
//! In: a module and the environment that it comes from. Out: an error for each declaration that is forbidden there,
//! with its offset. An instruction cannot use an undeclared capability, so the functions are not examined.

use crate::binary::grammar::Kind;
use crate::binary::instruction::Instruction;
use crate::binary::module::Module;
use crate::environment::{Environment, Feature, Version};
use crate::error::{Collected, Error, Result};
use ::spirv::{AddressingModel, Capability, MemoryModel, Op};

/// Checks the declarations of a module.
///
/// # Errors
/// All that is forbidden, up to `limit` errors.
pub fn check(module: &Module<'_>, environment: &Environment, limit: usize) -> Result<()> {
    let mut errors = Collected::<()>::new(limit);
    let (major, minor) = module.header().version;
    let version = Version::new(major, minor);
    if version > environment.version() {
        let needed = format!("SPIR-V {version}");
        errors.add(forbidden("the module", &needed, environment, |other| other.version() >= version).at_word(1))?;
    }
    if environment.is_limited() {
        let is_mode = |instruction: &Instruction<'_>| instruction.opcode() != Op::Function;
        for instruction in module.words().instructions().take_while(is_mode) {
            let offset = instruction.offset();
            if let Some(error) = declaration(instruction, environment)? {
                errors.add(error.at_word(offset))?;
            }
        }
    }
    errors.finish()
}

/// Returns the error for a declaration that the environment forbids.
fn declaration(instruction: Instruction<'_>, environment: &Environment) -> Result<Option<Error>> {
    let at = |index: usize| instruction.operands().get(index).copied().unwrap_or_default();
    let named = |kind: Kind, value: u32| super::super::grammar::enumerant(kind, value).map_or("", |row| row.name);
    let error = match instruction.opcode() {
        Op::Capability => Capability::from_u32(at(0)).and_then(|capability| {
            let needed = format!("the capability {}", named(Kind::Capability, at(0)));
            unless(environment, "the module", &needed, |one| one.allows_capability(capability))
        }),
        Op::Extension => {
            let (name, _) = instruction.string(0)?;
            unless(environment, "the module", &name, |one| one.allows_extension(&name))
        }
        Op::ExtInstImport => {
            let (name, _) = instruction.string(1)?;
            unless(environment, "the module", &format!("the instructions of {name}"), |one| one.allows_set(&name))
        }
        Op::MemoryModel => {
            let (addressing, memory) = (AddressingModel::from_u32(at(0)), MemoryModel::from_u32(at(1)));
            let addresses = |one: &Environment| addressing.is_none_or(|model| one.allows_addressing(model));
            let remembers = |one: &Environment| memory.is_none_or(|model| one.allows_memory(model));
            let text = format!("{} addressing", named(Kind::AddressingModel, at(0)));
            unless(environment, "the module", &text, addresses).or_else(|| {
                let text = format!("the memory model {}", named(Kind::MemoryModel, at(1)));
                unless(environment, "the module", &text, remembers)
            })
        }
        Op::EntryPoint => {
            let needed = format!("the execution model {}", named(Kind::ExecutionModel, at(0)));
            let feature = Feature::Enumerant(Kind::ExecutionModel, at(0));
            unless(environment, "an entry point", &needed, |one| one.has(feature))
        }
        _ => None,
    };
    Ok(error)
}

/// Returns an error, unless `allows` holds for the environment.
fn unless(environment: &Environment, what: &str, needed: &str, allows: impl Fn(&Environment) -> bool) -> Option<Error> {
    (!allows(environment)).then(|| forbidden(what, needed, environment, allows))
}

fn forbidden(what: &str, needed: &str, environment: &Environment, allows: impl Fn(&Environment) -> bool) -> Error {
    Error::forbidden(what, needed, &environment.name(), environment.other(allows))
}
