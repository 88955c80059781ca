//! `FPFastMathMode`: what may be assumed of floating-point operations.
//!
//! In LLVM IR: fast-math flags, and `nofpclass` of the result and all parameters of a builtin. `contract` and `reassoc`
//! have bits of `SPV_INTEL_fp_fast_math_mode`; all flags together are `Fast`. Lost: `contract` and `reassoc` where that
//! extension is not allowed, `afn` alone; before SPIR-V 1.6 the flags of all but the five operations of arithmetic.

use super::require_enabling;
use crate::error::Result;
use crate::llvm::{AttributeKind, AttributePlace, Opcode, Type, Value, fast_math};
use crate::options::Version;
use crate::spirv::builder::Id;
use crate::spirv::grammar::Kind;
use crate::state::Forward;
use ::spirv::{Decoration, FPFastMathMode as Mode};

/// LLVM's bits of fast-math flags and SPIR-V's.
const FLAGS: &[(u32, Mode)] = &[
    (fast_math::NO_NANS, Mode::NOT_NAN),
    (fast_math::NO_INFS, Mode::NOT_INF),
    (fast_math::NO_SIGNED_ZEROS, Mode::NSZ),
    (fast_math::RECIPROCAL, Mode::ALLOW_RECIP),
];

/// Those that an extension adds.
const EXTENDED_FLAGS: &[(u32, Mode)] =
    &[(fast_math::CONTRACT, Mode::ALLOW_CONTRACT), (fast_math::REASSOC, Mode::ALLOW_REASSOC)];

const EXTENSION: &str = "SPV_INTEL_fp_fast_math_mode";

/// The version in which more than arithmetic can be decorated.
const FOR_ALL: Version = Version::new(1, 6);

/// What `nofpclass` calls the two kinds of NaN, and the two infinities.
const NAN: u64 = 0b11;
const INFINITE: u64 = 0x204;

// --- LLVM to SPIR-V ---

/// The flags of `fadd` to `frem`.
pub fn forward_arithmetic<'m>(f: &mut Forward<'m>, inst: Value<'m>, id: Id) -> Result<()> {
    let mode = mode(f, inst);
    decorate(f, id, mode)
}

/// The flags of `fneg`, `fcmp` and of what is an instruction of OpenCL.std, if they can be said: under the Khronos
/// translator's name they bring the version that can.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, id: Id) -> Result<()> {
    let can_rise = f.options.compatibility.strict && f.options.max_version >= FOR_ALL;
    if f.spv.version() < FOR_ALL && !can_rise {
        return Ok(());
    }
    let mut mode = mode(f, inst);
    if !mode.contains(Mode::FAST) {
        mode |= excluded_classes(inst);
    }
    if !mode.is_empty() {
        f.spv.require_version(FOR_ALL);
    }
    decorate(f, id, mode)
}

fn decorate(f: &mut Forward<'_>, id: Id, mode: Mode) -> Result<()> {
    if mode.is_empty() {
        return Ok(());
    }
    if mode.intersects(Mode::ALLOW_CONTRACT | Mode::ALLOW_REASSOC) {
        f.spv.require_extension(EXTENSION);
        f.spv.require(::spirv::Capability::FPFastMathModeINTEL);
    }
    require_enabling(f, Kind::FPFastMathMode, mode.bits());
    f.spv.decorate(id, Decoration::FPFastMathMode, &[mode.bits()])
}

fn mode<'m>(f: &Forward<'m>, inst: Value<'m>) -> Mode {
    let flags = inst.fast_math();
    let of =
        |rows: &[(u32, Mode)]| rows.iter().filter(|row| flags & row.0 != 0).fold(Mode::NONE, |all, row| all | row.1);
    match flags == fast_math::FAST {
        // It stands for the others; the Khronos translator leaves them out.
        true if f.options.compatibility.strict => Mode::FAST,
        true => of(FLAGS) | Mode::FAST,
        false if f.options.extensions.allow(EXTENSION) => of(FLAGS) | of(EXTENDED_FLAGS),
        false => of(FLAGS),
    }
}

/// The kinds of numbers that a builtin neither takes nor gives, as its declaration says.
fn excluded_classes(call: Value<'_>) -> Mode {
    let Some(callee) = call.called_function() else { return Mode::NONE };
    let is_float = |ty: Option<Type<'_>>| ty.is_some_and(|ty| ty.scalar().float_width() > 0);
    let params = callee.params().map(Value::ty);
    let params = (0..).zip(params).filter(|(_, ty)| is_float(Some(*ty))).map(|(index, _)| AttributePlace::Param(index));
    let places = std::iter::once(AttributePlace::Return).chain(params);
    let excluded = |place| callee.int_attribute(place, AttributeKind::NoFpClass).unwrap_or_default();
    let classes = places.map(excluded).fold(u64::MAX, |all, classes| all & classes);
    let all_of = |kinds, mode| if classes & kinds == kinds { mode } else { Mode::NONE };
    all_of(NAN, Mode::NOT_NAN) | all_of(INFINITE, Mode::NOT_INF)
}

// --- SPIR-V to LLVM ---

/// LLVM's flags for the mask of an `FPFastMathMode`. Bits that LLVM has no flag for are passed over.
pub fn reverse(mask: u32) -> u32 {
    let mode = Mode::from_bits_truncate(mask);
    if mode.contains(Mode::FAST) {
        return fast_math::FAST;
    }
    let rows = FLAGS.iter().chain(EXTENDED_FLAGS);
    rows.filter(|(_, spirv)| mode.contains(*spirv)).fold(0, |flags, (bit, _)| flags | bit)
}

/// Does the way forward always decorate the instruction by its flags?
pub fn is_arithmetic(value: Value<'_>) -> bool {
    use Opcode as O;
    matches!(value.opcode(), Some(O::LLVMFAdd | O::LLVMFSub | O::LLVMFMul | O::LLVMFDiv | O::LLVMFRem))
}
