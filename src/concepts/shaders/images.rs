//! Types of images in shaders (SPIR-V 3.42.6 `OpTypeImage`).
//!
//! In LLVM IR: `target("spirv.Image", float, dim, depth, arrayed, ms, sampled, format)`, `"spirv.SignedImage"` if the
//! sampled type is a signed integer; for sampled images `SampledImage` in place of `Image`. An access qualifier is a
//! seventh number.

use super::types;
use crate::binary::builder::Id;
use crate::binary::grammar::{self, Kind};
use crate::binary::{Instruction, Op};
use crate::error::{Code, Error, Result};
use crate::llvm::Type;
use crate::state::slots::shaders::Note;
use crate::state::{Forward, Reverse};
use ::spirv::{Capability, Dim};

/// The names behind `spirv.`: whether the sampled type is signed, and whether it is of sampled images.
const NAMES: [(&str, bool, bool); 4] = [
    ("Image", false, false),
    ("SignedImage", true, false),
    ("SampledImage", false, true),
    ("SignedSampledImage", true, true),
];

/// The possible numbers of operands behind the sampled type: without and with an access qualifier.
const NUMBERS: std::ops::RangeInclusive<usize> = 6..=7;

// --- LLVM to SPIR-V ---

/// Returns the SPIR-V type of a target extension type, if it is an image type.
pub fn forward_type<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Option<Id>> {
    let name = ty.target_name().and_then(|name| name.strip_prefix("spirv."));
    let Some((_, is_signed, is_sampled)) = NAMES.iter().copied().find(|row| Some(row.0) == name) else {
        return Ok(None);
    };
    let numbers = ty.target_ints();
    let component = ty.target_types().first().copied().filter(|_| NUMBERS.contains(&numbers.len()));
    let component = component.ok_or_else(|| Error::of(Code::IllegalType, format!("the opaque type {ty}")))?;
    let note = if is_signed { Note::Signed } else { Note::Plain };
    let component = types::noted(f, component, &note)?;
    require(f, &numbers);
    let mut operands = vec![component];
    operands.extend(&numbers);
    let image = f.spv.unique_type(Op::TypeImage, &operands)?;
    match is_sampled {
        true => f.spv.unique_type(Op::TypeSampledImage, &[image]).map(Some),
        false => Ok(Some(image)),
    }
}

/// The capabilities of each dimensionality: for sampled images, and for storage images.
const DIMENSIONS: &[(Dim, Capability, Capability)] = &[
    (Dim::Dim1D, Capability::Sampled1D, Capability::Image1D),
    (Dim::DimRect, Capability::SampledRect, Capability::ImageRect),
    (Dim::DimBuffer, Capability::SampledBuffer, Capability::ImageBuffer),
    (Dim::DimSubpassData, Capability::InputAttachment, Capability::InputAttachment),
    (Dim::DimTileImageDataEXT, Capability::TileImageColorReadAccessEXT, Capability::TileImageColorReadAccessEXT),
];

/// The capabilities of storage images that are arrayed, multisampled or both, by dimensionality.
const STORAGE: &[(Dim, bool, bool, Capability)] = &[
    (Dim::DimCube, true, false, Capability::ImageCubeArray),
    (Dim::Dim2D, true, true, Capability::ImageMSArray),
    (Dim::Dim2D, false, true, Capability::StorageImageMultisample),
];

/// Declares the capabilities that an image type needs (Vulkan "SPIR-V Capabilities"; the grammar's `Image Format`).
fn require(f: &mut Forward<'_>, numbers: &[u32]) {
    let [dim, _, arrayed, multisampled, sampled, format, ..] = *numbers else { return };
    let dim = Dim::from_u32(dim);
    let is_storage = sampled == 2;
    for (of, if_sampled, if_storage) in DIMENSIONS {
        if Some(*of) == dim {
            let enough: &[Capability] = if is_storage { &[*if_storage] } else { &[*if_sampled, *if_storage] };
            f.spv.enable(enough, |_| true);
        }
    }
    let is_row = |row: &&(Dim, bool, bool, Capability)| {
        Some(row.0) == dim && row.1 == (arrayed == 1) && row.2 == (multisampled == 1)
    };
    if let Some(row) = STORAGE.iter().find(is_row).filter(|_| is_storage) {
        f.spv.require(row.3);
    }
    if dim == Some(Dim::DimCube) && arrayed == 1 && !is_storage {
        f.spv.enable(&[Capability::SampledCubeArray, Capability::ImageCubeArray], |_| true);
    }
    for enabling in grammar::operand_capabilities(Kind::ImageFormat, format) {
        f.spv.enable(enabling, |capability| capability != Capability::Kernel);
    }
}

// --- SPIR-V to LLVM ---

/// Returns the target extension type of an image type.
pub fn reverse_type<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Type<'m>> {
    let is_sampled = inst.opcode() == Op::TypeSampledImage;
    let image = if is_sampled { r.spv.definition(inst.operand(0)?) } else { Some(inst) };
    let image = image.filter(|image| image.opcode() == Op::TypeImage);
    let image = image.ok_or_else(|| inst.error("a sampled image of what is no image type"))?;
    let (component, numbers) =
        image.in_operands().split_first().ok_or_else(|| inst.error("an image type without a sampled type"))?;
    let is_signed = crate::conventions::notes::of(r, *component)? == Note::Signed;
    let name = NAMES.iter().find(|row| (row.1, row.2) == (is_signed, is_sampled)).map_or("Image", |row| row.0);
    r.context.target_type(&format!("spirv.{name}"), &[r.ty(*component)?], numbers)
}
