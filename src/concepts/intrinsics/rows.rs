//! Which intrinsic is what: a row each.

use super::{bits, classes, constrained, floats, integers, memory, misc, reductions};
use crate::concepts::decorations::annotations;
use crate::concepts::{fpga_registers, variable_length};
use crate::state::{LowerIntrinsic, Lowering};
use ::spirv::{Op, OpenclStd100Op as Cl};

const fn ext(instruction: Cl, arguments: u32) -> Lowering {
    Lowering::Extended(instruction, arguments)
}

/// More than one instruction.
pub(super) const fn custom(lower: LowerIntrinsic) -> Lowering {
    Lowering::Custom(lower)
}

/// What calls of the intrinsic `name` turn into. Constrained ones are those without constraints, where the row of the
/// plain one says how.
#[deny(unreachable_patterns)]
pub fn lowering(name: &str) -> Option<Lowering> {
    match name.strip_prefix("llvm.experimental.constrained.") {
        Some(operation) => constrained::lowering(operation).or_else(|| plain(&format!("llvm.{operation}"))),
        None => plain(name),
    }
}

fn plain(name: &str) -> Option<Lowering> {
    float(name).or_else(|| integer(name)).or_else(|| memory(name)).or_else(|| reduction(name)).or_else(|| hint(name))
}

#[deny(unreachable_patterns)]
fn float(name: &str) -> Option<Lowering> {
    Some(match name {
        "llvm.fma" => ext(Cl::fma, 3),
        "llvm.fmuladd" => custom(floats::multiply_add),
        "llvm.sqrt" => ext(Cl::sqrt, 1),
        "llvm.fabs" => ext(Cl::fabs, 1),
        "llvm.floor" => ext(Cl::floor, 1),
        "llvm.ceil" => ext(Cl::ceil, 1),
        "llvm.trunc" => ext(Cl::trunc, 1),
        "llvm.rint" | "llvm.nearbyint" | "llvm.roundeven" => ext(Cl::rint, 1),
        "llvm.round" => ext(Cl::round, 1),
        "llvm.sin" => ext(Cl::sin, 1),
        "llvm.cos" => ext(Cl::cos, 1),
        "llvm.tan" => ext(Cl::tan, 1),
        "llvm.asin" => ext(Cl::asin, 1),
        "llvm.acos" => ext(Cl::acos, 1),
        "llvm.atan" => ext(Cl::atan, 1),
        "llvm.atan2" => ext(Cl::atan2, 2),
        "llvm.sinh" => ext(Cl::sinh, 1),
        "llvm.cosh" => ext(Cl::cosh, 1),
        "llvm.tanh" => ext(Cl::tanh, 1),
        "llvm.exp" => ext(Cl::exp, 1),
        "llvm.exp2" => ext(Cl::exp2, 1),
        "llvm.exp10" => ext(Cl::exp10, 1),
        "llvm.log" => ext(Cl::log, 1),
        "llvm.log2" => ext(Cl::log2, 1),
        "llvm.log10" => ext(Cl::log10, 1),
        "llvm.pow" => ext(Cl::pow, 2),
        "llvm.copysign" => ext(Cl::copysign, 2),
        "llvm.minnum" => ext(Cl::fmin, 2),
        "llvm.maxnum" => ext(Cl::fmax, 2),
        "llvm.minimumnum" => custom(floats::minimum_number),
        "llvm.maximumnum" => custom(floats::maximum_number),
        "llvm.minimum" => custom(floats::minimum),
        "llvm.maximum" => custom(floats::maximum),
        "llvm.canonicalize" => custom(floats::canonicalize),
        "llvm.powi" => custom(floats::powi),
        "llvm.ldexp" => custom(floats::ldexp),
        "llvm.frexp" => custom(floats::frexp),
        "llvm.modf" => custom(floats::modf),
        "llvm.sincos" => custom(floats::sincos),
        "llvm.sincospi" => custom(floats::sincospi),
        "llvm.is.fpclass" => custom(classes::is_fpclass),
        "llvm.fptosi.sat" => custom(floats::to_signed_saturated),
        "llvm.fptoui.sat" => custom(floats::to_unsigned_saturated),
        "llvm.lrint" | "llvm.llrint" => custom(floats::lrint),
        "llvm.lround" | "llvm.llround" => custom(floats::lround),
        "llvm.fptrunc.round" => custom(constrained::truncate),
        "llvm.convert.to.fp16" => custom(floats::to_half_bits),
        "llvm.convert.from.fp16" => custom(floats::from_half_bits),
        _ => return None,
    })
}

#[deny(unreachable_patterns)]
fn integer(name: &str) -> Option<Lowering> {
    Some(match name {
        "llvm.smin" => ext(Cl::s_min, 2),
        "llvm.smax" => ext(Cl::s_max, 2),
        "llvm.umin" => ext(Cl::u_min, 2),
        "llvm.umax" => ext(Cl::u_max, 2),
        "llvm.abs" => ext(Cl::s_abs, 1),
        "llvm.ctpop" => Lowering::Core(Op::BitCount, 1),
        "llvm.ctlz" => ext(Cl::clz, 1),
        "llvm.cttz" => ext(Cl::ctz, 1),
        "llvm.uadd.sat" => ext(Cl::u_add_sat, 2),
        "llvm.sadd.sat" => ext(Cl::s_add_sat, 2),
        "llvm.usub.sat" => ext(Cl::u_sub_sat, 2),
        "llvm.ssub.sat" => ext(Cl::s_sub_sat, 2),
        "llvm.ushl.sat" => custom(integers::shift_unsigned_saturated),
        "llvm.sshl.sat" => custom(integers::shift_signed_saturated),
        "llvm.fshl" => custom(bits::funnel_left),
        "llvm.fshr" => custom(bits::funnel_right),
        "llvm.bswap" => custom(bits::swap_bytes),
        "llvm.bitreverse" => custom(bits::reverse),
        "llvm.uadd.with.overflow" => custom(integers::add_unsigned),
        "llvm.sadd.with.overflow" => custom(integers::add_signed),
        "llvm.usub.with.overflow" => custom(integers::subtract_unsigned),
        "llvm.ssub.with.overflow" => custom(integers::subtract_signed),
        "llvm.umul.with.overflow" => custom(integers::multiply_unsigned),
        "llvm.smul.with.overflow" => custom(integers::multiply_signed),
        "llvm.ucmp" => custom(integers::compare_unsigned),
        "llvm.scmp" => custom(integers::compare_signed),
        _ => return None,
    })
}

#[deny(unreachable_patterns)]
fn memory(name: &str) -> Option<Lowering> {
    Some(match name {
        "llvm.lifetime.start" => custom(memory::lifetime_start),
        "llvm.lifetime.end" => custom(memory::lifetime_end),
        "llvm.memcpy" | "llvm.memcpy.inline" => custom(memory::copy),
        "llvm.memmove" => custom(memory::move_),
        "llvm.memset" | "llvm.memset.inline" => custom(memory::set),
        "llvm.ptrmask" => custom(misc::mask_pointer),
        "llvm.objectsize" => custom(misc::object_size),
        "llvm.returnaddress" | "llvm.frameaddress" | "llvm.addressofreturnaddress" => custom(misc::no_address),
        "llvm.stacksave" => custom(variable_length::forward_save),
        "llvm.stackrestore" => custom(variable_length::forward_restore),
        _ => return None,
    })
}

#[deny(unreachable_patterns)]
fn reduction(name: &str) -> Option<Lowering> {
    Some(match name.strip_prefix("llvm.vector.reduce.")? {
        "add" => custom(|f, i| reductions::core(f, i, Op::IAdd)),
        "mul" => custom(|f, i| reductions::core(f, i, Op::IMul)),
        "and" => custom(|f, i| reductions::core(f, i, Op::BitwiseAnd)),
        "or" => custom(|f, i| reductions::core(f, i, Op::BitwiseOr)),
        "xor" => custom(|f, i| reductions::core(f, i, Op::BitwiseXor)),
        "smin" => custom(|f, i| reductions::extended(f, i, Cl::s_min)),
        "smax" => custom(|f, i| reductions::extended(f, i, Cl::s_max)),
        "umin" => custom(|f, i| reductions::extended(f, i, Cl::u_min)),
        "umax" => custom(|f, i| reductions::extended(f, i, Cl::u_max)),
        "fmin" => custom(|f, i| reductions::extended(f, i, Cl::fmin)),
        "fmax" => custom(|f, i| reductions::extended(f, i, Cl::fmax)),
        "fadd" => custom(|f, i| reductions::started(f, i, Op::FAdd)),
        "fmul" => custom(|f, i| reductions::started(f, i, Op::FMul)),
        "fminimum" => custom(|f, i| reductions::nan_aware(f, i, true)),
        "fmaximum" => custom(|f, i| reductions::nan_aware(f, i, false)),
        _ => return None,
    })
}

/// What says something about the program and changes nothing of what it computes.
#[deny(unreachable_patterns)]
fn hint(name: &str) -> Option<Lowering> {
    Some(match name {
        "llvm.assume"
        | "llvm.prefetch"
        | "llvm.sideeffect"
        | "llvm.donothing"
        | "llvm.pseudoprobe"
        | "llvm.instrprof.callsite"
        | "llvm.instrprof.cover"
        | "llvm.instrprof.increment"
        | "llvm.instrprof.increment.step"
        | "llvm.instrprof.mcdc.parameters"
        | "llvm.instrprof.mcdc.tvbitmap.update"
        | "llvm.instrprof.timestamp"
        | "llvm.instrprof.value.profile"
        | "llvm.fake.use"
        | "llvm.codeview.annotation"
        | "llvm.invariant.start"
        | "llvm.invariant.end"
        | "llvm.experimental.noalias.scope.decl"
        // Which invocations stay together is for the consumer to say: SPIR-V has no tokens of it.
        | "llvm.experimental.convergence.anchor"
        | "llvm.experimental.convergence.entry"
        | "llvm.experimental.convergence.loop"
        | "llvm.dbg.assign"
        | "llvm.dbg.declare"
        | "llvm.dbg.label"
        | "llvm.dbg.value" => Lowering::Nothing,
        "llvm.expect"
        | "llvm.expect.with.probability"
        | "llvm.ssa.copy"
        | "llvm.arithmetic.fence"
        | "llvm.launder.invariant.group"
        | "llvm.strip.invariant.group" => Lowering::Argument,
        "llvm.annotation" => custom(fpga_registers::lower),
        "llvm.var.annotation" => custom(annotations::variable),
        "llvm.ptr.annotation" => custom(annotations::pointer),
        "llvm.is.constant" => custom(misc::is_constant),
        "llvm.allow.runtime.check" | "llvm.allow.ubsan.check" => custom(misc::always),
        "llvm.trap" | "llvm.debugtrap" | "llvm.ubsantrap" => custom(misc::trap),
        _ => return None,
    })
}
