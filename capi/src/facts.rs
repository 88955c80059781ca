//! The facts about a module that the queries return, with every text as a C string.

use crate::outcome::string;
use llvm_spirv::inspect::{Argument, EntryPoint, Inspection, SpecConstant};
use llvm_spirv::{Asker, Explanation, Reason};
use std::ffi::CString;

/// The facts about a module: its properties, its interface and its requirements.
#[derive(Debug)]
pub struct Facts {
    pub version: (u32, u32),
    pub generator: (u32, u32),
    pub tool: Option<CString>,
    pub addressing_model: CString,
    pub memory_model: CString,
    pub version_need: Need,
    pub capabilities: Vec<Need>,
    pub extensions: Vec<Need>,
    pub sets: Vec<CString>,
    pub constants: Vec<Constant>,
    pub entry_points: Vec<Entry>,
}

/// A declaration, with the first instruction that needs it.
#[derive(Debug)]
pub struct Need {
    pub name: CString,
    pub instruction: Option<CString>,
    pub function: Option<CString>,
    pub origin: Option<CString>,
    pub word: Option<usize>,
    pub count: usize,
}

/// A specialization constant.
#[derive(Debug)]
pub struct Constant {
    pub spec_id: u32,
    pub width: u32,
    pub name: Option<CString>,
    pub type_name: CString,
    pub bits: u64,
}

/// An entry point.
#[derive(Debug)]
pub struct Entry {
    pub name: CString,
    pub model: CString,
    pub local_size: [u32; 3],
    pub arguments: Vec<Parameter>,
}

/// An argument of an entry point.
#[derive(Debug)]
pub struct Parameter {
    pub name: Option<CString>,
    pub type_name: CString,
    pub storage_class: Option<CString>,
}

impl Facts {
    /// Returns the facts of a module; the reasons of its requirements may come from LLVM IR.
    pub fn new(inspection: &Inspection, explanation: &Explanation) -> Self {
        let version = inspection.version;
        let (asker, count) = (explanation.version_asked_by.as_ref(), explanation.version_count);
        Self {
            version: (version.major.into(), version.minor.into()),
            generator: (inspection.generator.0.into(), inspection.generator.1.into()),
            tool: inspection.tool.as_deref().map(string),
            addressing_model: string(&inspection.addressing_model),
            memory_model: string(&inspection.memory_model),
            version_need: Need::new(&version.to_string(), asker, count),
            capabilities: explanation.capabilities.iter().map(Need::from).collect(),
            extensions: explanation.extensions.iter().map(Need::from).collect(),
            sets: inspection.extended_instruction_sets.iter().map(|name| string(name)).collect(),
            constants: inspection.spec_constants.iter().map(Constant::from).collect(),
            entry_points: inspection.entry_points.iter().map(Entry::from).collect(),
        }
    }
}

impl Need {
    fn new(name: &str, asker: Option<&Asker>, count: usize) -> Self {
        Self {
            name: string(name),
            instruction: asker.map(|asker| string(&asker.instruction)),
            function: asker.and_then(|asker| asker.function.as_deref()).map(string),
            origin: asker.and_then(|asker| asker.origin.as_ref()).map(|place| string(&place.to_string())),
            word: asker.map(|asker| asker.word),
            count,
        }
    }
}

impl From<&Reason> for Need {
    fn from(reason: &Reason) -> Self {
        Self::new(&reason.name, reason.asked_by.as_ref(), reason.count)
    }
}

impl From<&SpecConstant> for Constant {
    fn from(constant: &SpecConstant) -> Self {
        Self {
            spec_id: constant.spec_id,
            width: constant.width,
            name: constant.name.as_deref().map(string),
            type_name: string(&constant.type_name),
            bits: constant.bits,
        }
    }
}

impl From<&EntryPoint> for Entry {
    fn from(entry: &EntryPoint) -> Self {
        let size = |dimension: llvm_spirv::inspect::Length| {
            dimension.value.and_then(|value| u32::try_from(value).ok()).unwrap_or_default()
        };
        Self {
            name: string(&entry.name),
            model: string(&entry.model),
            local_size: entry.local_size.map_or([0; 3], |all| all.map(size)),
            arguments: entry.arguments.iter().map(Parameter::from).collect(),
        }
    }
}

impl From<&Argument> for Parameter {
    fn from(argument: &Argument) -> Self {
        Self {
            name: argument.name.as_deref().map(string),
            type_name: string(&argument.type_name),
            storage_class: argument.storage_class.as_deref().map(string),
        }
    }
}
