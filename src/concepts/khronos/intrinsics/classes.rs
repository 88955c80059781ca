//! `llvm.is.fpclass`: one test a kind of number, and of its sign, joined by `OpLogicalOr`.
//!
//! As the Khronos translator has it, with what it gets wrong: tests of bits for NaN and subnormal numbers do not leave
//! the sign out, and a zero of one sign is compared whole.

use crate::binary::Id;
use crate::concepts::base::emit::{arg, argument, integers, op};
use crate::concepts::base::{constants, types};
use crate::error::{Error, Result};
use crate::llvm::{Type, Value};
use crate::state::{Forward, Operand};
use ::spirv::Op;

const SIGNALLING: u64 = 1;
const QUIET: u64 = 1 << 1;
/// Kinds: the bit for negative numbers, the bit for positive ones.
const INFINITE: [u64; 2] = [1 << 2, 1 << 9];
const NORMAL: [u64; 2] = [1 << 3, 1 << 8];
const SUBNORMAL: [u64; 2] = [1 << 4, 1 << 7];
const ZERO: [u64; 2] = [1 << 5, 1 << 6];
const ALL: u64 = (1 << 10) - 1;
/// The classes that are tested by their complement: one kind, or all finite numbers, of one sign or of both.
const INVERTIBLE: [u64; 18] =
    [0x3, 0x1, 0x2, 0x204, 0x200, 0x4, 0x108, 0x100, 0x8, 0x90, 0x80, 0x10, 0x60, 0x40, 0x20, 0x1F8, 0x1C0, 0x38];

/// `llvm.is.fpclass`.
pub fn is_fpclass<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let wanted = argument(inst, 1)?.int_value().unwrap_or(0) & ALL;
    if wanted == 0 || wanted == ALL {
        let id = constants::splat(f, inst.ty(), u64::from(wanted == ALL))?;
        return f.bind(inst, Operand { id, ty });
    }
    let inverted = INVERTIBLE.contains(&(ALL & !wanted));
    let wanted = if inverted { ALL & !wanted } else { wanted };
    let mut tests = Tests::new(f, inst, ty)?;
    let mut answers = Vec::new();
    tests.nan(f, wanted, &mut answers)?;
    tests.signed(f, wanted, INFINITE, Op::IsInf, &mut answers)?;
    tests.signed(f, wanted, NORMAL, Op::IsNormal, &mut answers)?;
    tests.subnormal(f, wanted, &mut answers)?;
    tests.zero(f, wanted, &mut answers)?;
    if inverted {
        for answer in &mut answers {
            *answer = op(f, Op::LogicalNot, ty, &[*answer])?;
        }
    }
    let mut answers = answers.into_iter();
    let first = answers.next().ok_or_else(|| Error::internal("a kind of number that there is no test of"))?;
    let id = answers.try_fold(first, |sum, answer| op(f, Op::LogicalOr, ty, &[sum, answer]))?;
    f.bind(inst, Operand { id, ty })
}

/// The number that is tested.
struct Tests<'m> {
    /// Its type.
    shape: Type<'m>,
    number: Id,
    /// Integers as wide as it is.
    integer: Id,
    /// The result of a test.
    boolean: Id,
    /// The tests whether it is negative and whether it is not, once emitted.
    signs: [Option<Id>; 2],
}

impl<'m> Tests<'m> {
    fn new(f: &mut Forward<'m>, inst: Value<'m>, boolean: Id) -> Result<Self> {
        let shape = argument(inst, 0)?.ty();
        let number = arg(f, inst, 0)?;
        let integer = integers(f, shape.scalar().float_width(), shape)?;
        Ok(Self { shape, number, integer, boolean, signs: [None; 2] })
    }

    fn width(&self) -> u32 {
        self.shape.scalar().float_width()
    }

    /// Width of the fraction.
    fn fraction(&self) -> Result<u32> {
        crate::concepts::intrinsics::classes::fraction(self.shape)
    }

    fn bits(&self, f: &mut Forward<'m>) -> Result<Id> {
        op(f, Op::Bitcast, self.integer, &[self.number])
    }

    fn constant(&self, f: &mut Forward<'m>, value: u64) -> Result<Id> {
        constants::int_splat(f, self.shape, self.width(), value)
    }

    fn compare(&self, f: &mut Forward<'m>, how: Op, bits: Id, value: u64) -> Result<Id> {
        let value = self.constant(f, value)?;
        op(f, how, self.boolean, &[bits, value])
    }

    /// The test, of negative or of positive numbers alone where not both are wanted.
    fn of_sign(&mut self, f: &mut Forward<'m>, wanted: u64, kinds: [u64; 2], test: Id) -> Result<Id> {
        let [negative, positive] = kinds.map(|kind| wanted & kind != 0);
        if negative && positive {
            return Ok(test);
        }
        let sign = self.sign(f, negative)?;
        op(f, Op::LogicalAnd, self.boolean, &[sign, test])
    }

    fn sign(&mut self, f: &mut Forward<'m>, negative: bool) -> Result<Id> {
        let [set, unset] = self.signs;
        let set = match set {
            Some(set) => set,
            None => op(f, Op::SignBitSet, self.boolean, &[self.number])?,
        };
        let unset = match unset {
            None if !negative => Some(op(f, Op::LogicalNot, self.boolean, &[set])?),
            unset => unset,
        };
        self.signs = [Some(set), unset];
        Ok(unset.filter(|_| !negative).unwrap_or(set))
    }

    fn nan(&self, f: &mut Forward<'m>, wanted: u64, answers: &mut Vec<Id>) -> Result<()> {
        let wanted = wanted & (SIGNALLING | QUIET);
        if wanted == 0 {
            return Ok(());
        }
        if wanted == SIGNALLING | QUIET {
            answers.push(op(f, Op::IsNan, self.boolean, &[self.number])?);
            return Ok(());
        }
        let fraction = self.fraction()?;
        let infinity = (1u64 << (self.width() - 1)) - (1 << fraction);
        let bits = self.bits(f)?;
        let quiet = self.compare(f, Op::UGreaterThanEqual, bits, infinity | 1 << (fraction - 1))?;
        answers.push(match wanted {
            QUIET => quiet,
            _ => {
                let nan = op(f, Op::IsNan, self.boolean, &[self.number])?;
                let not = op(f, Op::LogicalNot, self.boolean, &[quiet])?;
                op(f, Op::LogicalAnd, self.boolean, &[nan, not])?
            }
        });
        Ok(())
    }

    /// A kind that an instruction tests.
    fn signed(
        &mut self,
        f: &mut Forward<'m>,
        wanted: u64,
        kinds: [u64; 2],
        test: Op,
        answers: &mut Vec<Id>,
    ) -> Result<()> {
        if kinds.iter().any(|kind| wanted & kind != 0) {
            let test = op(f, test, self.boolean, &[self.number])?;
            answers.push(self.of_sign(f, wanted, kinds, test)?);
        }
        Ok(())
    }

    fn subnormal(&mut self, f: &mut Forward<'m>, wanted: u64, answers: &mut Vec<Id>) -> Result<()> {
        if SUBNORMAL.iter().all(|kind| wanted & kind == 0) {
            return Ok(());
        }
        let greatest = (1 << self.fraction()?) - 1;
        let bits = self.bits(f)?;
        let one = self.constant(f, 1)?;
        let less = op(f, Op::ISub, self.integer, &[bits, one])?;
        let test = self.compare(f, Op::ULessThan, less, greatest)?;
        answers.push(self.of_sign(f, wanted, SUBNORMAL, test)?);
        Ok(())
    }

    fn zero(&self, f: &mut Forward<'m>, wanted: u64, answers: &mut Vec<Id>) -> Result<()> {
        let [negative, positive] = ZERO.map(|kind| wanted & kind != 0);
        if !negative && !positive {
            return Ok(());
        }
        let sign = 1u64 << (self.width() - 1);
        let mut bits = self.bits(f)?;
        if negative && positive {
            let mask = self.constant(f, sign - 1)?;
            bits = op(f, Op::BitwiseAnd, self.integer, &[bits, mask])?;
        }
        let zero = if negative && !positive { sign } else { 0 };
        answers.push(self.compare(f, Op::IEqual, bits, zero)?);
        Ok(())
    }
}
