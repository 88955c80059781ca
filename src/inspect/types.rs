//! Types with their layout.

use super::computed::Constants;
use super::{enumerant, name};
use crate::binary::grammar::Kind;
use crate::binary::{Decoration, DecorationView, Id, Instruction, Module, Op};
use crate::error::Result;
use ::spirv::StorageClass;
use std::collections::BTreeMap;

/// A type.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Type {
    /// The result id.
    pub id: u32,
    /// Its name: that of GLSL for numbers, vectors and matrices, and that of the module for structures.
    pub name: String,
    /// Its size in bytes, if its layout is explicit; a runtime array counts as empty.
    pub size: Option<u64>,
    /// The form of the type.
    pub form: Form,
}

/// The form of a type.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub enum Form {
    /// A number or a boolean.
    Scalar,
    /// A vector: the type of its components, and their number.
    Vector(u32, u32),
    /// A matrix: the type of its columns, and their number.
    Matrix(u32, u32),
    /// An array.
    Array {
        /// The type of its elements.
        element: u32,
        /// The number of elements; `None` for a runtime array.
        length: Option<Length>,
        /// The distance between elements in bytes.
        stride: Option<u32>,
    },
    /// A structure.
    Structure(Vec<Member>),
    /// A pointer.
    Pointer {
        /// The type that it points to, if it has one.
        pointee: Option<u32>,
        /// The storage class.
        storage_class: String,
    },
    /// An image, or an image with a sampler.
    Image(Image),
    /// Anything else.
    Opaque,
}

/// An image.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Image {
    /// The type of a texel's components.
    pub sampled_type: u32,
    /// The dimensions.
    pub dim: String,
    /// True if it is an image of depths; `None` if that is not known.
    pub is_depth: Option<bool>,
    /// True if it is an array of images.
    pub is_arrayed: bool,
    /// True if it has several samples.
    pub is_multisampled: bool,
    /// True if it is used with a sampler; `None` if that is not known.
    pub is_sampled: Option<bool>,
    /// The format of texels.
    pub format: String,
    /// The access qualifier of a kernel's image.
    pub access: Option<String>,
    /// True if it includes its sampler.
    pub has_sampler: bool,
}

/// A length: of an array, or of a workgroup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Length {
    /// Its value unless set; `None` if it is computed from specialization constants.
    pub value: Option<u64>,
    /// The `SpecId` by which it can be set.
    pub spec_id: Option<u32>,
}

/// A member of a structure.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Member {
    /// Its name.
    pub name: Option<String>,
    /// Its type.
    pub ty: u32,
    /// Its offset in bytes.
    pub offset: Option<u32>,
    /// Its size in bytes.
    pub size: Option<u64>,
    /// The distance between the columns, or rows, of a matrix.
    pub matrix_stride: Option<u32>,
    /// True if a matrix is stored by rows, false if by columns.
    pub is_row_major: Option<bool>,
    /// Its decorations in the interface of a stage.
    pub placement: Placement,
}

/// The decorations that place a variable or member in the interface of a stage, and others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Placement {
    /// The `Location`.
    pub location: Option<u32>,
    /// The `Component`.
    pub component: Option<u32>,
    /// The `Index`.
    pub index: Option<u32>,
    /// The name of the builtin, if it is one.
    pub builtin: Option<String>,
    /// The names of decorations without operands, such as `Flat` and `NonWritable`.
    pub qualifiers: Vec<String>,
}

/// The longest name of a type that is used within another name.
const LONGEST: usize = 256;

/// The types of a module.
#[derive(Debug, Default)]
pub(super) struct Types {
    /// The types by id.
    pub all: BTreeMap<Id, Type>,
}

impl Types {
    /// Collects the types of a module, each after its parts.
    pub fn of(constants: &Constants<'_, '_>) -> Result<Self> {
        let mut types = Self::default();
        for inst in constants.module.globals() {
            if let Some(id) = inst.result_id().filter(|_| inst.result_type().is_none()) {
                let ty = types.read(constants, inst, id)?;
                types.all.insert(id, ty);
            }
        }
        Ok(types)
    }

    /// Returns the type of an id.
    pub fn get(&self, id: Id) -> Option<&Type> {
        self.all.get(&id)
    }

    /// Returns the name of a type.
    pub fn name(&self, id: Id) -> String {
        self.get(id).map_or_else(|| format!("%{id}"), |ty| ty.name.clone())
    }

    /// Returns a type's name for use within another name.
    fn part(&self, id: Id) -> String {
        let name = self.name(id);
        if name.len() > LONGEST { format!("%{id}") } else { name }
    }

    fn size(&self, id: Id) -> Option<u64> {
        self.get(id)?.size
    }

    fn read(&self, constants: &Constants<'_, '_>, inst: Instruction<'_>, id: Id) -> Result<Type> {
        let form = self.form(constants, inst, id)?;
        let name = self.name_of(constants.module, inst, &form)?;
        let size = self.size_of(inst, &form)?;
        Ok(Type { id, name, size, form })
    }

    fn form(&self, constants: &Constants<'_, '_>, inst: Instruction<'_>, id: Id) -> Result<Form> {
        Ok(match inst.opcode() {
            Op::TypeBool | Op::TypeInt | Op::TypeFloat => Form::Scalar,
            Op::TypeVector => Form::Vector(inst.operand(0)?, inst.operand(1)?),
            Op::TypeMatrix => Form::Matrix(inst.operand(0)?, inst.operand(1)?),
            Op::TypeArray | Op::TypeRuntimeArray => {
                let length = inst.in_operands().get(1).map(|length| constants.length(*length));
                Form::Array {
                    element: inst.operand(0)?,
                    length,
                    stride: word(constants.module, id, Decoration::ArrayStride),
                }
            }
            Op::TypeStruct => {
                let members = (0..).zip(inst.in_operands());
                Form::Structure(members.map(|(index, ty)| self.member(constants.module, id, index, *ty)).collect())
            }
            Op::TypePointer | Op::TypeUntypedPointerKHR => Form::Pointer {
                pointee: inst.in_operands().get(1).copied(),
                storage_class: enumerant(Kind::StorageClass, inst.operand(0)?),
            },
            Op::TypeImage => Form::Image(image(inst)?),
            Op::TypeSampledImage => match self.get(inst.operand(0)?).map(|ty| &ty.form) {
                Some(Form::Image(image)) => Form::Image(Image { has_sampler: true, ..image.clone() }),
                _ => Form::Opaque,
            },
            _ => Form::Opaque,
        })
    }

    fn member(&self, module: &Module<'_>, structure: Id, index: u32, ty: Id) -> Member {
        let decorations: Vec<_> = module.member_decorations(structure, index).collect();
        let has = |kind| decorations.iter().any(|decoration| decoration.kind == Some(kind));
        let first = |kind| decorations.iter().find(|decoration| decoration.kind == Some(kind));
        let value = |kind| first(kind).and_then(|decoration| decoration.operands.first().copied());
        let matrix_stride = value(Decoration::MatrixStride);
        let is_row_major = (has(Decoration::RowMajor) || has(Decoration::ColMajor)).then(|| has(Decoration::RowMajor));
        let name = module.member_name(structure, index).filter(|name| !name.is_empty()).map(str::to_owned);
        let size = self.member_size(module, ty, matrix_stride, is_row_major.unwrap_or(false));
        let placement = placement(decorations.iter());
        Member { name, ty, offset: value(Decoration::Offset), size, matrix_stride, is_row_major, placement }
    }

    /// Returns the size of a member; for a matrix it depends on the stride of its columns or rows.
    fn member_size(&self, module: &Module<'_>, ty: Id, stride: Option<u32>, is_row_major: bool) -> Option<u64> {
        let Some(known) = self.get(ty) else { return pointer_size(module.definition(ty)?) };
        let (Form::Matrix(column, count), Some(stride)) = (&known.form, stride) else { return known.size };
        let rows = match self.get(*column)?.form {
            Form::Vector(_, rows) => rows,
            _ => 1,
        };
        Some(u64::from(stride).saturating_mul(if is_row_major { rows } else { *count }.into()))
    }

    fn size_of(&self, inst: Instruction<'_>, form: &Form) -> Result<Option<u64>> {
        Ok(match form {
            Form::Scalar if inst.opcode() == Op::TypeBool => None,
            Form::Scalar => Some(u64::from(inst.operand(0)?).div_ceil(8)),
            Form::Vector(part, count) | Form::Matrix(part, count) => {
                self.size(*part).map(|size| size.saturating_mul((*count).into()))
            }
            Form::Array { length: None, stride, .. } => stride.map(|_| 0),
            Form::Array { length: Some(length), stride, .. } => {
                length.value.zip(*stride).map(|(length, stride)| length.saturating_mul(stride.into()))
            }
            Form::Structure(members) => structure_size(members),
            Form::Pointer { .. } => pointer_size(inst),
            Form::Image(_) | Form::Opaque => None,
        })
    }

    fn name_of(&self, module: &Module<'_>, inst: Instruction<'_>, form: &Form) -> Result<String> {
        let id = inst.result_id().unwrap_or_default();
        Ok(match form {
            Form::Scalar => scalar_name(inst)?,
            Form::Vector(component, count) => vector_name(&self.part(*component), *count),
            Form::Matrix(column, count) => self.matrix_name(*column, *count),
            Form::Array { element, length, .. } => array_name(&self.part(*element), *length),
            Form::Structure(_) => name(module, id).unwrap_or_else(|| format!("struct %{id}")),
            // What it points to may come later, and be itself.
            Form::Pointer { pointee, .. } => match pointee.filter(|pointee| self.get(*pointee).is_some()) {
                Some(pointee) => format!("{}*", self.part(pointee)),
                None => pointee.and_then(|pointee| name(module, pointee)).map_or("void*".to_owned(), |name| name + "*"),
            },
            Form::Image(image) => image_name(image, &self.part(image.sampled_type)),
            Form::Opaque if inst.opcode() == Op::TypeSampler => "sampler".to_owned(),
            Form::Opaque => inst.name().strip_prefix("OpType").unwrap_or(inst.name()).to_owned(),
        })
    }

    /// Returns the name of a matrix: the number of columns, and the number of rows if it is different.
    fn matrix_name(&self, column: Id, count: u32) -> String {
        let Some(Form::Vector(component, rows)) = self.get(column).map(|ty| &ty.form) else {
            return format!("{}x{count}", self.part(column));
        };
        let prefix = prefix(&self.part(*component));
        if count == *rows { format!("{prefix}mat{count}") } else { format!("{prefix}mat{count}x{rows}") }
    }
}

/// Returns the size of a physical pointer, which may be declared after the structure that contains it.
fn pointer_size(inst: Instruction<'_>) -> Option<u64> {
    let class = inst.operand(0).ok().filter(|_| inst.opcode() == Op::TypePointer);
    (class == Some(StorageClass::PhysicalStorageBuffer as u32)).then_some(8)
}

/// Returns the end of the member with the highest offset.
fn structure_size(members: &[Member]) -> Option<u64> {
    let Some(last) = members.iter().max_by_key(|member| member.offset) else { return Some(0) };
    Some(u64::from(last.offset?).saturating_add(last.size?))
}

/// Returns the name of a scalar type.
pub(super) fn scalar_name(inst: Instruction<'_>) -> Result<String> {
    let width = inst.in_operands().first().copied().unwrap_or_default();
    Ok(match (inst.opcode(), width) {
        (Op::TypeBool, _) => "bool".to_owned(),
        (Op::TypeInt, 32) => if inst.operand(1)? == 1 { "int" } else { "uint" }.to_owned(),
        (Op::TypeInt, _) => format!("{}int{width}_t", if inst.operand(1)? == 1 { "" } else { "u" }),
        (Op::TypeFloat, _) if inst.in_operands().len() > 1 => {
            format!("{}{width}", enumerant(Kind::FPEncoding, inst.operand(1)?))
        }
        (Op::TypeFloat, 32) => "float".to_owned(),
        (Op::TypeFloat, 64) => "double".to_owned(),
        (Op::TypeFloat, _) => format!("float{width}_t"),
        _ => inst.name().to_owned(),
    })
}

/// Returns GLSL's prefix for `vec` and `mat` with components of a type.
fn prefix(component: &str) -> String {
    match component {
        "float" => String::new(),
        "double" => "d".to_owned(),
        "int" => "i".to_owned(),
        "uint" => "u".to_owned(),
        "bool" => "b".to_owned(),
        other => match other.strip_suffix("_t").map(|name| name.replace("float", "f").replace("int", "i")) {
            Some(short) => short.replace("ui", "u"),
            None => format!("{other} "),
        },
    }
}

fn vector_name(component: &str, count: u32) -> String {
    format!("{}vec{count}", prefix(component))
}

/// Returns the name of an array: its length comes before those of its elements.
fn array_name(element: &str, length: Option<Length>) -> String {
    let length = match length {
        None => String::new(),
        Some(Length { spec_id: Some(spec_id), value }) => {
            format!("{}=SpecId {spec_id}", value.map_or_else(|| "?".to_owned(), |value| value.to_string()))
        }
        Some(Length { value, .. }) => value.map_or_else(|| "?".to_owned(), |value| value.to_string()),
    };
    match element.split_once('[') {
        Some((element, inner)) => format!("{element}[{length}][{inner}"),
        None => format!("{element}[{length}]"),
    }
}

fn image_name(image: &Image, sampled_type: &str) -> String {
    let kind = match (image.has_sampler, image.is_sampled) {
        (true, _) => "sampler",
        (false, Some(true)) => "texture",
        (false, _) => "image",
    };
    let kind = if image.dim == "SubpassData" { "subpassInput" } else { kind };
    let dim = if image.dim == "SubpassData" { "" } else { &image.dim };
    let samples = if image.is_multisampled { "MS" } else { "" };
    let array = if image.is_arrayed { "Array" } else { "" };
    let depth = if image.is_depth == Some(true) { "Shadow" } else { "" };
    format!("{}{kind}{}{samples}{array}{depth}", prefix(sampled_type).trim_end(), dim)
}

fn image(inst: Instruction<'_>) -> Result<Image> {
    let tells = |word: u32, no: u32, yes: u32| if word == no { Some(false) } else { (word == yes).then_some(true) };
    Ok(Image {
        sampled_type: inst.operand(0)?,
        dim: enumerant(Kind::Dim, inst.operand(1)?).trim_start_matches("Dim").to_owned(),
        is_depth: tells(inst.operand(2)?, 0, 1),
        is_arrayed: inst.operand(3)? == 1,
        is_multisampled: inst.operand(4)? == 1,
        is_sampled: tells(inst.operand(5)?, 2, 1),
        format: enumerant(Kind::ImageFormat, inst.operand(6)?),
        access: inst.in_operands().get(7).map(|access| enumerant(Kind::AccessQualifier, *access)),
        has_sampler: false,
    })
}

/// Returns the first operand of a decoration of an id.
pub(super) fn word(module: &Module<'_>, id: Id, kind: Decoration) -> Option<u32> {
    module.decoration(id, kind).and_then(|words| words.first().copied())
}

/// Returns the placement that decorations give.
pub(super) fn placement<'d, 'w: 'd>(decorations: impl Iterator<Item = &'d DecorationView<'w>>) -> Placement {
    let mut placement = Placement::default();
    for decoration in decorations {
        let first = decoration.operands.first().copied();
        match decoration.kind {
            Some(Decoration::Location) => placement.location = first,
            Some(Decoration::Component) => placement.component = first,
            Some(Decoration::Index) => placement.index = first,
            Some(Decoration::BuiltIn) => placement.builtin = first.map(|first| enumerant(Kind::BuiltIn, first)),
            Some(Decoration::RowMajor | Decoration::ColMajor | Decoration::Block | Decoration::BufferBlock) => {}
            _ if decoration.operands.is_empty() => {
                placement.qualifiers.push(enumerant(Kind::Decoration, decoration.raw));
            }
            _ => {}
        }
    }
    placement
}
