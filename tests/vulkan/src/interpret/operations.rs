//! Instructions of SPIR-V without memory or control flow, for the interpreter: each takes values and returns one.

use half::f16;
use spirv::Op;

/// The value of an undefined number, which no function computes by chance.
pub const UNDEFINED: u64 = 0x5EED_DEAD_5EED_DEAD;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// The bits of a number, or a boolean.
    Word(u64),
    /// The components of a vector, the elements of an array, the members of a structure.
    Parts(Vec<Value>),
    /// A variable, and the path to a part of it.
    Pointer(usize, Vec<usize>),
}

impl Value {
    /// Returns a number.
    pub fn word(&self) -> Result<u64, String> {
        match self {
            Self::Word(word) => Ok(*word),
            other => Err(format!("{other:?} where a number should be")),
        }
    }

    /// Returns the parts of a composite.
    pub fn parts(&self) -> Result<&[Value], String> {
        match self {
            Self::Parts(parts) => Ok(parts),
            other => Err(format!("{other:?} where a composite should be")),
        }
    }

    /// Returns the part of a composite at a path.
    pub fn part(&self, path: &[usize]) -> Result<&Value, String> {
        path.iter().try_fold(self, |value, at| value.parts()?.get(*at).ok_or_else(|| format!("no part {at}")))
    }

    /// Returns a mutable part of a composite.
    pub fn part_mut(&mut self, path: &[usize]) -> Result<&mut Value, String> {
        path.iter().try_fold(self, |value, at| match value {
            Self::Parts(parts) => parts.get_mut(*at).ok_or_else(|| format!("no part {at}")),
            other => Err(format!("{other:?} where a composite should be")),
        })
    }
}

/// Returns the lower bits of a number.
fn cut(word: u64, bits: u32) -> u64 {
    if bits >= 64 { word } else { word & ((1 << bits) - 1) }
}

/// Returns a number interpreted as signed.
fn signed(word: u64, bits: u32) -> i64 {
    let above = 64 - bits.clamp(1, 64);
    (word << above) as i64 >> above
}

fn float(word: u64) -> f32 {
    f32::from_bits(word as u32)
}

/// Applies an instruction to values, component by component; `from` and `to` are the widths of the operands and of the
/// result.
pub fn elementwise(op: Op, operands: &[Value], from: u32, to: u32) -> Result<Value, String> {
    if let Some(Value::Parts(first)) = operands.iter().find(|value| matches!(value, Value::Parts(_))) {
        let component = |at: usize| {
            let of = |value: &Value| match value {
                Value::Parts(parts) => parts.get(at).cloned().ok_or_else(|| format!("no part {at}")),
                // A condition for all components.
                other => Ok(other.clone()),
            };
            elementwise(op, &operands.iter().map(of).collect::<Result<Vec<_>, _>>()?, from, to)
        };
        return (0..first.len()).map(component).collect::<Result<_, _>>().map(Value::Parts);
    }
    if let (Op::Select, [by, yes, no]) = (op, operands) {
        return Ok(if by.word()? != 0 { yes.clone() } else { no.clone() });
    }
    let words: Vec<u64> = operands.iter().map(Value::word).collect::<Result<_, _>>()?;
    let word = match words[..] {
        [a] => unary(op, a, from),
        [a, b] => binary(op, a, b, from),
        _ => None,
    };
    let word = word.ok_or_else(|| format!("{op:?} of {words:?} is nothing that the host computes"))?;
    Ok(Value::Word(cut(word, to)))
}

fn unary(op: Op, a: u64, bits: u32) -> Option<u64> {
    Some(match op {
        Op::CopyObject | Op::CopyLogical | Op::Bitcast | Op::UConvert => a,
        Op::SConvert => signed(a, bits) as u64,
        Op::Not => !a,
        Op::LogicalNot => u64::from(a == 0),
        Op::SNegate => a.wrapping_neg(),
        Op::BitCount => u64::from(a.count_ones()),
        Op::BitReverse => a.reverse_bits() >> (64 - bits),
        Op::FNegate => u64::from((-float(a)).to_bits()),
        Op::ConvertFToU => float(a) as u64,
        Op::ConvertFToS => float(a) as i64 as u64,
        Op::ConvertUToF => u64::from((a as f32).to_bits()),
        Op::ConvertSToF => u64::from((signed(a, bits) as f32).to_bits()),
        _ => return None,
    })
}

fn binary(op: Op, a: u64, b: u64, bits: u32) -> Option<u64> {
    let shift = u32::try_from(b).ok().filter(|shift| *shift < bits);
    let undefined = |known: Option<u64>| known.unwrap_or(UNDEFINED);
    Some(match op {
        Op::IAdd => a.wrapping_add(b),
        Op::ISub => a.wrapping_sub(b),
        Op::IMul => a.wrapping_mul(b),
        Op::UDiv => undefined(a.checked_div(b)),
        Op::UMod => undefined(a.checked_rem(b)),
        Op::SDiv => undefined(signed(a, bits).checked_div(signed(b, bits)).map(|quotient| quotient as u64)),
        Op::SRem => undefined(signed(a, bits).checked_rem(signed(b, bits)).map(|rest| rest as u64)),
        Op::ShiftLeftLogical => undefined(shift.map(|shift| a << shift)),
        Op::ShiftRightLogical => undefined(shift.map(|shift| a >> shift)),
        Op::ShiftRightArithmetic => undefined(shift.map(|shift| (signed(a, bits) >> shift) as u64)),
        Op::BitwiseAnd | Op::LogicalAnd => a & b,
        Op::BitwiseOr | Op::LogicalOr => a | b,
        Op::BitwiseXor => a ^ b,
        Op::FAdd if bits == 64 => (f64::from_bits(a) + f64::from_bits(b)).to_bits(),
        Op::FAdd if bits == 16 => u64::from(half_sum(a as u16, b as u16)),
        Op::FAdd => u64::from((float(a) + float(b)).to_bits()),
        Op::FSub => u64::from((float(a) - float(b)).to_bits()),
        Op::FMul => u64::from((float(a) * float(b)).to_bits()),
        _ => u64::from(compare(op, a, b, bits)?),
    })
}

fn compare(op: Op, a: u64, b: u64, bits: u32) -> Option<bool> {
    let (x, y) = (signed(a, bits), signed(b, bits));
    let (f, g) = (float(a), float(b));
    let is_ordered = !f.is_nan() && !g.is_nan();
    Some(match op {
        Op::IEqual | Op::LogicalEqual => a == b,
        Op::INotEqual | Op::LogicalNotEqual => a != b,
        Op::ULessThan => a < b,
        Op::ULessThanEqual => a <= b,
        Op::UGreaterThan => a > b,
        Op::UGreaterThanEqual => a >= b,
        Op::SLessThan => x < y,
        Op::SLessThanEqual => x <= y,
        Op::SGreaterThan => x > y,
        Op::SGreaterThanEqual => x >= y,
        Op::FOrdEqual => f == g,
        Op::FOrdNotEqual => is_ordered && f != g,
        Op::FOrdLessThan => f < g,
        Op::FOrdLessThanEqual => f <= g,
        Op::FOrdGreaterThan => f > g,
        Op::FOrdGreaterThanEqual => f >= g,
        Op::FUnordEqual => !is_ordered || f == g,
        Op::FUnordNotEqual => f != g,
        Op::FUnordLessThan => !is_ordered || f < g,
        Op::FUnordLessThanEqual => !is_ordered || f <= g,
        Op::FUnordGreaterThan => !is_ordered || f > g,
        Op::FUnordGreaterThanEqual => !is_ordered || f >= g,
        _ => return None,
    })
}

/// Applies an instruction of GLSL.std.450 that takes two integers.
pub fn extended(number: u32, a: u64, b: u64, bits: u32) -> Option<u64> {
    let (x, y) = (signed(a, bits), signed(b, bits));
    Some(match number {
        38 => a.min(b),
        39 => cut(x.min(y) as u64, bits),
        41 => a.max(b),
        42 => cut(x.max(y) as u64, bits),
        _ => return None,
    })
}

/// Returns the bits of the sum of two floating-point numbers of 16 bits.
fn half_sum(a: u16, b: u16) -> u16 {
    (f16::from_bits(a) + f16::from_bits(b)).to_bits()
}
