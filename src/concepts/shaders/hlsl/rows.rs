//! The intrinsics of LLVM's SPIR-V target, `llvm.spv.*`, a row each.
//!
//! Front ends (clang's HLSL) write those of [`ROWS`]. Those of [`INTERNAL`] live between the passes of LLVM's own SPIR-V
//! backend, and are an error.

use super::{bits, images, numbers, waves};
use crate::concepts::base::emit;
use crate::state::{LowerIntrinsic, LowerWithOp};
use ::spirv::{BuiltIn, GlslStd450 as Gl, Op};
use Translation::{Core, Custom, Glsl, Input, Resource, With};

/// The translation of an intrinsic.
#[derive(Clone, Copy, Debug)]
pub enum Translation {
    /// A builtin variable, or the component of it that the argument names.
    Input(BuiltIn),
    /// A resource, of which legalization makes a variable, or a pointer into one.
    Resource,
    /// A core instruction with the first arguments, as many as the number.
    Core(Op, u32),
    /// An instruction of GLSL.std.450 with the first arguments, as many as the number.
    Glsl(Gl, u32),
    /// A sequence of instructions.
    Custom(LowerIntrinsic),
    /// A sequence of instructions, emitted by a function that serves several opcodes.
    With(LowerWithOp, Op),
}

/// The intrinsics of front ends, by their names without `llvm.spv.`.
pub const ROWS: &[(&str, Translation)] = &[
    ("thread.id", Input(BuiltIn::GlobalInvocationId)),
    ("group.id", Input(BuiltIn::WorkgroupId)),
    ("thread.id.in.group", Input(BuiltIn::LocalInvocationId)),
    ("workgroup.size", Input(BuiltIn::WorkgroupSize)),
    ("global.size", Input(BuiltIn::GlobalSize)),
    ("global.offset", Input(BuiltIn::GlobalOffset)),
    ("num.workgroups", Input(BuiltIn::NumWorkgroups)),
    ("subgroup.size", Input(BuiltIn::SubgroupSize)),
    ("num.subgroups", Input(BuiltIn::NumSubgroups)),
    ("subgroup.id", Input(BuiltIn::SubgroupId)),
    ("subgroup.local.invocation.id", Input(BuiltIn::SubgroupLocalInvocationId)),
    ("subgroup.max.size", Input(BuiltIn::SubgroupMaxSize)),
    ("flattened.thread.id.in.group", Input(BuiltIn::LocalInvocationIndex)),
    ("wave.get.lane.count", Input(BuiltIn::SubgroupSize)),
    ("all", With(numbers::holds, Op::All)),
    ("any", With(numbers::holds, Op::Any)),
    ("cross", Glsl(Gl::Cross, 2)),
    ("degrees", Glsl(Gl::Degrees, 1)),
    ("distance", Glsl(Gl::Distance, 2)),
    ("faceforward", Glsl(Gl::FaceForward, 3)),
    ("frac", Glsl(Gl::Fract, 1)),
    ("isinf", Core(Op::IsInf, 1)),
    ("isnan", Core(Op::IsNan, 1)),
    ("lerp", Glsl(Gl::FMix, 3)),
    ("length", Glsl(Gl::Length, 1)),
    ("normalize", Glsl(Gl::Normalize, 1)),
    ("reflect", Glsl(Gl::Reflect, 2)),
    ("refract", Glsl(Gl::Refract, 3)),
    ("rsqrt", Glsl(Gl::InverseSqrt, 1)),
    ("saturate", Custom(numbers::saturate)),
    ("smoothstep", Glsl(Gl::SmoothStep, 3)),
    ("step", Glsl(Gl::Step, 2)),
    ("fdot", Custom(numbers::dot)),
    ("sdot", Custom(numbers::integer_dot)),
    ("udot", Custom(numbers::integer_dot)),
    ("dot4add.i8packed", With(numbers::packed_dot, Op::SDot)),
    ("dot4add.u8packed", With(numbers::packed_dot, Op::UDot)),
    ("sign", Custom(numbers::sign)),
    ("radians", Glsl(Gl::Radians, 1)),
    ("uclamp", Glsl(Gl::UClamp, 3)),
    ("sclamp", Glsl(Gl::SClamp, 3)),
    ("nclamp", Glsl(Gl::NClamp, 3)),
    ("unpackhalf2x16", Custom(numbers::unpack_half)),
    ("firstbituhigh", Custom(|f, i| bits::first(f, i, bits::First::HighestOne))),
    ("firstbitshigh", Custom(|f, i| bits::first(f, i, bits::First::HighestDifferent))),
    ("firstbitlow", Custom(|f, i| bits::first(f, i, bits::First::Lowest))),
    ("wave.active.countbits", Custom(waves::count)),
    ("wave.all", With(waves::vote, Op::GroupNonUniformAll)),
    ("wave.any", With(waves::vote, Op::GroupNonUniformAny)),
    ("wave.ballot", With(waves::vote, Op::GroupNonUniformBallot)),
    ("wave.is.first.lane", With(waves::vote, Op::GroupNonUniformElect)),
    ("wave.readlane", With(waves::vote, Op::GroupNonUniformShuffle)),
    ("wave.reduce.umax", With(waves::reduce, Op::GroupNonUniformUMax)),
    ("wave.reduce.max", Custom(|f, i| waves::reduce_of(f, i, Op::GroupNonUniformSMax, Op::GroupNonUniformFMax))),
    ("wave.reduce.min", Custom(|f, i| waves::reduce_of(f, i, Op::GroupNonUniformSMin, Op::GroupNonUniformFMin))),
    ("wave.reduce.umin", With(waves::reduce, Op::GroupNonUniformUMin)),
    ("wave.reduce.sum", Custom(|f, i| waves::reduce_of(f, i, Op::GroupNonUniformIAdd, Op::GroupNonUniformFAdd))),
    ("group.memory.barrier.with.group.sync", Custom(waves::barrier)),
    ("discard", Custom(|f, i| emit::core(f, i, Op::DemoteToHelperInvocation, 0))),
    ("ddx", Core(Op::DPdx, 1)),
    ("ddy", Core(Op::DPdy, 1)),
    ("ddx.coarse", Core(Op::DPdxCoarse, 1)),
    ("ddy.coarse", Core(Op::DPdyCoarse, 1)),
    ("ddx.fine", Core(Op::DPdxFine, 1)),
    ("ddy.fine", Core(Op::DPdyFine, 1)),
    ("fwidth", Core(Op::Fwidth, 1)),
    ("resource.handlefrombinding", Resource),
    ("resource.handlefromimplicitbinding", Resource),
    ("resource.counterhandlefrombinding", Resource),
    ("resource.counterhandlefromimplicitbinding", Resource),
    ("resource.updatecounter", Resource),
    ("resource.getpointer", Resource),
    ("pushconstant.getpointer", Resource),
    ("resource.getdimensions.x", Custom(images::size)),
    ("resource.nonuniformindex", Custom(images::non_uniform)),
    ("resource.load.typedbuffer", Custom(images::load)),
    ("resource.store.typedbuffer", Custom(images::store)),
    ("generic.cast.to.ptr.explicit", Resource),
];

/// The intrinsics of LLVM's own SPIR-V backend, by their names without `llvm.spv.`.
pub const INTERNAL: &[&str] = &[
    "alloca",
    "alloca.array",
    "assign.aliasing.decoration",
    "assign.decoration",
    "assign.fpmaxerror.decoration",
    "assign.name",
    "assign.ptr.type",
    "assign.type",
    "assume",
    "bitcast",
    "cmpxchg",
    "const.composite",
    "expect",
    "extractelt",
    "extractv",
    "gep",
    "init.global",
    "inline.asm",
    "insertelt",
    "insertv",
    "lifetime.end",
    "lifetime.start",
    "load",
    "loop.merge",
    "ptrcast",
    "selection.merge",
    "store",
    "switch",
    "track.constant",
    "undef",
    "unreachable",
    "unref.global",
    "value.md",
];

/// The prefix of the names.
pub const PREFIX: &str = "llvm.spv.";

/// Returns the translation of an intrinsic, if front ends write it.
pub fn find(name: &str) -> Option<Translation> {
    let rest = name.strip_prefix(PREFIX)?;
    ROWS.iter().find(|row| row.0 == rest).map(|row| row.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llvm::Value;
    use std::collections::BTreeSet;

    #[test]
    fn each_intrinsic_of_the_target_has_one_row() {
        let listed = ROWS.iter().map(|row| row.0).chain(INTERNAL.iter().copied());
        let names = Value::spirv_intrinsic_names();
        let known: BTreeSet<_> = names.iter().filter_map(|n| n.strip_prefix(PREFIX)).collect();
        let unique: BTreeSet<_> = listed.clone().collect();
        assert_eq!(unique, known);
        assert_eq!((listed.count(), ROWS.len(), INTERNAL.len()), (known.len(), 78, 33));
    }
}
