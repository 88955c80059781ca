//! `FPFastMathMode`: what may be assumed of floating-point operations.
//!
//! In LLVM IR: fast-math flags, and `nofpclass` of the result and all parameters of a builtin. `contract` and `reassoc`
//! have bits of `SPV_INTEL_fp_fast_math_mode`; all flags together are `Fast`. `SPV_KHR_float_controls2` has bits for
//! both, too, three bits in place of `Fast`, and flags on more than arithmetic; its execution mode `FPFastMathDefault`
//! is read, and becomes the flags of each instruction that has no decoration. Lost: `contract` and `reassoc` where
//! neither extension is allowed; `afn` alone; before SPIR-V 1.6 and without `SPV_KHR_float_controls2`, all flags but
//! those of the five arithmetic operations.

use super::require_enabling;
use crate::binary::builder::Id;
use crate::binary::grammar::{Kind, Requirements};
use crate::environment::Availability;
use crate::error::Result;
use crate::llvm::{AttributeKind, AttributePlace, Opcode, Type, TypeKind, Value, fast_math};
use crate::options::Policy;
use crate::state::hooks::any;
use crate::state::{Forward, Reverse, availability};
use ::spirv::{Capability, Decoration, ExecutionMode, FPFastMathMode as Mode, Op};
use rustc_hash::FxHashMap;

/// LLVM's bits of fast-math flags and SPIR-V's.
const FLAGS: &[(u32, Mode)] = &[
    (fast_math::NO_NANS, Mode::NOT_NAN),
    (fast_math::NO_INFS, Mode::NOT_INF),
    (fast_math::NO_SIGNED_ZEROS, Mode::NSZ),
    (fast_math::RECIPROCAL, Mode::ALLOW_RECIP),
];

/// The flags that an extension adds.
const EXTENDED_FLAGS: &[(u32, Mode)] =
    &[(fast_math::CONTRACT, Mode::ALLOW_CONTRACT), (fast_math::REASSOC, Mode::ALLOW_REASSOC)];

const EXTENSION: &str = "SPV_INTEL_fp_fast_math_mode";
const CONTROLS: &str = "SPV_KHR_float_controls2";

/// The bit for every transformation valid in real arithmetic (`AllowTransform`), with the bits that it requires.
const TRANSFORM: Mode = Mode::ALLOW_CONTRACT.union(Mode::ALLOW_REASSOC).union(Mode::ALLOW_TRANSFORM);

/// The bits that stand for `fast` with [`CONTROLS`], which has no `Fast`.
const ALL: Mode = Mode::NOT_NAN.union(Mode::NOT_INF).union(Mode::NSZ).union(Mode::ALLOW_RECIP).union(TRANSFORM);

/// The version that allows the decoration on more than arithmetic.
const FOR_ALL: Requirements = Requirements { capabilities: &[], extensions: &[], since: Some(6), until: None };

/// The bits of `nofpclass` for the two kinds of NaN, and for the two infinities.
const NAN: u64 = 0b11;
const INFINITE: u64 = 0x204;

// --- LLVM to SPIR-V ---

/// Writes the flags of `fadd` to `frem`, and of intrinsics that are products and sums. Shaders without float controls
/// have flags of their own.
pub fn forward_arithmetic<'m>(f: &mut Forward<'m>, inst: Value<'m>, id: Id) -> Result<()> {
    if !f.spv.has(Capability::FloatControls2) && any!(f.hooks.float_flags, f, inst, id) {
        return Ok(());
    }
    let mode = mode(f, inst);
    decorate(f, id, mode)
}

/// Writes the flags of `fneg`, `fcmp` and instructions of OpenCL.std, if the version allows them there; in Khronos mode
/// they raise the version.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, id: Id) -> Result<()> {
    let is_sayable = match availability::of(f, &FOR_ALL) {
        Availability::Core => true,
        Availability::Version(_) => f.options.policy.raises_version_for_flags,
        _ => false,
    };
    let is_controlled = has_controls(f);
    if !is_sayable && !is_controlled {
        return Ok(());
    }
    let mut mode = mode(f, inst);
    if !mode.contains(Mode::FAST) {
        mode |= excluded_classes(inst);
    }
    if !mode.is_empty() && is_controlled {
        require_controls(f);
    } else if !mode.is_empty() {
        availability::raise_to(f, &FOR_ALL);
    }
    decorate(f, id, mode)
}

fn decorate(f: &mut Forward<'_>, id: Id, mode: Mode) -> Result<()> {
    if mode.is_empty() {
        // Else the default of the entry point would hold.
        return match f.entry_points.has_default_flags {
            true => write(f, id, Mode::NONE),
            false => Ok(()),
        };
    }
    if mode.intersects(Mode::ALLOW_CONTRACT | Mode::ALLOW_REASSOC) && has_controls(f) {
        require_controls(f);
    } else if mode.intersects(Mode::ALLOW_CONTRACT | Mode::ALLOW_REASSOC) {
        f.spv.require_extension(EXTENSION);
        f.spv.require(Capability::FPFastMathModeINTEL);
    }
    require_enabling(f, Kind::FPFastMathMode, mode.bits());
    write(f, id, mode)
}

fn write(f: &mut Forward<'_>, id: Id, mode: Mode) -> Result<()> {
    f.body.flagged = id;
    f.spv.decorate(id, Decoration::FPFastMathMode, &[mode.bits()])
}

/// Returns whether fast-math flags beyond the core are written with `SPV_KHR_float_controls2`. If Intel's older
/// extension is allowed as well, it takes precedence, since more consumers know it.
pub fn has_controls(f: &Forward<'_>) -> bool {
    let allows = |name| availability::allows(f.options, name);
    allows(CONTROLS) && !allows(EXTENSION)
}

/// Declares `SPV_KHR_float_controls2` and its capability.
pub fn require_controls(f: &mut Forward<'_>) {
    f.spv.require_extension(CONTROLS);
    f.spv.require(Capability::FloatControls2);
}

fn mode<'m>(f: &Forward<'m>, inst: Value<'m>) -> Mode {
    let flags = inst.fast_math();
    let of =
        |rows: &[(u32, Mode)]| rows.iter().filter(|row| flags & row.0 != 0).fold(Mode::NONE, |all, row| all | row.1);
    match flags == fast_math::FAST {
        true if has_controls(f) => ALL,
        // It stands for the others; the Khronos translator leaves them out.
        true if f.options.policy.writes_fast_alone => Mode::FAST,
        true => of(FLAGS) | Mode::FAST,
        false if has_controls(f) => transformed(f, of(FLAGS) | of(EXTENDED_FLAGS)),
        false if availability::allows(f.options, EXTENSION) => of(FLAGS) | of(EXTENDED_FLAGS),
        false => of(FLAGS),
    }
}

/// Returns the bits, with those that the Khronos translator adds for `reassoc`.
fn transformed(f: &Forward<'_>, mode: Mode) -> Mode {
    match f.options.policy.takes_reassoc_for_transform && mode.contains(Mode::ALLOW_REASSOC) {
        true => mode | TRANSFORM,
        false => mode,
    }
}

/// Returns the bits for the number classes (NaN, infinity) that a builtin's declaration excludes for its parameters and its result.
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

/// Returns LLVM's flags for the mask of an `FPFastMathMode`. Bits without an LLVM flag are ignored.
pub fn reverse(mask: u32, policy: &Policy) -> u32 {
    let mode = Mode::from_bits_truncate(mask);
    if mode.contains(Mode::FAST) || mode.contains(ALL) && !policy.takes_reassoc_for_transform {
        return fast_math::FAST;
    }
    let rows = FLAGS.iter().chain(EXTENDED_FLAGS);
    rows.filter(|(_, spirv)| mode.contains(*spirv)).fold(0, |flags, (bit, _)| flags | bit)
}

/// Returns the default flags, by the width of the floating-point type: the flags common to all entry points, since any
/// of them may call a function.
pub fn defaults<'m>(r: &Reverse<'m>) -> Result<FxHashMap<u32, u32>> {
    let mut said: FxHashMap<u32, (usize, u32)> = FxHashMap::default();
    for inst in r.spv.execution_modes() {
        if inst.operand(1)? != ExecutionMode::FPFastMathDefault as u32 {
            continue;
        }
        let ty = r.spv.definition(inst.operand(2)?).filter(|ty| ty.opcode() == Op::TypeFloat);
        let ty = ty.ok_or_else(|| inst.error("FPFastMathDefault of what is no type of numbers"))?;
        let mask = u32::try_from(r.constant(inst.operand(3)?)?).unwrap_or_default();
        // An encoding makes it another type of that width.
        if let [width] = *ty.in_operands() {
            let (count, flags) = said.entry(width).or_insert((0, u32::MAX));
            *count += 1;
            *flags &= reverse(mask, &r.options.policy);
        }
    }
    let all = r.entry_points.len();
    Ok(said.into_iter().filter(|(_, (count, _))| *count == all).map(|(width, (_, flags))| (width, flags)).collect())
}

/// The default flags of an instruction.
pub fn default_of<'m>(r: &Reverse<'m>, value: Value<'m>) -> Option<u32> {
    if r.float_defaults.by_width.is_empty() || !value.can_use_fast_math() {
        return None;
    }
    let ty = if value.is_op(Opcode::FCmp) { value.operand(0)?.ty() } else { value.ty() };
    let is_bfloat = ty.scalar().kind() == TypeKind::BFloat;
    r.float_defaults.by_width.get(&ty.scalar().float_width()).copied().filter(|_| !is_bfloat)
}

/// Returns whether the forward translation writes the flags of the instruction in every version.
pub fn is_arithmetic(value: Value<'_>) -> bool {
    use Opcode as O;
    matches!(value.opcode(), Some(O::FAdd | O::FSub | O::FMul | O::FDiv | O::FRem))
}
