//! Reflection: the interface of a SPIR-V module to its host. Entry points with their interfaces, descriptors, push
//! constants, specialization constants, the types with their layout, selections and loops.
//!
//! In: a SPIR-V binary. Out: plain data, in the order of the module. Only what the module says counts, nothing is
//! translated. Types refer to each other by id, so that their size is that of the module, however they nest.

mod computed;
mod constants;
mod constructs;
mod entry_points;
mod modes;
mod reflection;
mod types;
mod variables;

pub use constants::{Number, SpecConstant};
pub use constructs::{Construct, ConstructKind};
pub use entry_points::{Argument, EntryPoint, InterfaceVariable};
pub use modes::{Dimension, Mode};
pub use reflection::{Fact, Told};
pub use types::{Form, Image, Length, Member, Placement, Type};
pub use variables::{Block, Descriptor, DescriptorKind};

use crate::binary::explain::{self, Explanation};
use crate::binary::grammar::{self, Kind};
use crate::binary::{Module, Words, text};
use crate::error::Result;
use crate::options::Version;
use computed::Constants;
use std::collections::BTreeMap;

/// The number that belongs to no tool (SPIR-V 2.3): it is registered for Khronos itself, which has no tool of that
/// name.
const UNNAMED: u16 = 0;

/// The interface of a SPIR-V module.
///
/// ```
/// use llvm_spirv::inspect::Inspection;
/// use llvm_spirv::{llvm_to_spirv, options::Options};
///
/// let ir = br#"
///   target triple = "spir64-unknown-unknown"
///   define spir_kernel void @fill(ptr addrspace(1) %out, i32 %value) {
///     store i32 %value, ptr addrspace(1) %out, align 4
///     ret void
///   }"#;
/// let spirv = llvm_to_spirv(ir, &Options::default())?;
/// let inspection = Inspection::of(&spirv.bytes)?;
/// let kernel = &inspection.entry_points[0];
/// assert_eq!((kernel.name.as_str(), kernel.model.as_str()), ("fill", "Kernel"));
/// assert_eq!(kernel.arguments[1].name.as_deref(), Some("value"));
/// # Ok::<(), llvm_spirv::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Inspection {
    /// The version in the header.
    pub version: Version,
    /// The number under which the tool that made the module is registered, and the version of the tool.
    pub generator: (u16, u16),
    /// The name of that tool, if it is known.
    pub tool: Option<String>,
    /// The addressing model.
    pub addressing_model: String,
    /// The memory model.
    pub memory_model: String,
    /// The capabilities and extensions, each with the first instruction that asks for it.
    pub explanation: Explanation,
    /// The extended instruction sets.
    pub extended_instruction_sets: Vec<String>,
    /// The entry points.
    pub entry_points: Vec<EntryPoint>,
    /// The variables that descriptors are bound to.
    pub descriptors: Vec<Descriptor>,
    /// The blocks of push constants.
    pub push_constants: Vec<Block>,
    /// The constants that can be set.
    pub spec_constants: Vec<SpecConstant>,
    /// The facts for the host about kernels that became shaders.
    pub reflection: Vec<Told>,
    /// The selections and loops of the functions, outer ones first.
    pub constructs: Vec<Construct>,
    /// The types, by id.
    pub types: BTreeMap<u32, Type>,
}

impl Inspection {
    /// Inspects a SPIR-V binary, in either byte order.
    ///
    /// # Errors
    /// [`Kind::Invalid`](crate::error::Kind::Invalid) where the input is not SPIR-V or breaks a rule of it that every
    /// reader relies on.
    pub fn of(bytes: &[u8]) -> Result<Self> {
        let words = Words::read(bytes)?;
        let joined = words.joined();
        let words = joined.as_ref().unwrap_or(&words);
        let explanation = explain::explain_with(words, &|_| None)?;
        let module = Module::index(words)?;
        let constants = Constants::of(&module);
        let types = types::Types::of(&constants)?;
        let modes = modes::Modes::of(&constants)?;
        let (addressing, memory) = module.memory_model();
        let header = module.header();
        Ok(Self {
            version: explanation.version,
            generator: (header.tool(), header.tool_version()),
            tool: text::generator::name(header.tool()).filter(|_| header.tool() != UNNAMED).map(str::to_owned),
            addressing_model: enumerant(Kind::AddressingModel, addressing as u32),
            memory_model: enumerant(Kind::MemoryModel, memory as u32),
            explanation,
            extended_instruction_sets: module.ext_inst_sets().iter().map(|set| set.name.clone()).collect(),
            entry_points: entry_points::all(&module, &modes, &types)?,
            descriptors: variables::descriptors(&module, &types)?,
            push_constants: variables::push_constants(&module, &types)?,
            spec_constants: constants::spec_constants(&module)?,
            reflection: reflection::all(&module)?,
            constructs: constructs::all(&module)?,
            types: types.all,
        })
    }

    /// Returns the selections and loops of a function, outer ones first.
    pub fn constructs(&self, function: u32) -> impl Iterator<Item = &Construct> {
        self.constructs.iter().filter(move |construct| construct.function == function)
    }
}

/// Returns the name of an enumerant, or its number where the grammar does not know it.
fn enumerant(kind: Kind, value: u32) -> String {
    grammar::enumerant(kind, value).map_or_else(|| value.to_string(), |row| row.name.to_owned())
}

/// Returns the name of an id, if it has a non-empty one.
fn name(module: &Module<'_>, id: u32) -> Option<String> {
    module.name(id).filter(|name| !name.is_empty()).map(str::to_owned)
}
