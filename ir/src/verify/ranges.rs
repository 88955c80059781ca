//! Checks lists of integer ranges, which must be sorted and disjoint.

use super::Verifier;
use super::fault::Rule;
use super::nodes::HERE;

/// The use of the ranges.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// Ranges for the result of an instruction, with its type.
    Values,
    /// Ranges of address spaces, as `i32`.
    Spaces,
    /// Ranges of the addresses of a symbol, which may be full.
    Addresses,
}

/// A range from `low` up to, but not including, `high`; it wraps around if `high` is smaller.
#[derive(Clone, Copy)]
struct Range {
    low: u128,
    high: u128,
    mask: u128,
}

impl Range {
    fn is_full(self) -> bool {
        self.low == self.high && self.low == self.mask
    }
    fn is_empty(self) -> bool {
        self.low == self.high && self.low == 0
    }
    fn has(self, n: u128) -> bool {
        match self.low < self.high {
            true => (self.low..self.high).contains(&n),
            false => self.low != self.high && (n >= self.low || n < self.high) || self.is_full(),
        }
    }
    fn meets(self, other: Range) -> bool {
        self.has(other.low) || other.has(self.low)
    }
    fn touches(self, other: Range) -> bool {
        self.high == other.low || self.low == other.high
    }
    fn signed(self) -> i128 {
        // The sign is the highest bit of the mask.
        let sign = self.mask ^ (self.mask >> 1);
        (self.low ^ sign) as i128
    }
}

impl<'m> Verifier<'m> {
    /// Checks the ranges in a node for values of a type.
    pub(super) fn range(&self, node: u32, ty: u32, of: Of) -> Rule {
        let scalar = self.m.types.scalar(ty);
        let wanted = move |v: &Self, ty: u32| match of {
            Of::Spaces => v.m.types.is_integer_of(ty, 32),
            _ => ty == scalar,
        };
        self.ranges(node, of, wanted)
    }

    /// Checks the ranges in a node for integers of `bits` bits.
    pub(super) fn range_of_bits(&self, node: u32, bits: u64) -> Rule {
        self.ranges(node, Of::Addresses, move |v, ty| v.m.types.is_integer_of(ty, bits))
    }

    fn ranges(&self, node: u32, of: Of, wanted: impl Fn(&Self, u32) -> bool) -> Rule {
        let operands = self.m.node_operands(node);
        HERE.require(operands.len().is_multiple_of(2), "Unfinished range!")?;
        HERE.require(!operands.is_empty(), "It should have at least one range!")?;
        let mut first: Option<Range> = None;
        let mut last: Option<Range> = None;
        for [low, high] in operands.as_chunks::<2>().0 {
            let (Some(low), Some(high)) = (self.m.node_integer(*low), self.m.node_integer(*high)) else {
                return HERE.broken("The lower and upper limits must be integers!");
            };
            let ty = self.m.type_of(low);
            HERE.require(ty == self.m.type_of(high), "Range pair types must match!")?;
            HERE.require(wanted(self, ty), "Range types must match instruction type!")?;
            let Some(range) = self.range_between(low, high) else { continue };
            HERE.require(
                range.low != range.high || range.is_full() || range.is_empty(),
                "The upper and lower limits cannot be the same value",
            )?;
            HERE.require(!range.is_empty() && (of == Of::Addresses || !range.is_full()), "Range must not be empty!")?;
            if let Some(last) = last {
                HERE.require(!range.meets(last), "Intervals are overlapping")?;
                HERE.require(range.signed() > last.signed(), "Intervals are not in order")?;
                HERE.require(!range.touches(last), "Intervals are contiguous")?;
            }
            first = first.or(Some(range));
            last = Some(range);
        }
        if let (Some(first), Some(last)) = (first, last)
            && operands.len() > 4
        {
            HERE.require(!first.meets(last), "Intervals are overlapping")?;
            HERE.require(!first.touches(last), "Intervals are contiguous")?;
        }
        Ok(())
    }

    /// The range of two constants of at most 128 bits.
    fn range_between(&self, low: u32, high: u32) -> Option<Range> {
        let bits = self.m.types.width(self.m.type_of(low));
        if bits == 0 || bits > 128 {
            return None;
        }
        let number = |value: u32| {
            let c = self.m.constant(value)?;
            Some(match self.m.constants.wide(c) {
                [] => self.m.integer_of(value)? as u128,
                [low] => *low as u128,
                [low, high, ..] => *low as u128 | (*high as u128) << 64,
            })
        };
        let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
        Some(Range { low: number(low)?, high: number(high)?, mask })
    }
}
