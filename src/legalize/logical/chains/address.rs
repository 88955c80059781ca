//! Pointers as a root, an offset in bytes, and a sum of scaled indices.

use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Type, Value, layout::DataLayout};

/// The number of operations into which an index is decomposed at most.
const MAX_TERMS: usize = 64;

/// An index, and the number of bytes by which it moves the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term<'m> {
    /// The index.
    pub index: Value<'m>,
    /// A number that divides every value of the index.
    pub divisor: i64,
    /// The number of bytes for each step of `index / divisor`.
    pub scale: i64,
    /// The part of the index that is used, for an index that counts the elements of nested arrays as if they were one
    /// array.
    pub flat: Option<Flat>,
}

/// A part of an index: `(index + add) % modulus / unit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flat {
    /// The range of bytes that the index reaches, relative to index 0, as far as it is known.
    pub reach: Reach,
    /// The number that is added to the index first.
    pub add: i64,
    /// The modulus; 0 for none.
    pub modulus: i64,
    /// The divisor, at least 1.
    pub unit: i64,
}

/// The first and the last byte that an index leads to.
pub type Reach = (i64, i64);

impl Flat {
    /// The whole of an index.
    pub fn whole(reach: Reach) -> Self {
        Self { reach, add: 0, modulus: 0, unit: 1 }
    }
}

impl Term<'_> {
    /// Divides a term into the index of an object of `size` bytes, and the index within the object. The offset is added
    /// to the index; the bytes that are no whole step of the index are returned as the remainder.
    pub fn divided(self, offset: i64, size: i64) -> Option<(Self, Self, i64)> {
        let flat = self.flat.filter(|flat| flat.unit == 1 && self.scale > 0 && size % self.scale == 0)?;
        let (add, left) = (offset.div_euclid(self.scale), offset.rem_euclid(self.scale));
        let count = size / self.scale;
        let is_within = flat.modulus == 0 || add == 0 && flat.modulus % count == 0;
        let flat = Flat { add: flat.add.checked_add(add).filter(|_| is_within)?, ..flat };
        let reach = (0, (count - 1).checked_mul(self.scale)?);
        let index = Self { flat: Some(Flat { unit: count, ..flat }), scale: size, ..self };
        Some((index, Self { flat: Some(Flat { reach, modulus: count, ..flat }), ..self }, left))
    }
}

/// A pointer: `root + offset + sum(index * scale)`, modulo the width of pointers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address<'m> {
    /// The variable, parameter, call, phi or select from which the chain of `getelementptr`s starts.
    pub root: Value<'m>,
    /// The constant offset in bytes.
    pub offset: i64,
    /// The scaled indices. An index that occurs in several chains may have several terms.
    pub terms: Vec<Term<'m>>,
}

impl<'m> Address<'m> {
    /// Decomposes a pointer into its root, offset and indices.
    pub fn of(layout: DataLayout<'_>, pointer: Value<'m>) -> Result<Self> {
        let mut address = Self { root: pointer, offset: 0, terms: Vec::new() };
        let width = layout.pointer_size(pointer.ty().address_space()) * 8;
        while address.root.is_gep() {
            let chain = address.root;
            address.add(layout, chain, width)?;
            address.root = chain.operand(0).ok_or_else(|| Error::internal("a chain without a base"))?;
        }
        address.terms.retain(|term| term.scale != 0);
        Ok(address)
    }

    fn add(&mut self, layout: DataLayout<'_>, chain: Value<'m>, width: u32) -> Result<()> {
        let no_size = || Error::of(Code::Limit, format!("types of more than 2^63 bytes: {}", chain.print()));
        let mut ty = chain.gep_source_type().ok_or_else(no_size)?;
        let size = |ty: Type<'m>| layout.abi_size(ty).and_then(|size| i64::try_from(size).ok());
        for (position, index) in chain.operands().skip(1).enumerate() {
            if position == 0 {
                self.step(index, size(ty).ok_or_else(no_size)?, width);
            } else if ty.is_struct() {
                let field = index.int_value().and_then(|field| u32::try_from(field).ok()).ok_or_else(no_size)?;
                let offset = layout.element_offset(ty, field).and_then(|offset| i64::try_from(offset).ok());
                self.offset = self.offset.wrapping_add(offset.ok_or_else(no_size)?);
                ty = ty.field(field).ok_or_else(no_size)?;
            } else {
                let is_vector = ty.is_vector();
                ty = ty.element().ok_or_else(no_size)?;
                let stride = if is_vector { layout.store_size(ty).map(|size| size as i64) } else { size(ty) };
                self.step(index, stride.ok_or_else(no_size)?, width);
            }
        }
        Ok(())
    }

    /// Adds an index, decomposed as far as arithmetic modulo the width of pointers allows.
    fn step(&mut self, index: Value<'m>, scale: i64, width: u32) {
        let mut work = vec![(index, scale)];
        while let Some((index, scale)) = work.pop() {
            if let Some(number) = number(index) {
                self.offset = self.offset.wrapping_add(number.wrapping_mul(scale));
                continue;
            }
            if let Some((condition, yes, no)) = numbers_of_select(index) {
                // One number, and the difference where the condition holds: it may count the elements of an outer array.
                self.offset = self.offset.wrapping_add(no.wrapping_mul(scale));
                let scale = yes.wrapping_sub(no).wrapping_mul(scale);
                self.term(Term { index: condition, divisor: 1, scale, flat: None });
                continue;
            }
            match split(index, scale, width).filter(|_| work.len() < MAX_TERMS) {
                Some(parts) => work.extend(parts.into_iter().flatten()),
                None => {
                    let divisor = multiple(index);
                    self.term(Term { index, divisor, scale: scale.wrapping_mul(divisor), flat: None });
                }
            }
        }
    }

    fn term(&mut self, term: Term<'m>) {
        self.terms.push(term);
    }

    /// Returns the address with all terms of an index combined into one; `None` if no index has several terms.
    pub fn merged(&self) -> Option<Self> {
        let mut merged = Self { terms: Vec::with_capacity(self.terms.len()), ..self.clone() };
        for term in &self.terms {
            match merged.terms.iter_mut().find(|known| known.index == term.index && known.flat == term.flat) {
                Some(known) => known.scale = known.scale.wrapping_add(term.scale),
                None => merged.terms.push(*term),
            }
        }
        merged.terms.retain(|term| term.scale != 0);
        (merged.terms.len() != self.terms.len()).then_some(merged)
    }
}

/// Returns the condition and the two constants of a `select` of numbers.
fn numbers_of_select(index: Value<'_>) -> Option<(Value<'_>, i64, i64)> {
    let parts = [0, 1, 2].map(|part| index.operand(part).filter(|_| index.is_op(Opcode::Select)));
    let [Some(condition), Some(yes), Some(no)] = parts else { return None };
    Some((condition, number(yes)?, number(no)?))
}

/// The number of operations that are examined at most to find a divisor of an index.
const MAX_LOOKED_THROUGH: usize = 64;

/// Returns a positive number that an index is always a multiple of.
pub fn multiple(index: Value<'_>) -> i64 {
    i64::try_from(multiple_to(index, &mut Vec::new())).unwrap_or(1).max(1)
}

/// Returns a number that divides every value of an index; 0 for the constant 0, and for a value in `seen`, which
/// depends on itself.
fn multiple_to<'m>(index: Value<'m>, seen: &mut Vec<Value<'m>>) -> u64 {
    if let Some(number) = number(index) {
        return number.unsigned_abs();
    }
    if seen.contains(&index) {
        return 0;
    }
    if seen.len() >= MAX_LOOKED_THROUGH {
        return 1;
    }
    seen.push(index);
    let mut of = |operand: u32| index.operand(operand).map_or(1, |operand| multiple_to(operand, seen));
    let constant = index.operand(1).and_then(number);
    match (index.opcode(), constant) {
        (Some(Opcode::Select), _) => divisor(of(1), of(2)),
        (Some(Opcode::Phi), _) => {
            index.incoming().fold(0, |known, (value, _)| divisor(known, multiple_to(value, seen)))
        }
        (Some(Opcode::ZExt | Opcode::SExt), _) => of(0),
        (Some(Opcode::Add | Opcode::Sub), _) => exactly(index, divisor(of(0), of(1))),
        (Some(Opcode::Mul), _) => exactly(index, product(of(0), of(1))),
        (Some(Opcode::Shl), Some(bits)) if (0..31).contains(&bits) => exactly(index, product(of(0), 1 << bits)),
        (Some(Opcode::And), Some(mask)) if mask != 0 => 1 << mask.trailing_zeros().min(30),
        _ => 1,
    }
}

/// Returns the divisor that remains if the result of an instruction may wrap around: only a power of two, unless it has
/// `nuw` or `nsw`.
fn exactly(inst: Value<'_>, number: u64) -> u64 {
    if inst.nuw() || inst.nsw() { number } else { power_of_two(number) }
}

/// Returns a divisor of a product, given those of the factors, of which 0 counts as 1.
fn product(a: u64, b: u64) -> u64 {
    a.max(1).checked_mul(b.max(1)).unwrap_or(1)
}

/// Returns the greatest power of two that divides a number; 0 for 0.
fn power_of_two(number: u64) -> u64 {
    number & number.wrapping_neg()
}

/// Returns the greatest common divisor.
pub fn divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns an integer constant, sign-extended.
pub fn number(value: Value<'_>) -> Option<i64> {
    let width = value.ty().int_width();
    let bits = value.int_value().filter(|_| value.is_constant() && (1..=64).contains(&width))?;
    let spare = 64 - width;
    Some((bits as i64) << spare >> spare)
}

/// An operand of an index, and its scale.
type Part<'m> = (Value<'m>, i64);

/// Returns the operands of the instruction that computes an index, scaled so that their sum is the index modulo the
/// width of pointers; `None` if there are none.
fn split<'m>(index: Value<'m>, scale: i64, width: u32) -> Option<[Option<Part<'m>>; 2]> {
    let (a, b) = (index.operand(0)?, index.operand(1));
    let is_as_wide = index.ty().int_width() >= width;
    match index.opcode()? {
        Opcode::Add if is_as_wide => Some([Some((a, scale)), Some((b?, scale))]),
        Opcode::Or if is_as_wide && index.disjoint() => Some([Some((a, scale)), Some((b?, scale))]),
        Opcode::Sub if is_as_wide => Some([Some((a, scale)), Some((b?, scale.wrapping_neg()))]),
        Opcode::Mul if is_as_wide => Some([Some((a, scale.wrapping_mul(number(b?)?))), None]),
        Opcode::Shl if is_as_wide => {
            let bits = number(b?).filter(|bits| (0..63).contains(bits))?;
            Some([Some((a, scale.wrapping_mul(1 << bits))), None])
        }
        // What is beyond the width of pointers does not count.
        Opcode::SExt | Opcode::ZExt if a.ty().int_width() >= width => Some([Some((a, scale)), None]),
        Opcode::Trunc if is_as_wide => Some([Some((a, scale)), None]),
        _ => None,
    }
}
