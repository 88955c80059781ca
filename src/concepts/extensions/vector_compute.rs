//! Vector compute (`SPV_INTEL_vector_compute`): the attributes of functions, parameters and variables in Intel's C for Metal.
//!
//! In LLVM IR: attributes that are strings, `"VCFunction"`, `"VCSIMTCall"="5"`. In SPIR-V: decorations and, for
//! kernels, execution modes. They are written where the extension is allowed. The rounding mode of floating-point
//! numbers and the handling of denormals are one number in LLVM IR ([`floats`]). Variables with `"VCGlobalVariable"`
//! may be private to an invocation, which is address space 0.

mod floats;

use crate::binary::builder::Id;
use crate::binary::{self, DecorationView, Instruction};
use crate::concepts::base::decorations::forward as decorate;
use crate::concepts::base::modes;
use crate::conventions::calling::SPIR_KERNEL;
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributePlace, Module, Value};
use crate::options::Options;
use crate::state::{Chapter, Forward, Reverse, availability};
use ::spirv::{Decoration as D, ExecutionMode as Mode, StorageClass};
use llvm_spirv_metadata::Decoration;

const EXTENSION: &str = "SPV_INTEL_vector_compute";
const FUNCTION: &str = "VCFunction";
const VARIABLE: &str = "VCGlobalVariable";
const SINGLE: &str = "VCSingleElementVector";

/// The interpretation of an attribute's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    /// The attribute has no value.
    None,
    /// The value is the operand of the decoration.
    Operand,
    /// The value is the number of indirections from a pointer to its element: the operand of a decoration of pointers,
    /// which other parameters do not get.
    Indirections,
}

/// An attribute and its decoration.
type Row = (&'static str, D, Number);

const OF_FUNCTIONS: [Row; 3] = [
    ("VCStackCall", D::StackCallINTEL, Number::None),
    (FUNCTION, D::VectorComputeFunctionINTEL, Number::None),
    ("VCSIMTCall", D::SIMTCallINTEL, Number::Operand),
];
const OF_RESULTS: [Row; 1] = [(SINGLE, D::SingleElementVectorINTEL, Number::Indirections)];
const OF_PARAMETERS: [Row; 3] = [
    ("VCArgumentIOKind", D::FuncParamIOKindINTEL, Number::Operand),
    (SINGLE, D::SingleElementVectorINTEL, Number::Indirections),
    ("VCMediaBlockIO", D::MediaBlockIOINTEL, Number::None),
];
const OF_VARIABLES: [Row; 4] = [
    (VARIABLE, D::VectorComputeVariableINTEL, Number::None),
    ("VCByteOffset", D::GlobalVariableOffsetINTEL, Number::Operand),
    ("VCVolatile", D::Volatile, Number::None),
    (SINGLE, D::SingleElementVectorINTEL, Number::Indirections),
];

/// Attributes of kernels that are execution modes of one number.
const MODES: [(&str, Mode); 2] =
    [("VCSLMSize", Mode::SharedLocalMemorySizeINTEL), ("VCNamedBarrierCount", Mode::NamedBarrierCountINTEL)];

/// The chapter's hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    prefers_own_vectors: Some(|f| is_module(f.module)),
    storage_class: Some(storage_class),
    decorate_variable: Some(forward_variable),
    decorate_function: Some(forward),
    forward_modes: Some(forward_modes),
    expresses_mode: Some(says_mode),
    reverse_global: Some(|r, id, variable| reverse_variable(r, id, variable)),
    expresses: Some(|r, id, _, decoration| says(r, id, decoration)),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the storage class of a variable that is private to an invocation; none for other variables.
fn storage_class(f: &Forward<'_>, variable: Value<'_>) -> Option<StorageClass> {
    let is_private = variable.ty().address_space() == 0 && is_variable(f.options, variable);
    is_private.then_some(StorageClass::Private)
}

/// Returns whether a global is a variable of vector compute, and the extension is allowed.
pub fn is_variable(options: &Options, variable: Value<'_>) -> bool {
    availability::allows(options, EXTENSION) && is_marked(variable)
}

/// Returns whether the variable has the attribute of vector compute.
pub fn is_marked(variable: Value<'_>) -> bool {
    variable.variable_attribute(VARIABLE).is_some()
}

/// Returns whether the module has a function or a variable of vector compute.
pub fn is_module(module: &Module<'_>) -> bool {
    module.functions().any(|function| function.string_attribute(AttributePlace::Function, FUNCTION).is_some())
        || module.globals().any(is_marked)
}

/// The decorations of a function and its parameters.
pub fn forward<'m>(f: &mut Forward<'m>, function: Value<'m>, id: Id) -> Result<()> {
    if !availability::allows(f.options, EXTENSION) {
        return Ok(());
    }
    let attribute = |place| move |name: &str| function.string_attribute(place, name);
    decorate_by(f, id, &OF_FUNCTIONS, false, attribute(AttributePlace::Function))?;
    let result = function.function_type().and_then(|ty| ty.function_return());
    let is_pointer = result.is_some_and(|ty| ty.is_pointer());
    decorate_by(f, id, &OF_RESULTS, is_pointer, attribute(AttributePlace::Return))?;
    for (index, param) in (0..).zip(function.params()) {
        let Some(operand) = f.body.values.get(&param).copied() else { continue };
        let attribute = attribute(AttributePlace::Param(index));
        decorate_by(f, operand.id, &OF_PARAMETERS, param.ty().is_pointer(), attribute)?;
    }
    match function.call_conv() {
        SPIR_KERNEL => Ok(()),
        _ => floats::forward(f, function, id),
    }
}

/// The execution modes of a kernel.
pub fn forward_modes<'m>(f: &mut Forward<'m>, function: Value<'m>, id: Id) -> Result<()> {
    if !availability::allows(f.options, EXTENSION) {
        return Ok(());
    }
    for (name, mode) in MODES {
        if let Some(text) = function.string_attribute(AttributePlace::Function, name) {
            modes::emit(f, id, mode, &[number(name, &text)?])?;
        }
    }
    floats::forward_modes(f, function, id)
}

/// The decorations of a variable.
pub fn forward_variable<'m>(f: &mut Forward<'m>, variable: Value<'m>, id: Id) -> Result<()> {
    if !is_variable(f.options, variable) {
        return Ok(());
    }
    decorate_by(f, id, &OF_VARIABLES, true, |name| variable.variable_attribute(name))
}

fn decorate_by(
    f: &mut Forward<'_>,
    id: Id,
    rows: &[Row],
    is_pointer: bool,
    attribute: impl Fn(&str) -> Option<String>,
) -> Result<()> {
    for (name, decoration, kind) in rows {
        let Some(text) = attribute(name) else { continue };
        let words = match kind {
            Number::None => Vec::new(),
            Number::Operand => vec![number(name, &text)?],
            Number::Indirections if is_pointer => vec![number(name, &text)?],
            Number::Indirections => Vec::new(),
        };
        decorate::decorate(f, id, &Decoration::ints(*decoration as u32, &words))?;
    }
    Ok(())
}

/// Returns the value of an attribute as a number; an empty value is 0.
fn number(name: &str, text: &str) -> Result<u32> {
    match text {
        "" => Ok(0),
        _ => text.parse().map_err(|_| {
            Error::of(Code::Attribute, format!("the attribute \"{name}\"=\"{text}\", which is no number"))
        }),
    }
}

// --- SPIR-V to LLVM ---

/// Returns whether an attribute of vector compute expresses the decoration.
pub fn says(r: &Reverse<'_>, id: Id, decoration: &DecorationView<'_>) -> bool {
    let Some(kind) = decoration.kind else { return false };
    let rows = [&OF_FUNCTIONS[..], &OF_PARAMETERS, &OF_VARIABLES];
    match kind {
        D::Volatile => r.spv.decoration(id, D::VectorComputeVariableINTEL).is_some(),
        _ => rows.into_iter().flatten().any(|row| row.1 == kind) || floats::says(r, id, kind),
    }
}

/// Returns whether an attribute of vector compute expresses the execution mode.
pub fn says_mode(r: &Reverse<'_>, inst: Instruction<'_>) -> bool {
    let mode = inst.operand(1).ok().and_then(Mode::from_u32);
    mode.is_some_and(|mode| MODES.iter().any(|row| row.1 == mode)) || floats::says_mode(r, inst)
}

/// Returns whether the module has decorations that become attributes of functions or their parameters.
pub fn decorates_functions(r: &Reverse<'_>) -> bool {
    let mut rows = OF_FUNCTIONS.iter().chain(&OF_RESULTS).chain(&OF_PARAMETERS);
    rows.any(|(_, decoration, _)| !r.spv.lacks(*decoration))
}

/// The attributes of a function and its parameters; `is_decorated` is what [`decorates_functions`] returns.
pub fn reverse<'m>(r: &Reverse<'m>, function: binary::Function<'m>, is_decorated: bool) -> Result<()> {
    let (id, value) = (function.id(), r.value(function.id())?);
    if is_decorated {
        attributes(r, id, value, &OF_FUNCTIONS, AttributePlace::Function)?;
        attributes(r, id, value, &OF_RESULTS, AttributePlace::Return)?;
        for (index, param) in (0..).zip(function.parameters) {
            let id = param.result_id().unwrap_or_default();
            attributes(r, id, value, &OF_PARAMETERS, AttributePlace::Param(index))?;
        }
    }
    for inst in r.execution_modes.get(&id).into_iter().flatten() {
        let mode = Mode::from_u32(inst.operand(1)?);
        if let Some((name, _)) = MODES.iter().find(|row| Some(row.1) == mode) {
            value.add_string_attribute(AttributePlace::Function, name, &inst.operand(2)?.to_string())?;
        }
    }
    match floats::control(r, id) {
        Some(control) => value.add_string_attribute(AttributePlace::Function, floats::NAME, &control.to_string()),
        None => Ok(()),
    }
}

fn attributes<'m>(r: &Reverse<'m>, id: Id, value: Value<'m>, rows: &[Row], place: AttributePlace) -> Result<()> {
    for (name, text) in texts(r, id, rows) {
        value.add_string_attribute(place, name, &text)?;
    }
    Ok(())
}

/// The attributes of a variable.
pub fn reverse_variable<'m>(r: &Reverse<'m>, id: Id, variable: Value<'m>) -> Result<()> {
    if r.spv.decoration(id, D::VectorComputeVariableINTEL).is_none() {
        return Ok(());
    }
    for (name, text) in texts(r, id, &OF_VARIABLES) {
        variable.add_variable_attribute(name, &text)?;
    }
    Ok(())
}

/// Returns the attributes for the decorations of an id, with their values.
fn texts(r: &Reverse<'_>, id: Id, rows: &[Row]) -> Vec<(&'static str, String)> {
    let text = |(name, decoration, kind): &Row| {
        let operand = r.spv.decoration(id, *decoration)?.first().copied();
        let text = match kind {
            Number::None => String::new(),
            Number::Operand | Number::Indirections => operand.unwrap_or_default().to_string(),
        };
        Some((*name, text))
    };
    rows.iter().filter_map(text).collect()
}
