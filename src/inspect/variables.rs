//! Variables that the host of a module provides: descriptors, and blocks of push constants.

use super::name;
use super::types::{Form, Image, Length, Placement, Types, placement, word};
use crate::binary::{Decoration, Id, Instruction, Module, Op};
use crate::error::Result;
use ::spirv::StorageClass;

/// A variable that a descriptor, or an array of them, is bound to.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Descriptor {
    /// The id of the variable.
    pub id: u32,
    /// Its name.
    pub name: Option<String>,
    /// The `DescriptorSet`.
    pub set: Option<u32>,
    /// The `Binding`.
    pub binding: Option<u32>,
    /// The kind of descriptor.
    pub kind: DescriptorKind,
    /// The lengths of the arrays around the descriptor, the outermost first; `None` for a runtime array.
    pub counts: Vec<Option<Length>>,
    /// The type of one descriptor.
    pub ty: u32,
    /// The size of a block in bytes.
    pub size: Option<u64>,
    /// The index of an input attachment.
    pub input_attachment: Option<u32>,
    /// Decorations without operands, such as `NonWritable`.
    pub placement: Placement,
}

/// The kind of a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub enum DescriptorKind {
    /// A uniform buffer.
    UniformBuffer,
    /// A storage buffer.
    StorageBuffer,
    /// A sampler.
    Sampler,
    /// An image that is used with a sampler.
    SampledImage,
    /// An image together with its sampler.
    CombinedImageSampler,
    /// An image that is read and written.
    StorageImage,
    /// A buffer of texels that are read.
    UniformTexelBuffer,
    /// A buffer of texels that are read and written.
    StorageTexelBuffer,
    /// An attachment that is read.
    InputAttachment,
    /// An acceleration structure.
    AccelerationStructure,
    /// A counter that only atomic instructions change.
    AtomicCounter,
    /// The data of a shader in a shader binding table.
    ShaderRecordBuffer,
    /// Anything else that has a descriptor set, a binding or an opaque type.
    Other,
}

impl DescriptorKind {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::UniformBuffer => "uniform buffer",
            Self::StorageBuffer => "storage buffer",
            Self::Sampler => "sampler",
            Self::SampledImage => "sampled image",
            Self::CombinedImageSampler => "combined image sampler",
            Self::StorageImage => "storage image",
            Self::UniformTexelBuffer => "uniform texel buffer",
            Self::StorageTexelBuffer => "storage texel buffer",
            Self::InputAttachment => "input attachment",
            Self::AccelerationStructure => "acceleration structure",
            Self::AtomicCounter => "atomic counter",
            Self::ShaderRecordBuffer => "shader record buffer",
            Self::Other => "other",
        }
    }
}

/// A block of memory that the module reads or writes.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Block {
    /// The id of the variable.
    pub id: u32,
    /// Its name.
    pub name: Option<String>,
    /// Its type.
    pub ty: u32,
    /// Its size in bytes.
    pub size: Option<u64>,
}

/// A variable outside of functions.
struct Variable {
    id: Id,
    class: Option<StorageClass>,
    /// The type of its value; `None` for an untyped pointer.
    ty: Option<Id>,
}

fn variables<'m>(module: &'m Module<'_>) -> impl Iterator<Item = Result<Variable>> + 'm {
    let all = module.globals().filter(|inst| matches!(inst.opcode(), Op::Variable | Op::UntypedVariableKHR));
    all.map(|inst| variable(module, inst))
}

fn variable(module: &Module<'_>, inst: Instruction<'_>) -> Result<Variable> {
    let id = inst.result_id().unwrap_or_default();
    Ok(Variable { id, class: StorageClass::from_u32(inst.operand(0)?), ty: value_type(module, inst)? })
}

/// Returns the type of the value of a variable.
pub(super) fn value_type(module: &Module<'_>, inst: Instruction<'_>) -> Result<Option<Id>> {
    if inst.opcode() == Op::UntypedVariableKHR {
        return Ok(inst.in_operands().get(1).copied());
    }
    let pointer = inst.result_type().and_then(|ty| module.definition(ty));
    Ok(pointer.and_then(|pointer| pointer.in_operands().get(1).copied()))
}

/// Returns the variables that descriptors are bound to.
pub(super) fn descriptors(module: &Module<'_>, types: &Types) -> Result<Vec<Descriptor>> {
    let mut found = Vec::new();
    for variable in variables(module) {
        let variable = variable?;
        let (counts, ty) = without_arrays(types, variable.ty.unwrap_or_default());
        let Some(kind) = kind(module, types, &variable, ty) else { continue };
        let decorations: Vec<_> = module.decorations(variable.id).collect();
        found.push(Descriptor {
            id: variable.id,
            name: name(module, variable.id),
            set: word(module, variable.id, Decoration::DescriptorSet),
            binding: word(module, variable.id, Decoration::Binding),
            kind,
            counts,
            ty,
            size: types.get(ty).filter(|ty| matches!(ty.form, Form::Structure(_))).and_then(|ty| ty.size),
            input_attachment: word(module, variable.id, Decoration::InputAttachmentIndex),
            placement: placement(decorations.iter()),
        });
    }
    Ok(found)
}

/// Returns the blocks of push constants.
pub(super) fn push_constants(module: &Module<'_>, types: &Types) -> Result<Vec<Block>> {
    let mut found = Vec::new();
    for variable in variables(module) {
        let Variable { id, class, ty } = variable?;
        if class == Some(StorageClass::PushConstant) {
            let ty = ty.unwrap_or_default();
            found.push(Block { id, name: name(module, id), ty, size: types.get(ty).and_then(|ty| ty.size) });
        }
    }
    Ok(found)
}

/// Returns the lengths of the arrays around a type, and the innermost element type. The loop ends since an id that a
/// type refers to is smaller or unknown.
fn without_arrays(types: &Types, mut ty: Id) -> (Vec<Option<Length>>, Id) {
    let mut counts = Vec::new();
    while let Some(Form::Array { element, length, .. }) = types.get(ty).map(|ty| &ty.form) {
        counts.push(*length);
        ty = *element;
    }
    (counts, ty)
}

/// Returns the kind of descriptor to which a variable is bound, if it is bound to one.
fn kind(module: &Module<'_>, types: &Types, variable: &Variable, ty: Id) -> Option<DescriptorKind> {
    use DescriptorKind as D;
    let is_decorated = || {
        let has = |kind| module.decoration(variable.id, kind).is_some();
        has(Decoration::DescriptorSet) || has(Decoration::Binding)
    };
    match variable.class? {
        StorageClass::Uniform if module.decoration(ty, Decoration::BufferBlock).is_some() => Some(D::StorageBuffer),
        StorageClass::Uniform => Some(D::UniformBuffer),
        StorageClass::StorageBuffer => Some(D::StorageBuffer),
        StorageClass::AtomicCounter => Some(D::AtomicCounter),
        StorageClass::ShaderRecordBufferKHR => Some(D::ShaderRecordBuffer),
        StorageClass::UniformConstant => opaque(module, types, ty).or_else(|| is_decorated().then_some(D::Other)),
        StorageClass::Input | StorageClass::Output => None,
        _ => is_decorated().then_some(D::Other),
    }
}

/// Returns the kind of descriptor for an opaque type.
fn opaque(module: &Module<'_>, types: &Types, ty: Id) -> Option<DescriptorKind> {
    use DescriptorKind as D;
    match module.definition(ty)?.opcode() {
        Op::TypeSampler => Some(D::Sampler),
        Op::TypeAccelerationStructureKHR => Some(D::AccelerationStructure),
        Op::TypeImage | Op::TypeSampledImage => match &types.get(ty)?.form {
            Form::Image(image) => Some(of_image(image)),
            _ => None,
        },
        _ => None,
    }
}

fn of_image(image: &Image) -> DescriptorKind {
    use DescriptorKind as D;
    let is_storage = image.is_sampled == Some(false);
    match (image.dim.as_str(), is_storage, image.has_sampler) {
        ("SubpassData", _, _) => D::InputAttachment,
        ("Buffer", true, _) => D::StorageTexelBuffer,
        ("Buffer", false, _) => D::UniformTexelBuffer,
        (_, _, true) => D::CombinedImageSampler,
        (_, true, false) => D::StorageImage,
        (_, false, false) => D::SampledImage,
    }
}
