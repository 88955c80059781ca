//! The opaque types without operands, and the shapes of images.

use super::motion;
use crate::binary::builder::Id;
use crate::binary::{Instruction, Op};
use crate::error::Result;
use crate::state::Reverse;
use crate::state::slots::images::{NUMBERS, Shape};
use ::spirv::AccessQualifier as Access;

/// A type without operands.
pub struct Plain {
    /// The instruction that declares the type.
    pub op: Op,
    /// The name of the type behind `spirv.` and `__spirv_`.
    pub name: &'static str,
    /// The address space of the pointer that stands for the type in mangled friendly names.
    pub space: u32,
    /// The mangled name of the type in OpenCL C, or empty if it has none.
    pub opencl: &'static str,
    /// The source name of the type in OpenCL C.
    pub written: &'static str,
}

/// Returns a row.
pub const fn plain(op: Op, name: &'static str, space: u32, opencl: &'static str, written: &'static str) -> Plain {
    Plain { op, name, space, opencl, written }
}

/// The types without operands.
pub const PLAIN: &[Plain] = &[
    plain(Op::TypeEvent, "Event", 0, "ocl_event", "event_t"),
    plain(Op::TypeDeviceEvent, "DeviceEvent", 0, "ocl_clkevent", "clk_event_t"),
    plain(Op::TypeReserveId, "ReserveId", 0, "ocl_reserveid", "reserve_id_t"),
    plain(Op::TypeQueue, "Queue", 0, "ocl_queue", "queue_t"),
    plain(Op::TypeSampler, "Sampler", 2, "ocl_sampler", "sampler_t"),
    plain(Op::TypePipeStorage, "PipeStorage", 1, "ocl_pipestorage", "pipe_storage"),
    plain(Op::TypeTaskSequenceALTERA, "TaskSequenceINTEL", 1, "", "task_sequence"),
    plain(Op::TypeNamedBarrier, "NamedBarrier", 3, "ocl_namedbarrier", "named_barrier"),
];

/// All types without operands.
pub fn plain_types() -> impl Iterator<Item = &'static Plain> {
    PLAIN.iter().chain(motion::TYPES)
}

/// Returns the image type of a sampled image type.
pub fn image_of<'m>(r: &Reverse<'m>, sampled: Instruction<'m>) -> Result<Instruction<'m>> {
    let image = r.spv.definition(sampled.operand(0)?).filter(|ty| ty.opcode() == Op::TypeImage);
    image.ok_or_else(|| sampled.error("a sampled image of what is no image type"))
}

/// The numbers of an `OpTypeImage`.
pub fn shape_of(image: Instruction<'_>) -> Result<Shape> {
    let mut numbers = image.in_operands().get(1..).unwrap_or_default().to_vec();
    // An image without an access qualifier is one to read.
    numbers.resize(numbers.len().max(NUMBERS), Access::ReadOnly as u32);
    Shape::new(&numbers).ok_or_else(|| image.error("an image type with too many operands"))
}

/// Returns the shape of the image type of a value that is an image or a sampled image.
pub fn shape_of_value(r: &Reverse<'_>, value: Id) -> Option<Shape> {
    let ty = r.type_definition(value).ok()?;
    match ty.opcode() {
        Op::TypeImage => shape_of(ty).ok(),
        Op::TypeSampledImage => shape_of(image_of(r, ty).ok()?).ok(),
        _ => None,
    }
}
