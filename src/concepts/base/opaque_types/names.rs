//! Names of opaque types: in mangled names of builtins, and as OpenCL C writes them.

use super::rows::{image_of, plain_types, shape_of};
use crate::binary::{Instruction, Op};
use crate::error::{Code, Error, Result};
use crate::options::BuiltinSpelling;
use crate::state::Reverse;
use crate::state::hooks::ask;
use crate::state::slots::images::Shape;
use llvm_spirv_mangling::Type;

/// Rows for image types: dimensionality, depth, arrayed, multisampled; name in OpenCL C.
pub(super) const IMAGES: &[([u32; 4], &str)] = &[
    ([0, 0, 0, 0], "image1d"),
    ([0, 0, 1, 0], "image1d_array"),
    ([5, 0, 0, 0], "image1d_buffer"),
    ([1, 0, 0, 0], "image2d"),
    ([1, 0, 1, 0], "image2d_array"),
    ([1, 1, 0, 0], "image2d_depth"),
    ([1, 1, 1, 0], "image2d_array_depth"),
    ([1, 0, 0, 1], "image2d_msaa"),
    ([1, 0, 1, 1], "image2d_array_msaa"),
    ([1, 1, 0, 1], "image2d_msaa_depth"),
    ([1, 1, 1, 1], "image2d_array_msaa_depth"),
    ([2, 0, 0, 0], "image3d"),
];

/// Access qualifiers in the order of their numbers in SPIR-V: suffix of the mangled name, name in OpenCL C.
pub(super) const ACCESS: &[(&str, &str)] = &[("_ro", "read_only"), ("_wo", "write_only"), ("_rw", "read_write")];

/// The name of an image type in OpenCL C, if it has one.
pub(super) fn opencl(shape: Shape) -> Option<&'static str> {
    let [dim, depth, arrayed, multisampled, ..] = shape.numbers;
    IMAGES.iter().find(|row| row.0 == [dim, depth, arrayed, multisampled]).map(|row| row.1)
}

fn access(number: u32) -> Option<(&'static str, &'static str)> {
    usize::try_from(number).ok().and_then(|number| ACCESS.get(number)).copied()
}

/// The address space of images and pipes.
const GLOBAL: u32 = 1;

/// The mangled name of an opaque type, given its declaration.
pub fn mangled<'m>(r: &Reverse<'m>, ty: Instruction<'m>) -> Result<Type> {
    let friendly = r.options.builtin_spelling == BuiltinSpelling::SpvIr;
    if let Some(row) = plain_types().find(|row| row.op == ty.opcode()) {
        return Ok(match friendly || row.opencl.is_empty() {
            true => standing(r, row.space, format!("__spirv_{}", row.name)),
            false => Type::named(row.opencl),
        });
    }
    match ty.opcode() {
        Op::TypePipe if friendly => Ok(standing(r, GLOBAL, format!("__spirv_Pipe__{}", ty.operand(0)?))),
        Op::TypePipe => Ok(Type::named(if ty.operand(0)? == 0 { "ocl_pipe_ro" } else { "ocl_pipe_wo" })),
        Op::TypeImage => image(r, ty, "Image", friendly),
        Op::TypeSampledImage => image(r, image_of(r, ty)?, "SampledImage", friendly),
        Op::TypeVmeImageINTEL => image(r, image_of(r, ty)?, "VmeImageINTEL", friendly),
        other => ask!(r.hooks.mangled_type, r, ty)
            .ok_or_else(|| Error::of(Code::Builtin, format!("Op{other:?} in the name of a builtin"))),
    }
}

fn image(r: &Reverse<'_>, ty: Instruction<'_>, kind: &str, friendly: bool) -> Result<Type> {
    let shape = shape_of(ty)?;
    let opencl = opencl(shape).zip(access(shape.access())).filter(|_| !friendly && kind == "Image");
    if let Some((name, (end, _))) = opencl {
        return Ok(Type::named(format!("ocl_{name}{end}")));
    }
    let component = crate::concepts::base::mangled::mangled(r, ty.operand(0)?, true)?;
    let component = component.spelling().ok_or_else(|| ty.unsupported("the sampled type in the name of a builtin"))?;
    let numbers: Vec<_> = shape.numbers.iter().map(u32::to_string).collect();
    Ok(standing(r, GLOBAL, format!("__spirv_{kind}__{component}_{}", numbers.join("_"))))
}

/// Returns the pointer that stands for an opaque type in friendly names.
fn standing(r: &Reverse<'_>, space: u32, name: String) -> Type {
    Type::pointer(r.options.address_spaces.of(space), Type::named(name))
}

/// Type and access qualifier of a kernel's argument in OpenCL C, if its type is opaque.
pub fn written(ty: Instruction<'_>) -> Option<(String, &'static str)> {
    if let Some(row) = plain_types().find(|row| row.op == ty.opcode()) {
        return Some((row.written.to_owned(), "none"));
    }
    match ty.opcode() {
        Op::TypePipe => Some(("pipe".to_owned(), access(ty.operand(0).ok()?)?.1)),
        Op::TypeImage => {
            let shape = shape_of(ty).ok()?;
            Some((format!("{}_t", opencl(shape)?), access(shape.access())?.1))
        }
        _ => None,
    }
}
