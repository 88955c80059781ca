//! Entry points: their stage, modes and interface; the arguments of kernels.

use super::modes::{Dimension, Mode, Modes};
use super::types::{Placement, Types, placement};
use super::variables::value_type;
use super::{enumerant, name};
use crate::binary::grammar::Kind;
use crate::binary::{Function, Id, Instruction, Module, Op};
use crate::error::Result;
use ::spirv::{ExecutionModel, StorageClass};
use rustc_hash::FxHashMap;

/// An entry point.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct EntryPoint {
    /// Its name.
    pub name: String,
    /// The execution model: the stage.
    pub model: String,
    /// The size of a workgroup, where it is fixed.
    pub local_size: Option<[Dimension; 3]>,
    /// The execution modes.
    pub modes: Vec<Mode>,
    /// The inputs of the stage.
    pub inputs: Vec<InterfaceVariable>,
    /// Its outputs.
    pub outputs: Vec<InterfaceVariable>,
    /// The arguments of a kernel.
    pub arguments: Vec<Argument>,
}

/// An input or output.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct InterfaceVariable {
    /// The id of the variable.
    pub id: u32,
    /// Its name.
    pub name: Option<String>,
    /// Its type.
    pub ty: u32,
    /// The name of its type.
    pub type_name: String,
    /// The decorations that place it in the interface.
    pub placement: Placement,
}

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Argument {
    /// The id of the parameter.
    pub id: u32,
    /// Its name.
    pub name: Option<String>,
    /// Its type.
    pub ty: u32,
    /// The name of its type.
    pub type_name: String,
    /// The storage class of a pointer argument.
    pub storage_class: Option<String>,
}

/// Returns the entry points of a module.
pub(super) fn all(module: &Module<'_>, modes: &Modes<'_, '_, '_>, types: &Types) -> Result<Vec<EntryPoint>> {
    let functions: FxHashMap<Id, Function<'_>> = module.functions().map(|function| (function.id(), function)).collect();
    module.entry_points().iter().map(|inst| one(module, modes, types, &functions, *inst)).collect()
}

fn one(
    module: &Module<'_>,
    modes: &Modes<'_, '_, '_>,
    types: &Types,
    functions: &FxHashMap<Id, Function<'_>>,
    inst: Instruction<'_>,
) -> Result<EntryPoint> {
    let function = inst.operand(1)?;
    let (name, rest) = inst.string(2)?;
    let interface = inst.in_operands().get(rest..).unwrap_or_default();
    let parameters = functions.get(&function).map_or(&[][..], |function| function.parameters);
    Ok(EntryPoint {
        name,
        model: enumerant(Kind::ExecutionModel, inst.operand(0)?),
        local_size: modes.local_size(function, has_workgroups(inst))?,
        modes: modes.all(function)?,
        inputs: of_class(module, types, interface, StorageClass::Input)?,
        outputs: of_class(module, types, interface, StorageClass::Output)?,
        arguments: parameters.iter().map(|parameter| argument(module, types, *parameter)).collect(),
    })
}

/// Returns whether the stage of an entry point has workgroups.
fn has_workgroups(inst: Instruction<'_>) -> bool {
    use ExecutionModel as M;
    let model = inst.operand(0).ok().and_then(M::from_u32);
    matches!(model, Some(M::GLCompute | M::Kernel | M::TaskEXT | M::MeshEXT | M::TaskNV | M::MeshNV))
}

/// Returns the variables of an interface that have a storage class.
fn of_class(
    module: &Module<'_>,
    types: &Types,
    interface: &[Id],
    class: StorageClass,
) -> Result<Vec<InterfaceVariable>> {
    let mut found = Vec::new();
    for inst in interface.iter().filter_map(|id| module.definition(*id)) {
        let is_variable = matches!(inst.opcode(), Op::Variable | Op::UntypedVariableKHR);
        if is_variable && inst.operand(0)? == class as u32 {
            found.push(interface_variable(module, types, inst)?);
        }
    }
    Ok(found)
}

fn interface_variable(module: &Module<'_>, types: &Types, inst: Instruction<'_>) -> Result<InterfaceVariable> {
    let id = inst.result_id().unwrap_or_default();
    let ty = value_type(module, inst)?.unwrap_or_default();
    let decorations: Vec<_> = module.decorations(id).collect();
    let placement = placement(decorations.iter());
    Ok(InterfaceVariable { id, name: name(module, id), ty, type_name: types.name(ty), placement })
}

fn argument(module: &Module<'_>, types: &Types, inst: Instruction<'_>) -> Argument {
    let (id, ty) = (inst.result_id().unwrap_or_default(), inst.result_type().unwrap_or_default());
    let storage_class = match types.get(ty).map(|ty| &ty.form) {
        Some(super::Form::Pointer { storage_class, .. }) => Some(storage_class.clone()),
        _ => None,
    };
    Argument { id, name: name(module, id), ty, type_name: types.name(ty), storage_class }
}
