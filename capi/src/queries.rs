//! Queries about a module, its properties, interface and requirements: `llvm_spirv_module_*` of the header.

use crate::facts::{Constant, Entry, Facts, Need, Parameter};
use crate::outcome::Outcome;
use crate::{pointer, raw};
use std::ffi::c_char;
use std::ptr::null;

/// `llvm_spirv_module`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ModuleView {
    major: u32,
    minor: u32,
    addressing_model: *const c_char,
    memory_model: *const c_char,
    tool: *const c_char,
    tool_number: u32,
    tool_version: u32,
    capabilities: usize,
    extensions: usize,
    sets: usize,
    constants: usize,
    entry_points: usize,
}

/// `llvm_spirv_need`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct NeedView {
    name: *const c_char,
    instruction: *const c_char,
    function: *const c_char,
    origin: *const c_char,
    word: usize,
    count: usize,
}

/// `llvm_spirv_spec_constant`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ConstantView {
    spec_id: u32,
    width: u32,
    bits: u64,
    name: *const c_char,
    type_name: *const c_char,
}

/// `llvm_spirv_entry_point`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct EntryView {
    name: *const c_char,
    model: *const c_char,
    local_size: [u32; 3],
    arguments: usize,
}

/// `llvm_spirv_argument`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ParameterView {
    name: *const c_char,
    type_name: *const c_char,
    storage_class: *const c_char,
}

impl From<&Facts> for ModuleView {
    fn from(facts: &Facts) -> Self {
        Self {
            major: facts.version.0,
            minor: facts.version.1,
            addressing_model: facts.addressing_model.as_ptr(),
            memory_model: facts.memory_model.as_ptr(),
            tool: pointer(facts.tool.as_ref()),
            tool_number: facts.generator.0,
            tool_version: facts.generator.1,
            capabilities: facts.capabilities.len(),
            extensions: facts.extensions.len(),
            sets: facts.sets.len(),
            constants: facts.constants.len(),
            entry_points: facts.entry_points.len(),
        }
    }
}

impl From<&Need> for NeedView {
    fn from(need: &Need) -> Self {
        Self {
            name: need.name.as_ptr(),
            instruction: pointer(need.instruction.as_ref()),
            function: pointer(need.function.as_ref()),
            origin: pointer(need.origin.as_ref()),
            word: need.word.unwrap_or(usize::MAX),
            count: need.count,
        }
    }
}

impl From<&Constant> for ConstantView {
    fn from(constant: &Constant) -> Self {
        Self {
            spec_id: constant.spec_id,
            width: constant.width,
            bits: constant.bits,
            name: pointer(constant.name.as_ref()),
            type_name: constant.type_name.as_ptr(),
        }
    }
}

impl From<&Entry> for EntryView {
    fn from(entry: &Entry) -> Self {
        Self {
            name: entry.name.as_ptr(),
            model: entry.model.as_ptr(),
            local_size: entry.local_size,
            arguments: entry.arguments.len(),
        }
    }
}

impl From<&Parameter> for ParameterView {
    fn from(parameter: &Parameter) -> Self {
        Self {
            name: pointer(parameter.name.as_ref()),
            type_name: parameter.type_name.as_ptr(),
            storage_class: pointer(parameter.storage_class.as_ref()),
        }
    }
}

fn facts<'a>(result: *const Outcome) -> Option<&'a Facts> {
    raw::shared(result)?.facts.as_deref()
}

/// Stores the properties of the module.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_module_get(result: *const Outcome, module: *mut ModuleView, size: usize) -> bool {
    raw::copy(module, size, facts(result).map(ModuleView::from))
}

/// Stores the reason for the version of the module.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_module_version(result: *const Outcome, need: *mut NeedView, size: usize) -> bool {
    raw::copy(need, size, facts(result).map(|facts| (&facts.version_need).into()))
}

/// Stores a capability, by number.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_module_capability(
    result: *const Outcome,
    index: usize,
    need: *mut NeedView,
    size: usize,
) -> bool {
    raw::copy(need, size, facts(result).and_then(|facts| facts.capabilities.get(index)).map(NeedView::from))
}

/// Stores an extension, by number.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_module_extension(
    result: *const Outcome,
    index: usize,
    need: *mut NeedView,
    size: usize,
) -> bool {
    raw::copy(need, size, facts(result).and_then(|facts| facts.extensions.get(index)).map(NeedView::from))
}

/// The name of an extended instruction set, by number.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_module_instruction_set(result: *const Outcome, index: usize) -> *const c_char {
    facts(result).and_then(|facts| facts.sets.get(index)).map_or(null(), |name| name.as_ptr())
}

/// Stores a specialization constant, by number.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_module_spec_constant(
    result: *const Outcome,
    index: usize,
    constant: *mut ConstantView,
    size: usize,
) -> bool {
    raw::copy(constant, size, facts(result).and_then(|facts| facts.constants.get(index)).map(ConstantView::from))
}

/// Stores an entry point, by number.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_module_entry_point(
    result: *const Outcome,
    index: usize,
    entry: *mut EntryView,
    size: usize,
) -> bool {
    raw::copy(entry, size, facts(result).and_then(|facts| facts.entry_points.get(index)).map(EntryView::from))
}

/// Stores an argument of an entry point, by numbers.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_module_argument(
    result: *const Outcome,
    entry: usize,
    index: usize,
    argument: *mut ParameterView,
    size: usize,
) -> bool {
    let entry = facts(result).and_then(|facts| facts.entry_points.get(entry));
    raw::copy(argument, size, entry.and_then(|entry| entry.arguments.get(index)).map(ParameterView::from))
}
