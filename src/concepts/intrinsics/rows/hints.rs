//! Intrinsics that are hints and do not change the results of the program, and hints that an extension has.

use super::super::misc;
use super::{Row, custom, each, rewritten, row};
use crate::concepts::base::decorations::annotations;
use crate::conventions::rules::{Bfloat, Rewritten, Rule};
use crate::state::{Lowering, Role};
use ::spirv::{Op, OpenClStd as Cl};

/// The hints that no extension has.
pub const ROWS: &[Row] = &[
    nothing("llvm.prefetch"),
    nothing("llvm.sideeffect").by(Rule::Drop),
    nothing("llvm.donothing"),
    nothing("llvm.pseudoprobe"),
    nothing("llvm.instrprof.callsite"),
    nothing("llvm.instrprof.cover"),
    nothing("llvm.instrprof.increment"),
    nothing("llvm.instrprof.increment.step"),
    nothing("llvm.instrprof.mcdc.parameters"),
    nothing("llvm.instrprof.mcdc.tvbitmap.update"),
    nothing("llvm.instrprof.timestamp"),
    nothing("llvm.instrprof.value.profile"),
    nothing("llvm.fake.use").hint().by(Rule::Drop),
    nothing("llvm.codeview.annotation"),
    // Marks in machine code, for simulators and linkers.
    nothing("llvm.pcmarker"),
    nothing("llvm.reloc.none"),
    row("llvm.invariant.start", custom(misc::mark)),
    nothing("llvm.invariant.end"),
    nothing("llvm.experimental.noalias.scope.decl").role(Role::AliasScopes),
    // Which invocations stay together is for the consumer to say: SPIR-V has no tokens of it.
    nothing("llvm.experimental.convergence.anchor"),
    nothing("llvm.experimental.convergence.entry"),
    nothing("llvm.experimental.convergence.loop"),
    nothing("llvm.dbg.assign").hint(),
    nothing("llvm.dbg.declare").hint().by(Rule::Drop),
    nothing("llvm.dbg.label").hint(),
    nothing("llvm.dbg.value").hint().by(Rule::Drop),
    argument("llvm.ssa.copy").hint().by(Rule::Argument),
    argument("llvm.launder.invariant.group"),
    argument("llvm.strip.invariant.group"),
    row("llvm.var.annotation", custom(annotations::variable)).role(Role::VariableAnnotation),
    row("llvm.ptr.annotation", custom(annotations::pointer)).role(Role::PointerAnnotation),
    // An extension has its own form of it.
    rewritten("llvm.annotation", Rule::Argument).when(Rewritten::IfIllegal).role(Role::Annotation),
    row("llvm.is.constant", custom(misc::is_constant)).by(Rule::False),
    // No sanitizer has a run-time library for SPIR-V.
    rewritten("llvm.allow.sanitize.address", Rule::False),
    rewritten("llvm.allow.sanitize.hwaddress", Rule::False),
    rewritten("llvm.allow.sanitize.memory", Rule::False),
    rewritten("llvm.allow.sanitize.thread", Rule::False),
    row("llvm.allow.runtime.check", custom(misc::always)),
    row("llvm.allow.ubsan.check", custom(misc::always)),
    row("llvm.experimental.widenable.condition", custom(misc::always)),
    row("llvm.trap", custom(misc::trap)),
    row("llvm.debugtrap", custom(misc::trap)),
    row("llvm.ubsantrap", custom(misc::trap)),
];

/// The hints that become an instruction of an extension where it is allowed, which comes back as the intrinsic.
pub const WITH_EXTENSIONS: &[Row] = &[
    nothing("llvm.assume").by(Rule::Drop).extension(Op::AssumeTrueKHR, 1, &["SPV_KHR_expect_assume"]),
    argument("llvm.expect").hint().by(Rule::Argument).extension(Op::ExpectKHR, 2, &["SPV_KHR_expect_assume"]),
    argument("llvm.expect.with.probability").hint().by(Rule::Argument).extension(
        Op::ExpectKHR,
        2,
        &["SPV_KHR_expect_assume"],
    ),
    each("llvm.fma", Cl::fma, 3).bfloat(Bfloat::Fused).extension(Op::FmaKHR, 3, &["SPV_KHR_fma"]),
    argument("llvm.arithmetic.fence").hint().by_element().by(Rule::Argument).bfloat(Bfloat::Argument).extension(
        Op::ArithmeticFenceEXT,
        1,
        &["SPV_EXT_arithmetic_fence", "SPV_INTEL_arithmetic_fence"],
    ),
];

const fn nothing(name: &'static str) -> Row {
    row(name, Lowering::Nothing)
}

const fn argument(name: &'static str) -> Row {
    row(name, Lowering::Argument)
}
