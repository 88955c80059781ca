//! Types of LLVM IR, with their text and properties.

use std::fmt::{self, Display, Formatter};

/// A type that a value of a random function may have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ty {
    /// An integer of this width.
    Int(u32),
    /// A 16-bit float.
    Half,
    /// A 16-bit float, the upper half of `Float`.
    BFloat,
    /// A 32-bit float.
    Float,
    /// A 64-bit float.
    Double,
    /// A vector: its length, its element.
    Vector(u32, Box<Ty>),
    /// An array: its length, its element.
    Array(u32, Box<Ty>),
    /// A struct.
    Struct(Vec<Ty>),
}

/// The type of conditions.
pub const BOOL: Ty = Ty::Int(1);

impl Ty {
    /// Returns the element type of a vector, or the type itself.
    pub fn scalar(&self) -> &Self {
        match self {
            Self::Vector(_, element) => element,
            _ => self,
        }
    }

    /// Returns the number of elements of a vector; 1 for all others.
    pub fn lanes(&self) -> u32 {
        match self {
            Self::Vector(lanes, _) => *lanes,
            _ => 1,
        }
    }

    /// Returns whether it is a vector.
    pub fn is_vector(&self) -> bool {
        matches!(self, Self::Vector(..))
    }

    /// Bits of an integer, or of the elements of a vector of them; 0 for others.
    pub fn width(&self) -> u32 {
        match self.scalar() {
            Self::Int(width) => *width,
            _ => 0,
        }
    }

    /// Bits of a number, or of the elements of a vector.
    pub fn bits(&self) -> u32 {
        match self.scalar() {
            Self::Int(width) => *width,
            Self::Half | Self::BFloat => 16,
            Self::Float => 32,
            Self::Double => 64,
            _ => 0,
        }
    }

    /// Returns whether it is an integer, or a vector of integers.
    pub fn is_int(&self) -> bool {
        matches!(self.scalar(), Self::Int(_))
    }

    /// Returns whether it is a floating-point number, or a vector of such numbers.
    pub fn is_float(&self) -> bool {
        matches!(self.scalar(), Self::Half | Self::BFloat | Self::Float | Self::Double)
    }

    /// Returns a type with another element type and as many lanes.
    pub fn with(&self, scalar: Self) -> Self {
        match self {
            Self::Vector(lanes, _) => Self::Vector(*lanes, Box::new(scalar)),
            _ => scalar,
        }
    }

    /// Returns an integer type of another width with as many lanes.
    pub fn int(&self, width: u32) -> Self {
        self.with(Self::Int(width))
    }

    /// Returns a type with this element and this number of lanes; 1 makes a scalar.
    pub fn of(&self, lanes: u32) -> Self {
        match lanes {
            1 => self.scalar().clone(),
            _ => Self::Vector(lanes, Box::new(self.scalar().clone())),
        }
    }

    /// Returns a constant with this value in each lane.
    pub fn splat(&self, value: impl Display) -> String {
        if self.is_vector() { format!("splat ({} {value})", self.scalar()) } else { value.to_string() }
    }

    /// The constant zero.
    pub fn zero(&self) -> &'static str {
        match self {
            Self::Int(1) => "false",
            Self::Int(_) => "0",
            Self::Half | Self::BFloat | Self::Float | Self::Double => "0.0",
            _ => "zeroinitializer",
        }
    }
}

impl Display for Ty {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(width) => write!(f, "i{width}"),
            Self::Half => f.write_str("half"),
            Self::BFloat => f.write_str("bfloat"),
            Self::Float => f.write_str("float"),
            Self::Double => f.write_str("double"),
            Self::Vector(lanes, element) => write!(f, "<{lanes} x {element}>"),
            Self::Array(count, element) => write!(f, "[{count} x {element}]"),
            Self::Struct(fields) => {
                let fields: Vec<_> = fields.iter().map(Self::to_string).collect();
                write!(f, "{{ {} }}", fields.join(", "))
            }
        }
    }
}

/// Returns 2 to the power of `exponent`, minus `less`, in decimal digits.
pub fn power_of_two(exponent: u32, less: u32) -> String {
    let mut digits = vec![1];
    for _ in 0..exponent {
        let mut carry = 0;
        for digit in &mut digits {
            let doubled = *digit * 2 + carry;
            (*digit, carry) = (doubled % 10, doubled / 10);
        }
        if carry > 0 {
            digits.push(carry);
        }
    }
    let mut borrow = less;
    for digit in &mut digits {
        let left = (*digit + 10 - borrow % 10) % 10;
        borrow = borrow / 10 + u32::from(*digit < borrow % 10);
        *digit = left;
    }
    while digits.len() > 1 && digits.last() == Some(&0) {
        digits.pop();
    }
    digits.iter().rev().filter_map(|digit| char::from_digit(*digit, 10)).collect()
}

#[cfg(test)]
mod tests {
    use super::power_of_two;

    #[test]
    fn powers_of_two() {
        let powers = [(0, 0), (0, 1), (7, 1), (10, 25), (64, 1)].map(|(exponent, less)| power_of_two(exponent, less));
        assert_eq!(powers, ["1", "0", "127", "999", "18446744073709551615"]);
    }
}
