//! Emits instructions, and folds those whose result is a constant or one of the operands.

use crate::error::{Error, Result};
use crate::llvm::{Builder, Context, Opcode, Predicate, Type, Value, ValueKind};

/// An instruction builder that folds constants.
#[derive(Debug)]
pub struct Emit<'m> {
    /// The LLVM context, which creates types and constants.
    pub context: &'m Context,
    /// The LLVM builder, which inserts instructions at its position.
    pub builder: Builder<'m>,
}

/// The number of `insertelement`s that [`Emit::lane`] looks through.
const LOOK_THROUGH: usize = 64;

impl<'m> Emit<'m> {
    /// The integer type, scalar or vector, with the lanes of `shape`.
    pub fn int_like(&self, shape: Type<'m>, bits: u32) -> Result<Type<'m>> {
        self.like(shape, self.context.int_type(bits)?)
    }

    /// `scalar`, or a vector of it with the lanes of `shape`.
    pub fn like(&self, shape: Type<'m>, scalar: Type<'m>) -> Result<Type<'m>> {
        match shape.is_vector() {
            true => self.context.vector_type(scalar, shape.count() as u32),
            false => Ok(scalar),
        }
    }

    /// An integer constant, in each lane of a vector.
    pub fn int(&self, ty: Type<'m>, value: u64) -> Result<Value<'m>> {
        let scalar = self.context.const_int(ty.scalar(), value)?;
        self.splat(scalar, ty)
    }

    /// Returns a scalar, or a vector with the scalar in each lane if `ty` is a vector.
    pub fn splat(&self, scalar: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        match ty.is_vector() {
            true => self.vector(&vec![scalar; ty.count() as usize]),
            false => Ok(scalar),
        }
    }

    /// Returns a constant in each lane of a type as it is in the module, where a vector of one lane is still a vector.
    pub fn repeated(&self, scalar: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        match ty.is_vector() {
            true => self.context.const_vector(&vec![scalar; ty.count() as usize]),
            false => Ok(scalar),
        }
    }

    /// Returns an integer constant in each lane of a type as it is in the module.
    pub fn repeated_int(&self, ty: Type<'m>, value: u64) -> Result<Value<'m>> {
        self.repeated(self.context.const_int(ty.scalar(), value)?, ty)
    }

    /// A 32-bit index.
    pub fn index(&self, index: u32) -> Result<Value<'m>> {
        self.context.const_int(self.context.int_type(32)?, index.into())
    }

    /// A binary operation.
    pub fn binary(&self, op: Opcode, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        if let Some(same) = unchanged(op, a, b) {
            return Ok(same);
        }
        if is_plain(a)
            && is_plain(b)
            && let Some(value) = self.context.const_binary(op, a, b).ok().filter(|value| is_plain(*value))
        {
            return Ok(value);
        }
        self.builder.binary(op, a, b)
    }

    /// A binary operation with a constant.
    pub fn with(&self, op: Opcode, a: Value<'m>, b: u64) -> Result<Value<'m>> {
        let b = self.int(a.ty(), b)?;
        self.binary(op, a, b)
    }

    /// Emits a cast; returns the value itself if it already has the type.
    pub fn cast(&self, op: Opcode, v: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        if v.ty() == ty {
            return Ok(v);
        }
        if is_plain(v)
            && let Some(value) = self.context.const_cast(op, v, ty).ok().filter(|value| is_plain(*value))
        {
            return Ok(value);
        }
        self.builder.cast(op, v, ty)
    }

    /// Truncates or extends an integer to the width of `scalar`.
    pub fn resize(&self, v: Value<'m>, scalar: Type<'m>, signed: bool) -> Result<Value<'m>> {
        let (from, to) = (v.ty().scalar().int_width(), scalar.int_width());
        let op = match (to < from, signed) {
            (true, _) => Opcode::Trunc,
            (false, true) => Opcode::SExt,
            (false, false) => Opcode::ZExt,
        };
        self.cast(op, v, self.like(v.ty(), scalar)?)
    }

    /// Emits an `icmp`.
    pub fn compare(&self, p: Predicate, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        if is_plain(a)
            && is_plain(b)
            && let Ok(value) = self.context.const_compare_int(p, a, b)
        {
            return Ok(value);
        }
        self.builder.compare_int(p, a, b)
    }

    /// Emits a `select`.
    pub fn select(&self, condition: Value<'m>, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        match condition.int_value().filter(|_| condition.ty().is_int()) {
            _ if a == b => Ok(a),
            Some(1) => Ok(a),
            Some(_) => Ok(b),
            None => self.builder.select(condition, a, b),
        }
    }

    /// Clears all but the lowest `bits` bits of an integer.
    pub fn mask(&self, v: Value<'m>, bits: u32) -> Result<Value<'m>> {
        let width = v.ty().scalar().int_width();
        if bits >= width { Ok(v) } else { self.with(Opcode::And, v, u64::MAX >> (64 - bits)) }
    }

    /// Sign-extends the lowest `bits` bits of an integer within its type.
    pub fn sign_extended(&self, v: Value<'m>, bits: u32) -> Result<Value<'m>> {
        let spare = v.ty().scalar().int_width().saturating_sub(bits);
        let high = self.with(Opcode::Shl, v, spare.into())?;
        self.with(Opcode::AShr, high, spare.into())
    }

    /// Extracts a lane of a piece; a scalar is its own only lane.
    pub fn lane(&self, piece: Value<'m>, lane: u32) -> Result<Value<'m>> {
        if !piece.ty().is_vector() {
            return Ok(piece);
        }
        let mut vector = piece;
        for _ in 0..LOOK_THROUGH {
            if let Some(element) = vector.aggregate_element(lane).filter(|_| is_plain(vector)) {
                return Ok(element);
            }
            if !vector.is_op(Opcode::InsertElement) {
                break;
            }
            let [Some(below), Some(element), index] = [0, 1, 2].map(|i| vector.operand(i)) else { break };
            match index.and_then(Value::int_value) {
                Some(index) if index == u64::from(lane) => return Ok(element),
                Some(_) => vector = below,
                None => break,
            }
        }
        self.builder.extract_element(vector, self.index(lane)?)
    }

    /// Builds a vector of these lanes; a single lane stays a scalar.
    pub fn vector(&self, lanes: &[Value<'m>]) -> Result<Value<'m>> {
        let first = *lanes.first().ok_or_else(|| Error::internal("a vector of no lanes"))?;
        if lanes.len() == 1 {
            return Ok(first);
        }
        if lanes.iter().all(|lane| lane.is_constant()) {
            return self.context.const_vector(lanes);
        }
        let mut vector = self.context.poison(self.context.vector_type(first.ty(), lanes.len() as u32)?)?;
        for (index, lane) in (0..).zip(lanes).filter(|(_, lane)| !lane.is_poison()) {
            vector = self.builder.insert_element(vector, *lane, self.index(index)?)?;
        }
        Ok(vector)
    }

    /// Returns the address `bytes` bytes after `pointer`.
    pub fn offset(&self, pointer: Value<'m>, bytes: u64, index: Type<'m>) -> Result<Value<'m>> {
        if bytes == 0 {
            return Ok(pointer);
        }
        let byte = self.context.int_type(8)?;
        self.builder.gep(byte, pointer, &[self.context.const_int(index, bytes)?], true)
    }
}

/// Returns whether a value is a plain constant, which LLVM folds.
fn is_plain(v: Value<'_>) -> bool {
    matches!(
        v.kind(),
        ValueKind::Int
            | ValueKind::Float
            | ValueKind::DataVector
            | ValueKind::Vector
            | ValueKind::AggregateZero
            | ValueKind::Poison
            | ValueKind::Undef
    )
}

/// Returns the operand that an operation leaves unchanged because its other operand is zero, if there is one.
fn unchanged<'m>(op: Opcode, a: Value<'m>, b: Value<'m>) -> Option<Value<'m>> {
    use Opcode as O;
    let right = matches!(op, O::Or | O::Xor | O::Add | O::Sub | O::Shl | O::LShr | O::AShr);
    let left = matches!(op, O::Or | O::Xor | O::Add);
    match () {
        () if right && is_zero(b) => Some(a),
        () if left && is_zero(a) => Some(b),
        () => None,
    }
}

fn is_zero(v: Value<'_>) -> bool {
    is_plain(v) && v.is_null()
}
