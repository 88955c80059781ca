//! Entry points of shaders (SPIR-V 3.42.5 "Mode-Setting Instructions", 3.3 "Execution Model").
//!
//! In LLVM IR: the attribute `"hlsl.shader"` with the stage in the spelling of LLVM's SPIR-V backend,
//! `"hlsl.numthreads"` with the size of a workgroup; and `!spirv.EntryPoint`, `!spirv.ExecutionMode`, which are
//! complete. If only the attributes are present, the entry point has the name of its function, and lists the variables
//! that it reaches.

use crate::binary::builder::Id;
use crate::binary::grammar::{self, Kind};
use crate::binary::{Instruction, Op};
use crate::concepts::base::modes;
use crate::concepts::interface::entry_points::interface::Users;
use crate::concepts::interface::spec_constants;
use crate::conventions::classes;
use crate::conventions::nodes;
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributePlace, Metadata, Value};
use crate::state::{Forward, Reverse};
use ::spirv::{Capability, ExecutionMode as Mode, ExecutionModel as Model, StorageClass};
use llvm_spirv_metadata::{EntryPoint, ExecutionMode, Named, Operand, Target, Tuple};
use rustc_hash::FxHashSet;

/// The attribute for the stage.
const STAGE: &str = "hlsl.shader";

/// The attribute for the size of a workgroup.
const SIZE: &str = "hlsl.numthreads";

/// The stages, and their execution models. A vendor's stage without a row has its name in the grammar.
const STAGES: &[(&str, Model)] = &[
    ("compute", Model::GLCompute),
    ("vertex", Model::Vertex),
    ("pixel", Model::Fragment),
    ("hull", Model::TessellationControl),
    ("domain", Model::TessellationEvaluation),
    ("geometry", Model::Geometry),
    ("mesh", Model::MeshEXT),
    ("amplification", Model::TaskEXT),
    ("mesh.nv", Model::MeshNV),
    ("amplification.nv", Model::TaskNV),
    ("raygeneration", Model::RayGenerationKHR),
    ("intersection", Model::IntersectionKHR),
    ("anyhit", Model::AnyHitKHR),
    ("closesthit", Model::ClosestHitKHR),
    ("miss", Model::MissKHR),
    ("callable", Model::CallableKHR),
];

/// Returns the stage of an execution model in the spelling of LLVM's SPIR-V backend.
pub fn stage(model: u32) -> Option<&'static str> {
    STAGES.iter().find(|row| row.1 as u32 == model).map(|row| row.0)
}

/// Returns the attribute's value for an execution model.
fn spelling(model: u32) -> Option<&'static str> {
    stage(model).or_else(|| grammar::enumerant(Kind::ExecutionModel, model).map(|row| row.name))
}

// --- SPIR-V to LLVM ---

/// All entry points and execution modes.
pub fn reverse(r: &mut Reverse<'_>) -> Result<bool> {
    for inst in r.spv.entry_points() {
        entry_point(r, *inst).map_err(|error| inst.place(error))?;
    }
    for inst in r.spv.execution_modes() {
        if !spec_constants::modes::reverse(r, *inst).map_err(|error| inst.place(error))? {
            mode(r, *inst).map_err(|error| inst.place(error))?;
        }
    }
    Ok(true)
}

fn entry_point<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (model, function) = (inst.operand(0)?, r.operand(inst, 1)?);
    let (name, end) = inst.string(2)?;
    if let Some(stage) = spelling(model) {
        function.add_string_attribute(AttributePlace::Function, STAGE, stage)?;
    }
    let mut interface = Vec::new();
    for id in inst.in_operands().get(end..).unwrap_or_default() {
        interface.push(r.context.md_value(r.value(*id)?)?);
    }
    let entry = EntryPoint { model, function: r.context.md_value(function)?, name, interface };
    r.module.add_named_metadata(EntryPoint::<Metadata<'m>>::NAME, nodes::reverse(r, &entry.write())?)
}

/// Translates a mode whose operands are literals or ids of ordinary constants.
fn mode<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (function, mode) = (r.operand(inst, 0)?, inst.operand(1)?);
    let mut operands = Vec::new();
    for word in inst.in_operands().get(2..).unwrap_or_default() {
        operands.push(match inst.opcode() {
            Op::ExecutionModeId => r.constant(*word)? as u32,
            _ => *word,
        });
    }
    if let ([x, y, z], true) = (operands.as_slice(), mode == Mode::LocalSize as u32) {
        function.add_string_attribute(AttributePlace::Function, SIZE, &format!("{x},{y},{z}"))?;
    }
    let target = Target::Function(r.context.md_value(function)?);
    let node = ExecutionMode { target, mode, operands: operands.into_iter().map(Operand::Int).collect() }.write();
    r.module.add_named_metadata(ExecutionMode::<Metadata<'m>>::NAME, nodes::reverse(r, &node)?)
}

// --- LLVM to SPIR-V ---

/// Returns the execution model in the attribute of a function.
fn model_of(function: Value<'_>) -> Option<Model> {
    let stage = function.string_attribute(AttributePlace::Function, STAGE)?;
    let row = STAGES.iter().find(|row| row.0 == stage);
    row.map(|row| row.1).or_else(|| {
        let rows = Kind::ExecutionModel.info().enumerants;
        rows.iter().find(|row| row.name == stage).and_then(|row| Model::from_u32(row.value))
    })
}

/// Returns whether the function is an entry point.
pub fn is_entry_point(function: Value<'_>) -> bool {
    function.is_function() && !function.is_declaration() && model_of(function).is_some()
}

/// Writes all entry points and execution modes.
pub fn finish(f: &mut Forward<'_>) -> Result<bool> {
    super::named_constants::forward(f)?;
    let mut named = FxHashSet::default();
    let entries = nodes::all::<EntryPoint<Metadata<'_>>>(f)?;
    let made = made(f, &entries);
    let users = f.spv.version().lists_all_variables().then(|| Users::new(f));
    for entry in entries {
        let model = Model::from_u32(entry.model);
        let model =
            model.ok_or_else(|| Error::of(Code::Metadata, format!("there is no execution model {}", entry.model)))?;
        let Some(function) = entry.function.as_value() else { continue };
        named.insert(function);
        let id = function_id(f, function)?;
        let globals = entry.interface.iter().filter_map(|variable| variable.as_value());
        let globals = globals.filter(|global| is_listed(f, *global));
        let mut interface: Vec<Id> =
            globals.filter_map(|global| f.globals.get(&global).map(|operand| operand.id)).collect();
        interface.extend(&made);
        // A module of an earlier version lists some of them only.
        let listed: FxHashSet<Id> = interface.iter().copied().collect();
        let reached = users.as_ref().map(|users| users.interface(f, id).0).unwrap_or_default();
        interface.extend(reached.into_iter().filter(|variable| !listed.contains(variable)));
        require(f, model);
        f.spv.entry_point(model, id, &entry.name, &interface)?;
    }
    for function in f.module.functions().filter(|function| is_entry_point(*function)).collect::<Vec<_>>() {
        if let Some(model) = model_of(function).filter(|_| named.insert(function)) {
            let (id, interface) = (function_id(f, function)?, interface(f));
            require(f, model);
            f.spv.entry_point(model, id, function.name(), &interface)?;
        }
    }
    if named.is_empty() {
        f.spv.require(Capability::Linkage);
    }
    execution_modes(f)?;
    let mut ids = named.into_iter().map(|function| function_id(f, function)).collect::<Result<Vec<_>>>()?;
    ids.sort_unstable();
    modes::say_poison(f, &ids)?;
    Ok(true)
}

/// Returns the variables that no entry point lists although it must: private ones, such as tables, which LLVM's passes add.
fn made<'m>(f: &Forward<'m>, entries: &[EntryPoint<Metadata<'m>>]) -> Vec<Id> {
    let listed: FxHashSet<_> =
        entries.iter().flat_map(|entry| &entry.interface).filter_map(|variable| variable.as_value()).collect();
    let private = f.module.globals().filter(|global| {
        !listed.contains(global) && classes::class_of(global.ty().address_space()) == Some(StorageClass::Private)
    });
    let private = private.filter_map(|global| f.globals.get(&global).map(|operand| operand.id));
    if f.spv.version().lists_all_variables() { private.collect() } else { Vec::new() }
}

fn require(f: &mut Forward<'_>, model: Model) {
    crate::concepts::base::decorations::require_enabling(f, crate::binary::grammar::Kind::ExecutionModel, model as u32);
}

fn function_id<'m>(f: &Forward<'m>, function: Value<'m>) -> Result<Id> {
    let signature = f.functions.get(&function);
    let unknown = || Error::of(Code::Metadata, "entry point metadata names no function of the module");
    signature.map(|signature| signature.id).ok_or_else(unknown)
}

/// Returns the variables that an entry point lists.
fn interface(f: &Forward<'_>) -> Vec<Id> {
    let globals = f.module.globals().filter_map(|global| Some((f.globals.get(&global)?.id, global)));
    globals.filter(|(_, global)| is_listed(f, *global)).map(|(id, _)| id).collect()
}

/// Returns whether entry points list a variable: inputs and outputs, and since version 1.4 all others.
fn is_listed(f: &Forward<'_>, global: Value<'_>) -> bool {
    let class = classes::class_of(global.ty().address_space());
    f.spv.version().lists_all_variables() || matches!(class, Some(StorageClass::Input | StorageClass::Output))
}

fn execution_modes(f: &mut Forward<'_>) -> Result<()> {
    let (mut sized, mut placed) = (FxHashSet::default(), FxHashSet::default());
    for mode in nodes::all::<ExecutionMode<Metadata<'_>>>(f)? {
        let Some(function) = mode.target.function().as_value() else { continue };
        let id = function_id(f, function)?;
        let known = Mode::from_u32(mode.mode);
        let known =
            known.ok_or_else(|| Error::of(Code::Metadata, format!("there is no execution mode {}", mode.mode)))?;
        let operands = mode.operands.iter().map(Operand::int).collect::<Option<Vec<u32>>>();
        let text = || Error::of(Code::Metadata, format!("{known:?} with a string for an operand"));
        match known {
            Mode::LocalSize => drop(sized.insert(function)),
            Mode::OriginUpperLeft | Mode::OriginLowerLeft => drop(placed.insert(function)),
            _ => {}
        }
        modes::emit(f, id, known, &operands.ok_or_else(text)?)?;
    }
    spec_constants::modes::forward(f)?;
    for function in f.module.functions().filter(|function| is_entry_point(*function)).collect::<Vec<_>>() {
        let is_said = sized.contains(&function)
            || spec_constants::modes::says(f, function, Mode::LocalSizeId)?
            || spec_constants::modes::says(f, function, Mode::LocalSize)?;
        if let Some(size) = function.string_attribute(AttributePlace::Function, SIZE).filter(|_| !is_said) {
            let size: Vec<u32> = size.split(',').filter_map(|number| number.trim().parse().ok()).collect();
            let id = function_id(f, function)?;
            modes::emit(f, id, Mode::LocalSize, &size)?;
        }
        if model_of(function) == Some(Model::Fragment) && !placed.contains(&function) {
            let id = function_id(f, function)?;
            modes::emit(f, id, Mode::OriginUpperLeft, &[])?;
        }
    }
    Ok(())
}
