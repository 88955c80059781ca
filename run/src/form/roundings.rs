//! Floats of 16 bits that are rounded once.
//!
//! LLVM computes them as `float`, and rounds that: sums, products, quotients and roots are right by it, but products to
//! which a number is added, and large integers, are rounded twice. Here these are computed as `double` with a sticky
//! last bit, which is set if anything is lost: the second rounding, to at most 51 bits, then gives the result for the
//! exact value.
//!
//! A sum of bfloats that becomes a half is computed as it is written, too: LLVM would compute it of halves, which have
//! a smaller range (docs/reference/llvm-faults.md).

use super::made::Made;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{Builder, Opcode, Predicate, Type, TypeKind, Value};

/// The bits of a `double`'s significand.
const DOUBLE: u64 = 53;

/// The bits of a `float`'s significand: integers of at most this width are exact.
const FLOAT: u64 = 24;

/// The host's function that rounds a `double` to the bits of a bfloat.
const HOST: &str = "spirv_f_to_bfloat";

fn is_half(ty: Type<'_>) -> bool {
    ty.scalar().kind() == TypeKind::Half
}

/// Rewrites the instructions that would round twice.
pub fn once(made: Made<'_, '_>) -> Result<()> {
    let rounding = Rounding { made, builder: Builder::new(made.module) };
    let blocks = made.module.functions().flat_map(|function| function.blocks());
    let instructions: Vec<_> = blocks.flat_map(|block| block.instructions()).collect();
    instructions.into_iter().try_for_each(|inst| rounding.instruction(inst))
}

struct Rounding<'m, 'c> {
    made: Made<'m, 'c>,
    builder: Builder<'m>,
}

impl<'m> Rounding<'m, '_> {
    fn instruction(&self, inst: Value<'m>) -> Result<()> {
        if inst.ty().scalar().float_width() != 16 {
            return Ok(());
        }
        self.builder.position_before(inst)?;
        if inst.is_op(Opcode::FpTrunc) && is_half(inst.ty()) {
            return self.keep_wide(inst);
        }
        let wide = match inst.opcode() {
            Some(op @ (Opcode::SiToFp | Opcode::UiToFp)) => self.integer(op, inst)?,
            _ if inst.is_call() && inst.called_function().and_then(Value::intrinsic_name) == Some("llvm.fma") => {
                self.sum_of_product(&inst.call_args().collect::<Vec<_>>())?
            }
            _ => None,
        };
        let Some(wide) = wide else { return Ok(()) };
        inst.replace_uses(self.narrowed(wide, inst.ty())?)?;
        inst.erase()
    }

    /// Prevents LLVM from evaluating an operation in a narrower type because its result is narrowed.
    fn keep_wide(&self, inst: Value<'m>) -> Result<()> {
        use Opcode::{FAdd, FDiv, FMul, FRem, FSub};
        let Some(sum) = inst.operand(0) else { return Ok(()) };
        let is_bfloat = |value: Value<'m>| value.ty().scalar().kind() == TypeKind::BFloat;
        let is_wide = |part: Value<'m>| part.is_op(Opcode::FpExt) && part.operand(0).is_some_and(is_bfloat);
        if !matches!(sum.opcode(), Some(FAdd | FSub | FMul | FDiv | FRem)) || !sum.operands().any(is_wide) {
            return Ok(());
        }
        let fence = self.builder.call_intrinsic("llvm.arithmetic.fence", sum.ty(), &[sum])?;
        inst.set_operand(0, fence)
    }

    /// Rounds a `double` to a 16-bit float, to bfloat by the host: LLVM would combine the two steps for an integer into
    /// one.
    fn narrowed(&self, wide: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        if is_half(ty) {
            return self.builder.cast(Opcode::FpTrunc, wide, ty);
        }
        let host = self.host()?;
        let lane = |value: Value<'m>| -> Result<_> {
            let bits = self.builder.call(host, &[value, self.number(self.made.context.int_type(32)?, 0)?])?;
            self.builder.cast(Opcode::BitCast, bits, ty.scalar())
        };
        if !ty.is_vector() {
            return lane(wide);
        }
        let mut vector = self.made.context.const_null(ty)?;
        for index in 0..ty.count() {
            let index = self.number(self.made.context.int_type(32)?, index)?;
            vector = self.builder.insert_element(vector, lane(self.builder.extract_element(wide, index)?)?, index)?;
        }
        Ok(vector)
    }

    /// Returns the host's function that rounds a `double` to a bfloat.
    fn host(&self) -> Result<Value<'m>> {
        let Made { module, context } = self.made;
        if let Some(known) = module.function(HOST) {
            return Ok(known);
        }
        let params = [context.double_type(), context.int_type(32)?];
        module.add_function(HOST, context.function_type(context.int_type(16)?, &params, false)?)
    }

    /// Returns a type with this scalar type, and as many lanes as another type.
    fn with(&self, like: Type<'m>, scalar: Type<'m>) -> Result<Type<'m>> {
        if like.is_vector() { self.made.context.vector_type(scalar, like.count() as u32) } else { Ok(scalar) }
    }

    fn double(&self, like: Type<'m>) -> Result<Type<'m>> {
        self.with(like, self.made.context.double_type())
    }

    /// Converts an integer to a `double` with a sticky last bit; `None` if it is exact in `float`, or too large for the
    /// result.
    fn integer(&self, op: Opcode, inst: Value<'m>) -> Result<Option<Value<'m>>> {
        let Some(mut value) = inst.operand(0) else { return Ok(None) };
        let (ty, builder) = (value.ty(), &self.builder);
        let width = u64::from(ty.scalar().int_width());
        if width <= FLOAT || is_half(inst.ty()) {
            return Ok(None);
        }
        let exact = DOUBLE + u64::from(op == Opcode::SiToFp);
        if let Some(extra) = width.checked_sub(DOUBLE).filter(|_| width > exact) {
            value = self.sticky_integer(op, value, extra)?;
        }
        builder.cast(op, value, self.double(ty)?).map(Some)
    }

    /// Replaces the low `extra` bits of an integer by a sticky bit. A value that is exact in `double` is unchanged.
    fn sticky_integer(&self, op: Opcode, value: Value<'m>, extra: u64) -> Result<Value<'m>> {
        let (ty, builder) = (value.ty(), &self.builder);
        let (by, exact) = (self.number(ty, extra)?, 1 << DOUBLE);
        let rest = builder.binary(Opcode::Shl, value, self.number(ty, DOUBLE)?)?;
        let is_lost = builder.compare_int(Predicate::Ne, rest, self.number(ty, 0)?)?;
        let kept = builder.binary(Opcode::LShr, value, by)?;
        let sticky = builder.binary(Opcode::Or, kept, builder.cast(Opcode::ZExt, is_lost, ty)?)?;
        let sticky = builder.binary(Opcode::Shl, sticky, by)?;
        let (moved, most) = match op {
            Opcode::SiToFp => (builder.binary(Opcode::Add, value, self.number(ty, exact)?)?, 2 * exact),
            _ => (value, exact),
        };
        let is_exact = builder.compare_int(Predicate::Ule, moved, self.number(ty, most)?)?;
        builder.select(is_exact, value, sticky)
    }

    /// Emits the sum of a product, which is exact in `double`, and a number, with a sticky last bit, which is possible
    /// since the error of the sum is known exactly.
    fn sum_of_product(&self, given: &[Value<'m>]) -> Result<Option<Value<'m>>> {
        let [a, b, c] = given else { return Ok(None) };
        let builder = &self.builder;
        let double = self.double(a.ty())?;
        let wide = |value: &Value<'m>| builder.cast(Opcode::FpExt, *value, double);
        let (product, c) = (builder.binary(Opcode::FMul, wide(a)?, wide(b)?)?, wide(c)?);
        let sum = builder.binary(Opcode::FAdd, product, c)?;
        let second = builder.binary(Opcode::FSub, sum, product)?;
        let first = builder.binary(Opcode::FSub, sum, second)?;
        let lost = builder.binary(Opcode::FSub, product, first)?;
        let lost = builder.binary(Opcode::FAdd, lost, builder.binary(Opcode::FSub, c, second)?)?;
        self.sticky(sum, lost).map(Some)
    }

    /// Returns a sum with its last bit set if it is inexact: the adjacent number in the direction of the error.
    fn sticky(&self, sum: Value<'m>, lost: Value<'m>) -> Result<Value<'m>> {
        let (builder, double) = (&self.builder, sum.ty());
        let int = self.with(double, self.made.context.int_type(64)?)?;
        let zero = self.made.context.const_null(double)?;
        let is_lost = builder.compare_float(Predicate::One, lost, zero)?;
        let bits = builder.cast(Opcode::BitCast, sum, int)?;
        let last = builder.binary(Opcode::And, bits, self.number(int, 1)?)?;
        let is_even = builder.compare_int(Predicate::Eq, last, self.number(int, 0)?)?;
        let is_up = builder.compare_float(Predicate::Ogt, lost, zero)?;
        let is_positive = builder.compare_float(Predicate::Ogt, sum, zero)?;
        let shrinks = builder.binary(Opcode::Xor, is_up, is_positive)?;
        let step = builder.select(shrinks, self.number(int, u64::MAX)?, self.number(int, 1)?)?;
        let next = builder.binary(Opcode::Add, bits, step)?;
        let moves = builder.binary(Opcode::And, is_lost, is_even)?;
        builder.cast(Opcode::BitCast, builder.select(moves, next, bits)?, double)
    }

    /// Returns a constant, or a vector with all lanes equal to it.
    fn number(&self, ty: Type<'m>, value: u64) -> Result<Value<'m>> {
        let one = self.made.context.const_int(ty.scalar(), value)?;
        if !ty.is_vector() {
            return Ok(one);
        }
        self.made.context.const_vector(&vec![one; usize::try_from(ty.count()).unwrap_or(0)])
    }
}
