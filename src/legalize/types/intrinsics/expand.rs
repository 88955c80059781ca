//! Intrinsics on integers of illegal widths, computed by plain instructions on the original types; these are legalized
//! as they are emitted.

use super::super::rewrite::Rewriter;
use super::arguments::{argument, several, unsupported};
use crate::conventions::rules::Rule;
use crate::error::Result;
use crate::llvm::{Opcode as O, Predicate as P, Type, Value};

/// Emits instructions on the original values, and legalizes each at once.
pub struct Maker<'w, 'm> {
    w: &'w mut Rewriter<'m>,
    ty: Type<'m>,
    bits: u32,
}

impl<'w, 'm> Maker<'w, 'm> {
    /// Creates the expansion for integers of a type, or vectors of them.
    pub fn new(w: &'w mut Rewriter<'m>, ty: Type<'m>) -> Self {
        Self { bits: ty.scalar().int_width(), ty, w }
    }

    /// A binary operation.
    pub fn binary(&mut self, op: O, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        let inst = self.w.emit.builder.binary(op, a, b);
        self.w.made(inst)
    }

    /// Emits an `icmp`.
    pub fn compare(&mut self, predicate: P, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        let inst = self.w.emit.builder.compare_int(predicate, a, b);
        self.w.made(inst)
    }

    /// Emits a `select`.
    pub fn select(&mut self, condition: Value<'m>, yes: Value<'m>, no: Value<'m>) -> Result<Value<'m>> {
        let inst = self.w.emit.builder.select(condition, yes, no);
        self.w.made(inst)
    }

    /// Emits a cast.
    pub fn cast(&mut self, op: O, v: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        let inst = self.w.emit.builder.cast(op, v, ty);
        self.w.made(inst)
    }

    /// Returns a constant of the type from its 64-bit words, in all lanes.
    fn words(&self, words: &[u64]) -> Result<Value<'m>> {
        let scalar = self.w.emit.context.const_int_words(self.ty.scalar(), words)?;
        self.w.emit.repeated(scalar, self.ty)
    }

    /// Returns an unsigned constant in all lanes.
    pub fn int(&self, value: u64) -> Result<Value<'m>> {
        self.words(&[value])
    }

    /// Returns a signed constant in all lanes.
    pub fn signed(&self, value: i64) -> Result<Value<'m>> {
        let mut words = vec![if value < 0 { u64::MAX } else { 0 }; self.bits.div_ceil(64) as usize];
        if let Some(low) = words.first_mut() {
            *low = value as u64;
        }
        self.words(&words)
    }

    /// Returns the constant in which only the bit `bit` is set.
    pub fn bit(&self, bit: u32) -> Result<Value<'m>> {
        let mut words = vec![0; self.bits.div_ceil(64) as usize];
        if let Some(word) = words.get_mut((bit / 64) as usize) {
            *word = 1 << (bit % 64);
        }
        self.words(&words)
    }

    /// Returns the constant in which the lowest `count` bits are set.
    pub fn low_bits(&self, count: u32) -> Result<Value<'m>> {
        let word = |at: u32| match count.saturating_sub(64 * at) {
            0 => 0,
            left => u64::MAX >> (64 - left.min(64)),
        };
        self.words(&(0..self.bits.div_ceil(64)).map(word).collect::<Vec<_>>())
    }

    /// Returns the constant in which all bits are set.
    pub fn ones(&self) -> Result<Value<'m>> {
        self.words(&vec![u64::MAX; self.bits.div_ceil(64) as usize])
    }

    /// Returns the least and the greatest signed number.
    fn limits(&self) -> Result<(Value<'m>, Value<'m>)> {
        let mut low = vec![0; self.bits.div_ceil(64) as usize];
        if let Some(last) = low.last_mut() {
            *last = 1 << ((self.bits - 1) % 64);
        }
        let high: Vec<_> = low.iter().map(|word| !word).collect();
        Ok((self.words(&low)?, self.words(&high)?))
    }

    /// Emits the test whether a number is negative.
    fn negative(&mut self, v: Value<'m>) -> Result<Value<'m>> {
        let zero = self.int(0)?;
        self.compare(P::Slt, v, zero)
    }

    /// Emits an addition, subtraction or multiplication; returns the result, and the test whether it overflows.
    fn overflowing(&mut self, op: O, signed: bool, a: Value<'m>, b: Value<'m>) -> Result<(Value<'m>, Value<'m>)> {
        if op == O::Mul {
            return self.product(signed, a, b);
        }
        let result = self.binary(op, a, b)?;
        if !signed {
            let (left, right) = if op == O::Add { (result, a) } else { (a, b) };
            return Ok((result, self.compare(P::Ult, left, right)?));
        }
        // The sign differs from that of `a` although that of `b` says it should not.
        let other = if op == O::Add { result } else { a };
        let (first, second) = (self.binary(O::Xor, a, result)?, self.binary(O::Xor, b, other)?);
        let both = self.binary(O::And, first, second)?;
        Ok((result, self.negative(both)?))
    }

    /// Emits a multiplication in integers of twice the width; returns the product, and the test whether it overflows.
    fn product(&mut self, signed: bool, a: Value<'m>, b: Value<'m>) -> Result<(Value<'m>, Value<'m>)> {
        let extend = if signed { O::SExt } else { O::ZExt };
        let double = self.w.emit.int_like(self.ty, 2 * self.bits)?;
        let (a, b) = (self.cast(extend, a, double)?, self.cast(extend, b, double)?);
        let whole = self.binary(O::Mul, a, b)?;
        let result = self.cast(O::Trunc, whole, self.ty)?;
        let again = self.cast(extend, result, double)?;
        Ok((result, self.compare(P::Ne, whole, again)?))
    }

    fn saturating(&mut self, op: O, signed: bool, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        let (result, overflows) = self.overflowing(op, signed, a, b)?;
        let limit = match (signed, op) {
            (false, O::Add) => self.ones()?,
            (false, _) => self.int(0)?,
            (true, _) => self.limit_towards(a)?,
        };
        self.select(overflows, limit, result)
    }

    /// Selects the least number where `v` is negative, else the greatest.
    fn limit_towards(&mut self, v: Value<'m>) -> Result<Value<'m>> {
        let ((low, high), negative) = (self.limits()?, self.negative(v)?);
        self.select(negative, low, high)
    }

    fn saturating_shift(&mut self, signed: bool, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        let result = self.binary(O::Shl, a, b)?;
        let back = self.binary(if signed { O::AShr } else { O::LShr }, result, b)?;
        let overflows = self.compare(P::Ne, back, a)?;
        let limit = if signed { self.limit_towards(a)? } else { self.ones()? };
        self.select(overflows, limit, result)
    }

    /// Emits the instructions for `fshl` and `fshr`.
    fn funnel(&mut self, left: bool, a: Value<'m>, b: Value<'m>, by: Value<'m>) -> Result<Value<'m>> {
        let bits = self.int(self.bits.into())?;
        let by = match self.bits.is_power_of_two() {
            true => self.binary(O::And, by, self.int(u64::from(self.bits) - 1)?)?,
            false => self.binary(O::URem, by, bits)?,
        };
        let rest = self.binary(O::Sub, bits, by)?;
        let (high, low) = if left { (by, rest) } else { (rest, by) };
        let (high, low) = (self.binary(O::Shl, a, high)?, self.binary(O::LShr, b, low)?);
        let both = self.binary(O::Or, high, low)?;
        let (zero, unchanged) = (self.int(0)?, if left { a } else { b });
        let none = self.compare(P::Eq, by, zero)?;
        self.select(none, unchanged, both)
    }

    /// Selects `a` if it compares with `b` by the predicate, else `b`.
    pub fn extreme(&mut self, predicate: P, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        let first = self.compare(predicate, a, b)?;
        self.select(first, a, b)
    }

    fn absolute(&mut self, a: Value<'m>) -> Result<Value<'m>> {
        let zero = self.int(0)?;
        let negated = self.binary(O::Sub, zero, a)?;
        let negative = self.negative(a)?;
        self.select(negative, negated, a)
    }
}

/// Returns the result of an intrinsic that has the type of its arguments.
pub fn plain<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, rule: Rule) -> Result<Value<'m>> {
    let (a, second) = (argument(inst, 0)?, inst.call_arg(1));
    let b = second.unwrap_or(a);
    let mut m = Maker::new(w, a.ty());
    match rule {
        Rule::Extreme(predicate) => m.extreme(predicate, a, b),
        Rule::Absolute => m.absolute(a),
        Rule::Saturating(op, signed) => m.saturating(op, signed, a, b),
        Rule::SaturatingShift(signed) => m.saturating_shift(signed, a, b),
        Rule::Funnel(left) => m.funnel(left, a, b, argument(inst, 2)?),
        _ => Err(unsupported(inst)),
    }
}

/// Returns the parts of the members of `llvm.*.with.overflow`.
pub fn with_overflow<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, op: O, signed: bool) -> Result<Vec<Value<'m>>> {
    let (a, b) = (argument(inst, 0)?, argument(inst, 1)?);
    let (result, overflows) = Maker::new(w, a.ty()).overflowing(op, signed, a, b)?;
    let members = vec![w.expanded(result)?.to_vec(), w.expanded(overflows)?.to_vec()];
    several(w, inst, members)
}

/// Lowers `llvm.ucmp` and `llvm.scmp` to -1, 0 or 1.
pub fn three_way<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, signed: bool) -> Result<Value<'m>> {
    let (a, b, ty) = (argument(inst, 0)?, argument(inst, 1)?, inst.ty());
    let mut m = Maker::new(w, ty);
    let (less, greater) = match signed {
        true => (P::Slt, P::Sgt),
        false => (P::Ult, P::Ugt),
    };
    let (less, greater) = (m.compare(less, a, b)?, m.compare(greater, a, b)?);
    let (zero, one, minus) = (m.int(0)?, m.int(1)?, m.ones()?);
    let above = m.select(greater, one, zero)?;
    m.select(less, minus, above)
}
