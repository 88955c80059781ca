//! `FPFastMathMode`: what may be assumed of floating-point operations.
//!
//! In LLVM IR: fast-math flags, and `nofpclass` of the result and all parameters of a builtin. `contract` and `reassoc`
//! have bits of `SPV_INTEL_fp_fast_math_mode`; all flags together are `Fast`. `SPV_KHR_float_controls2` has the same
//! bits, another one in place of `Fast`, and flags of more than arithmetic; its execution mode `FPFastMathDefault` is
//! read, and becomes the flags of each instruction that has none of its own. Lost: `contract` and `reassoc` where
//! neither extension is allowed, `afn` alone; before SPIR-V 1.6 and without the second one the flags of all but the
//! five operations of arithmetic.

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

/// The bit for all that is equal in real numbers, with those that it needs.
const TRANSFORM: Mode = Mode::ALLOW_CONTRACT.union(Mode::ALLOW_REASSOC).union(Mode::ALLOW_TRANSFORM);

/// All that `fast` stands for, in the bits of [`CONTROLS`], which has no `Fast`.
const ALL: Mode = Mode::NOT_NAN.union(Mode::NOT_INF).union(Mode::NSZ).union(Mode::ALLOW_RECIP).union(TRANSFORM);

/// The feature of decorations on more than arithmetic: the version that has them.
const FOR_ALL: Requirements = Requirements { capabilities: &[], extensions: &[], since: Some(6), until: None };

/// The bits of `nofpclass` for the two kinds of NaN, and for the two infinities.
const NAN: u64 = 0b11;
const INFINITE: u64 = 0x204;

// --- LLVM to SPIR-V ---

/// The flags of `fadd` to `frem`, and of products and sums that an intrinsic is. Shaders have flags of their own without controls.
pub fn forward_arithmetic<'m>(f: &mut Forward<'m>, inst: Value<'m>, id: Id) -> Result<()> {
    if !f.spv.has(Capability::FloatControls2) && any!(f.hooks.float_flags, f, inst, id) {
        return Ok(());
    }
    let mode = mode(f, inst);
    decorate(f, id, mode)
}

/// The flags of `fneg`, `fcmp` and of what is an instruction of OpenCL.std, if they can be said: under the Khronos
/// translator's name they bring the version that can.
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

/// Returns whether the extension of Khronos expresses the flags that the core does not. Where all are allowed, it is
/// the older one of Intel, which more consumers know.
pub fn has_controls(f: &Forward<'_>) -> bool {
    let allows = |name| availability::allows(f.options, name);
    allows(CONTROLS) && !allows(EXTENSION)
}

/// Declares the extension of Khronos.
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

/// Returns the bits with those that the Khronos translator writes for `reassoc`.
fn transformed(f: &Forward<'_>, mode: Mode) -> Mode {
    match f.options.policy.takes_reassoc_for_transform && mode.contains(Mode::ALLOW_REASSOC) {
        true => mode | TRANSFORM,
        false => mode,
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
pub fn reverse(mask: u32, policy: &Policy) -> u32 {
    let mode = Mode::from_bits_truncate(mask);
    if mode.contains(Mode::FAST) || mode.contains(ALL) && !policy.takes_reassoc_for_transform {
        return fast_math::FAST;
    }
    let rows = FLAGS.iter().chain(EXTENDED_FLAGS);
    rows.filter(|(_, spirv)| mode.contains(*spirv)).fold(0, |flags, (bit, _)| flags | bit)
}

/// The flags of the instructions that have none of their own, by the width of their numbers: what all entry points say,
/// for a function may be called by any of them.
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

/// Returns whether the forward translation always decorates the instruction by its flags.
pub fn is_arithmetic(value: Value<'_>) -> bool {
    use Opcode as O;
    matches!(value.opcode(), Some(O::FAdd | O::FSub | O::FMul | O::FDiv | O::FRem))
}
