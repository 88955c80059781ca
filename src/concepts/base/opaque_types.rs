//! Opaque types (S3-08 to S3-25; SPIR-V 3.42.6): images, sampled images, samplers, events, queues, pipes and the like.
//!
//! In LLVM IR: target extension types `target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0)`, whose numbers are the
//! operands of the type's declaration. In names of builtins: `33__spirv_Image__void_1_0_0_0_0_0_0` behind a pointer in
//! friendly IR, `14ocl_image2d_ro` in OpenCL C's.
//!
//! Older IR has pointers to opaque structures (`%opencl.image2d_ro_t addrspace(1)*`), of which LLVM leaves `ptr
//! addrspace(1)`. The type of such a pointer parameter comes, in this order, from the mangled name of the function; for
//! a kernel from `kernel_arg_base_type` and `kernel_arg_access_qual` (`none` is `read_only`); and from the parameter
//! types of the builtins that it is passed to, if it has no other uses. A value has the type that its definition gave
//! it.
//!
//! Lost on the way to SPIR-V: the signedness of the sampled type, which LLVM does not have either. An image without an
//! access qualifier becomes a `read_only` one.

mod legacy;
mod motion;
pub mod names;
mod rows;
pub mod sources;
#[cfg(test)]
mod tests;

pub use legacy::{named, parameter, sampler};
pub use names::written;
pub use rows::{shape_of, shape_of_value};

use rows::{image_of, plain_types};

use super::types;
use crate::binary::builder::Id;
use crate::binary::grammar::{self, Kind};
use crate::binary::{Instruction, Op};
use crate::error::{Code, Error, Result};
use crate::llvm::Type;
use crate::options::BuiltinSpelling;
use crate::state::hooks::ask;
use crate::state::slots::images::Shape;
use crate::state::{Forward, Reverse, availability};
use ::spirv::{AccessQualifier as Access, Capability, Dim};

/// A buffer of vector compute, with the access to it.
const BUFFER_SURFACE: &str = "BufferSurfaceINTEL";

// --- LLVM to SPIR-V ---

/// Returns whether a value of an LLVM type with the SPIR-V type `id` is opaque: a target extension type, or in older IR a pointer.
pub fn is_opaque(f: &Forward<'_>, ty: Type<'_>, id: Id) -> bool {
    ty.target_name().is_some() || ty.is_pointer() && f.pointer_parts(id).is_none()
}

/// Returns the SPIR-V type of a target extension type.
pub fn forward<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    let full = ty.target_name().unwrap_or_default();
    let unknown = || Error::of(Code::IllegalType, format!("the opaque type {ty}"));
    let name = full.strip_prefix("spirv.").ok_or_else(unknown)?;
    if let Some(row) = plain_types().find(|row| row.name == name) {
        return plain_type(f, row.op);
    }
    let numbers = ty.target_ints();
    match name {
        _ if name == "Image" || of_images(name).is_some() => {
            let component = *ty.target_types().first().ok_or_else(unknown)?;
            let shape = Shape::new(&numbers).ok_or_else(unknown)?;
            let component = types::forward(f, component)?;
            let image = image(f, component, shape)?;
            of_images(name).map_or(Ok(image), |op| f.spv.unique_type(op, &[image]))
        }
        "Pipe" => pipe(f, *numbers.first().ok_or_else(unknown)?),
        BUFFER_SURFACE => f.spv.unique_type(Op::TypeBufferSurfaceINTEL, &[*numbers.first().ok_or_else(unknown)?]),
        _ => ask!(f.hooks.forward_type, f, ty).ok_or_else(unknown),
    }
}

/// The types that are made of an image type: name, opcode.
const OF_IMAGES: [(&str, Op); 2] = [("SampledImage", Op::TypeSampledImage), ("VmeImageINTEL", Op::TypeVmeImageINTEL)];

/// Returns the opcode of a type that is made of an image type.
fn of_images(name: &str) -> Option<Op> {
    OF_IMAGES.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// A type without operands.
pub fn plain_type(f: &mut Forward<'_>, op: Op) -> Result<Id> {
    if let Some(ty) = ask!(f.hooks.forward_plain_type, f, op) {
        return Ok(ty);
    }
    match op {
        Op::TypePipeStorage | Op::TypeNamedBarrier => {
            let info = grammar::info_or_unknown(op as u16);
            availability::require(f, &info.requires, || info.name.to_owned())?;
        }
        // Device-side enqueue has no other capability, reservations belong to pipes.
        Op::TypeQueue | Op::TypeDeviceEvent => f.spv.require(Capability::DeviceEnqueue),
        Op::TypeReserveId => f.spv.require(Capability::Pipes),
        // Motion is estimated by subgroups.
        _ if motion::TYPES.iter().any(|row| row.op == op) => f.spv.require(Capability::Groups),
        _ => {}
    }
    f.spv.unique_type(op, &[])
}

/// `OpTypeImage`, with the capabilities that the shape needs.
pub fn image(f: &mut Forward<'_>, component: Id, shape: Shape) -> Result<Id> {
    f.spv.require(Capability::ImageBasic);
    match Dim::from_u32(shape.dim()) {
        Some(Dim::Dim1D) => f.spv.require(Capability::Sampled1D),
        Some(Dim::DimBuffer) => f.spv.require(Capability::SampledBuffer),
        Some(Dim::DimRect) => f.spv.require(Capability::SampledRect),
        Some(Dim::DimCube | Dim::Dim2D | Dim::Dim3D) => {}
        _ => return Err(Error::of(Code::Builtin, format!("an image of dimensions {}", shape.dim()))),
    }
    if shape.access() == Access::ReadWrite as u32 {
        f.spv.require(Capability::ImageReadWrite);
    }
    // The Khronos translator leaves it out.
    if is_long(f, component)? && !f.options.policy.omits_long_image_capability {
        f.spv.require(Capability::Int64ImageEXT);
    }
    for enabling in grammar::operand_capabilities(Kind::ImageFormat, shape.format()) {
        enabling.first().into_iter().for_each(|capability| f.spv.require(*capability));
    }
    let mut operands = vec![component];
    operands.extend(shape.numbers);
    let id = f.spv.unique_type(Op::TypeImage, &operands)?;
    f.images.insert(id, shape);
    Ok(id)
}

fn is_long(f: &mut Forward<'_>, component: Id) -> Result<bool> {
    Ok(f.spv.has(Capability::Int64) && component == types::int(f, 64)?)
}

/// `OpTypeSampledImage`.
pub fn sampled(f: &mut Forward<'_>, image: Id) -> Result<Id> {
    f.spv.unique_type(Op::TypeSampledImage, &[image])
}

/// `OpTypePipe`.
pub fn pipe(f: &mut Forward<'_>, access: u32) -> Result<Id> {
    f.spv.require(Capability::Pipes);
    f.spv.unique_type(Op::TypePipe, &[access])
}

// --- SPIR-V to LLVM ---

/// Returns the target extension type for an opaque type's declaration; none for other types.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Type<'m>>> {
    let is_named = r.options.builtin_spelling != BuiltinSpelling::SpvIr;
    if is_named && r.options.policy.points_to_motion && motion::TYPES.iter().any(|row| row.op == inst.opcode()) {
        return r.context.pointer_type(0).map(Some);
    }
    if let Some(row) = plain_types().find(|row| row.op == inst.opcode()) {
        return r.context.target_type(&format!("spirv.{}", row.name), &[], &[]).map(Some);
    }
    let (name, image) = match inst.opcode() {
        Op::TypeImage => ("spirv.Image", inst),
        Op::TypeSampledImage => ("spirv.SampledImage", image_of(r, inst)?),
        Op::TypeVmeImageINTEL => ("spirv.VmeImageINTEL", image_of(r, inst)?),
        Op::TypePipe => return r.context.target_type("spirv.Pipe", &[], &[inst.operand(0)?]).map(Some),
        Op::TypeBufferSurfaceINTEL => {
            return r.context.target_type(&format!("spirv.{BUFFER_SURFACE}"), &[], &[inst.operand(0)?]).map(Some);
        }
        _ => return Ok(None),
    };
    let component = r.ty(image.operand(0)?)?;
    r.context.target_type(name, &[component], &shape_of(image)?.numbers).map(Some)
}
