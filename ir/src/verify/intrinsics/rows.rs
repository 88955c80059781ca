//! The requirements of each intrinsic, by name.

use super::super::fault::Rule;
use super::*;
use crate::constants::ConstantKind;
use crate::instruction::Opcode;

/// The requirements of an intrinsic on its arguments.
#[derive(Clone, Copy)]
pub(super) enum Asks {
    Nothing,
    /// Arguments that must be below a limit, with LLVM's message.
    Below(&'static [(u8, u64, &'static str)]),
    Assume,
    Compare,
    /// The number of the argument with floating-point classes.
    Classes(u8),
    Rounding,
    Predicated,
    Constrained,
    ElementAtomic(u8),
    Setup,
    SetupArgument,
    Teardown,
    Collected,
    Root,
    Trampoline,
    StackProtector,
    Escape,
    Recover,
    Statepoint,
    StatepointResult,
    Relocate,
    Exception,
    LaneMask,
    VectorLength,
    MaskedLoad,
    MaskedStore,
    Guard,
    Deoptimize,
    VaStart,
    ReduceIntegers(u8),
    ReduceFloats(u8),
    FixedPoint {
        signed: bool,
    },
    RoundToInteger,
    ByteSwap,
    Invariant,
    Matrix(matrices::Matrix),
    Splice,
    Steps,
    Match,
    Insert,
    Extract,
    PartialReduce,
    ScopeDeclaration,
    ElementType(u8),
    CallBrLanding,
    Mask,
    ThreadLocal,
    Lifetime,
    DynamicArea,
    ThreadPointer,
    Pattern,
    MetadataText(u8),
    CoroutineId,
    Convergence,
    Chain,
    ChainArgument,
    Prefetch,
    ScaledProduct,
    Formats,
    Cooperative,
    InitExec,
    WholeWave,
}

/// The requirements of intrinsics, sorted by name.
static ROWS: &[(&str, Asks)] = {
    use Asks::*;
    &[
        ("aarch64.ldaxr", ElementType(0)),
        ("aarch64.ldxr", ElementType(0)),
        (
            "aarch64.prefetch",
            Below(&[
                (1, 2, "write argument to llvm.aarch64.prefetch must be 0 or 1"),
                (2, 4, "target argument to llvm.aarch64.prefetch must be 0-3"),
                (3, 2, "stream argument to llvm.aarch64.prefetch must be 0 or 1"),
                (4, 2, "isdata argument to llvm.aarch64.prefetch must be 0 or 1"),
            ]),
        ),
        (
            "aarch64.range.prefetch",
            Below(&[
                (1, 2, "write argument to llvm.aarch64.range.prefetch must be 0 or 1"),
                (2, 2, "stream argument to llvm.aarch64.range.prefetch must be 0 or 1"),
            ]),
        ),
        ("aarch64.stlxr", ElementType(1)),
        ("aarch64.stxr", ElementType(1)),
        ("amdgcn.call.whole.wave", WholeWave),
        ("amdgcn.cooperative.atomic.load.16x8B", Cooperative),
        ("amdgcn.cooperative.atomic.load.32x4B", Cooperative),
        ("amdgcn.cooperative.atomic.load.8x16B", Cooperative),
        ("amdgcn.cooperative.atomic.store.16x8B", Cooperative),
        ("amdgcn.cooperative.atomic.store.32x4B", Cooperative),
        ("amdgcn.cooperative.atomic.store.8x16B", Cooperative),
        ("amdgcn.cs.chain", Chain),
        ("amdgcn.init.exec.from.input", InitExec),
        ("amdgcn.mfma.scale.f32.16x16x128.f8f6f4", ScaledProduct),
        ("amdgcn.mfma.scale.f32.32x32x64.f8f6f4", ScaledProduct),
        ("amdgcn.s.prefetch.data", Prefetch),
        ("amdgcn.set.inactive.chain.arg", ChainArgument),
        ("amdgcn.wmma.f32.16x16x128.f8f6f4", Formats),
        ("arm.ldaex", ElementType(0)),
        ("arm.ldrex", ElementType(0)),
        ("arm.stlex", ElementType(1)),
        ("arm.strex", ElementType(1)),
        ("assume", Assume),
        ("bswap", ByteSwap),
        ("call.preallocated.arg", SetupArgument),
        ("call.preallocated.setup", Setup),
        ("call.preallocated.teardown", Teardown),
        ("callbr.landingpad", CallBrLanding),
        ("coro.id", CoroutineId),
        ("eh.exceptioncode", Exception),
        ("eh.exceptionpointer", Exception),
        ("experimental.convergence.anchor", Convergence),
        ("experimental.convergence.entry", Convergence),
        ("experimental.convergence.loop", Convergence),
        ("experimental.deoptimize", Deoptimize),
        ("experimental.gc.relocate", Relocate),
        ("experimental.gc.result", StatepointResult),
        ("experimental.gc.statepoint", Statepoint),
        ("experimental.get.vector.length", VectorLength),
        ("experimental.guard", Guard),
        ("experimental.memset.pattern", Pattern),
        ("experimental.noalias.scope.decl", ScopeDeclaration),
        ("experimental.vector.match", Match),
        ("experimental.vector.partial.reduce.add", PartialReduce),
        ("fptrunc.round", Rounding),
        ("gcread", Collected),
        ("gcroot", Root),
        ("gcwrite", Collected),
        ("get.active.lane.mask", LaneMask),
        ("get.dynamic.area.offset", DynamicArea),
        ("init.trampoline", Trampoline),
        ("invariant.start", Invariant),
        ("is.fpclass", Classes(1)),
        ("lifetime.end", Lifetime),
        ("lifetime.start", Lifetime),
        ("llrint", RoundToInteger),
        ("llround", RoundToInteger),
        ("localescape", Escape),
        ("localrecover", Recover),
        ("lrint", RoundToInteger),
        ("lround", RoundToInteger),
        ("masked.load", MaskedLoad),
        ("masked.store", MaskedStore),
        ("matrix.column.major.load", Matrix(matrices::Matrix::Load)),
        ("matrix.column.major.store", Matrix(matrices::Matrix::Store)),
        ("matrix.multiply", Matrix(matrices::Matrix::Multiply)),
        ("matrix.transpose", Matrix(matrices::Matrix::Transpose)),
        ("memcpy.element.unordered.atomic", ElementAtomic(2)),
        ("memmove.element.unordered.atomic", ElementAtomic(2)),
        ("memset.element.unordered.atomic", ElementAtomic(1)),
        (
            "prefetch",
            Below(&[
                (1, 2, "rw argument to llvm.prefetch must be 0-1"),
                (2, 4, "locality argument to llvm.prefetch must be 0-3"),
                (3, 2, "cache type argument to llvm.prefetch must be 0-1"),
            ]),
        ),
        ("preserve.array.access.index", ElementType(0)),
        ("preserve.struct.access.index", ElementType(0)),
        ("ptrmask", Mask),
        ("reloc.none", MetadataText(0)),
        ("scmp", Compare),
        ("sdiv.fix", FixedPoint { signed: true }),
        ("sdiv.fix.sat", FixedPoint { signed: true }),
        ("smul.fix", FixedPoint { signed: true }),
        ("smul.fix.sat", FixedPoint { signed: true }),
        ("stackprotector", StackProtector),
        ("stepvector", Steps),
        ("thread.pointer", ThreadPointer),
        ("threadlocal.address", ThreadLocal),
        ("ucmp", Compare),
        ("udiv.fix", FixedPoint { signed: false }),
        ("udiv.fix.sat", FixedPoint { signed: false }),
        ("umul.fix", FixedPoint { signed: false }),
        ("umul.fix.sat", FixedPoint { signed: false }),
        ("va_start", VaStart),
        ("vector.extract", Extract),
        ("vector.insert", Insert),
        ("vector.partial.reduce.add", PartialReduce),
        ("vector.partial.reduce.fadd", PartialReduce),
        ("vector.reduce.add", ReduceIntegers(0)),
        ("vector.reduce.and", ReduceIntegers(0)),
        ("vector.reduce.fadd", ReduceFloats(1)),
        ("vector.reduce.fmax", ReduceFloats(0)),
        ("vector.reduce.fmin", ReduceFloats(0)),
        ("vector.reduce.fmul", ReduceFloats(1)),
        ("vector.reduce.mul", ReduceIntegers(0)),
        ("vector.reduce.or", ReduceIntegers(0)),
        ("vector.reduce.smax", ReduceIntegers(0)),
        ("vector.reduce.smin", ReduceIntegers(0)),
        ("vector.reduce.umax", ReduceIntegers(0)),
        ("vector.reduce.umin", ReduceIntegers(0)),
        ("vector.reduce.xor", ReduceIntegers(0)),
        ("vector.splice", Splice),
        ("vector.splice.left", Splice),
        ("vector.splice.right", Splice),
    ]
};
const PREFIXES: [(&str, Asks); 2] = [("vp.", Asks::Predicated), ("experimental.constrained.", Asks::Constrained)];

/// Returns the requirements of the intrinsic with a name.
pub(super) fn asks(base: &str) -> Asks {
    if let Some((_, asks)) = PREFIXES.iter().find(|row| base.starts_with(row.0)) {
        return *asks;
    }
    // Names of targets that are not listed include their types.
    let mut name = base;
    loop {
        if let Some(row) = ROWS.binary_search_by_key(&name, |row| row.0).ok().and_then(|i| ROWS.get(i)) {
            return row.1;
        }
        match name.rsplit_once('.').filter(|_| crate::intrinsics::unlisted_name(base)) {
            Some((shorter, _)) => name = shorter,
            None => return Asks::Nothing,
        }
    }
}

impl<'m> Verifier<'m> {
    pub(super) fn asked(&mut self, call: &Call<'_, 'm>, asks: Asks, base: &str, walk: &mut Walk) -> Rule {
        use Asks::*;
        match asks {
            Nothing => Ok(()),
            Below(rows) => rows.iter().try_for_each(|&(i, bound, message)| {
                HERE.require(self.number_at(call, i as usize).is_none_or(|n| n < bound), message)
            }),
            Assume => self.assumption(call),
            Compare => self.three_way(call),
            Classes(i) => self.classes(call, i as usize),
            Rounding => self.rounding(call),
            Predicated => self.predicated(call, base),
            Constrained => self.constrained(call, base),
            ElementAtomic(pointers) => self.element_atomic(call, pointers),
            Setup | SetupArgument | Teardown => {
                walk.has_users |= matches!(asks, Setup);
                self.preallocated(call, asks)
            }
            Collected | Root => self.collected(call, matches!(asks, Root)),
            Statepoint => {
                walk.has_users = true;
                self.statepoint(call)
            }
            StatepointResult => self.statepoint_result(call),
            Relocate => self.relocate(call),
            Trampoline | StackProtector | Exception | VaStart | ThreadLocal | Lifetime | CoroutineId => {
                self.argument_kind(call, asks)
            }
            Escape => self.escape(call, walk),
            Recover => self.recover(call),
            Guard | Deoptimize => self.deoptimizes(call, matches!(asks, Guard)),
            CallBrLanding => self.callbr_landing(call),
            LaneMask | MaskedLoad | MaskedStore | ReduceIntegers(_) | ReduceFloats(_) | Splice | Steps | Match
            | Insert | Extract | PartialReduce => self.vector(call, asks),
            VectorLength
            | FixedPoint { .. }
            | RoundToInteger
            | ByteSwap
            | Invariant
            | Mask
            | DynamicArea
            | ThreadPointer
            | Pattern => self.numbers(call, asks),
            Matrix(matrix) => self.matrix(call, matrix),
            ScopeDeclaration => self.scope_declaration(call),
            ElementType(i) => self.element_type(call, i as usize),
            MetadataText(i) => HERE.require(
                self.text_at(call, i as usize).is_some(),
                "llvm.reloc.none argument must be a metadata string",
            ),
            Convergence => {
                walk.has_convergence = true;
                Ok(())
            }
            Chain | ChainArgument | Prefetch | ScaledProduct | Formats | Cooperative | InitExec | WholeWave => {
                self.amd(call, asks)
            }
        }
    }

    /// Checks arguments that must be of a certain kind, such as functions or variables.
    fn argument_kind(&self, call: &Call<'_, 'm>, asks: Asks) -> Rule {
        let m = self.m;
        let stripped = |i: usize| call.arguments.get(i).map_or(crate::module::NONE, |&value| m.stripped(value));
        let is_alloca = |value: u32| m.opcode_of(value) == Some(Opcode::Alloca);
        match asks {
            Asks::Trampoline => HERE.require(
                m.function_of(stripped(1)).is_some(),
                "llvm.init_trampoline parameter #2 must resolve to a function.",
            ),
            Asks::StackProtector => {
                HERE.require(is_alloca(stripped(1)), "llvm.stackprotector parameter #2 must resolve to an alloca.")
            }
            Asks::Exception => HERE.require(
                call.arguments.first().is_some_and(|&value| m.opcode_of(value) == Some(Opcode::CatchPad)),
                "eh.exceptionpointer argument must be a catchpad",
            ),
            Asks::VaStart => {
                HERE.require(m.types.is_variadic(call.here.body.global.ty), "va_start called in a non-varargs function")
            }
            Asks::Lifetime => HERE.require(
                call.arguments.first().is_some_and(|&value| {
                    is_alloca(value) || m.constant(value).is_some_and(|c| c.kind == ConstantKind::Poison)
                }),
                "llvm.lifetime.start/end can only be used on alloca or poison",
            ),
            Asks::ThreadLocal => {
                let Some(global) = call.arguments.first().and_then(|&value| m.global_of(value)) else {
                    return HERE.broken("llvm.threadlocal.address first argument must be a GlobalValue");
                };
                HERE.require(
                    self.is_thread_local(global),
                    "llvm.threadlocal.address operand isThreadLocal() must be true",
                )
            }
            _ => self.coroutine_id(stripped(3)),
        }
    }

    fn coroutine_id(&self, info: u32) -> Rule {
        let m = self.m;
        if m.is_null(info) {
            return Ok(());
        }
        let global = m.global_of(info).filter(|g| {
            g.kind == GlobalKind::Variable
                && g.is_constant
                && g.init != 0
                && !g.externally_initialized
                && !super::super::calls::is_interposable(g)
        });
        let Some(global) = global else {
            return HERE.broken("info argument of llvm.coro.id must refer to an initialized constant");
        };
        let kind = m.constant(global.init - 1).map(|c| (c.kind, m.types.kind(c.ty)));
        let fits =
            matches!(kind, Some((ConstantKind::Aggregate, TypeKind::Struct | TypeKind::NamedStruct | TypeKind::Array)));
        HERE.require(fits, "info argument of llvm.coro.id must refer to either a struct or an array")
    }

    fn element_type(&self, call: &Call<'_, 'm>, i: usize) -> Rule {
        use crate::attributes::{AttributeKind, FIRST_PARAMETER};
        let ty = self.attribute_type(call.list, FIRST_PARAMETER + i as u32, AttributeKind::of("elementtype"));
        HERE.require(ty.is_some(), "Intrinsic requires elementtype attribute on an argument.")
    }

    fn scope_declaration(&mut self, call: &Call<'_, 'm>) -> Rule {
        let node = call.arguments.first().filter(|&&value| is_metadata(value)).map(|&value| value & !METADATA);
        let Some(list) = node.and_then(|node| self.m.metadata.get(node)).filter(|n| n.kind == NodeKind::Tuple) else {
            return HERE.broken("!id.scope.list must point to an MDNode");
        };
        HERE.require(
            self.m.metadata.operands(list).count() == 1,
            "!id.scope.list must point to a list with a single scope",
        )?;
        self.scope_list(node.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::ROWS;

    #[test]
    fn rows_are_sorted() {
        assert!(ROWS.is_sorted_by_key(|row| row.0));
    }
}
