//! Floating-point types of 4 and 8 bits with encodings of their own (SPV_EXT_float8, SPV_EXT_ocp_microscaling_types,
//! SPV_INTEL_float4).
//!
//! In LLVM IR, integers contain the bits of these numbers.

use crate::binary::{Instruction, Op};
use ::spirv::{Capability, FPEncoding};
use Kind::{E2M1, E2M1Intel, E4M3, E5M2};
use std::fmt::{self, Display, Formatter};

/// A numeric type that conversions and matrices distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Fp16,
    Bf16,
    Fp32,
    Fp64,
    E4M3,
    E5M2,
    E2M1,
    E2M1Intel,
    Int4,
    Int8,
    Int16,
    Int32,
    Int64,
}

/// A floating-point type with an encoding of its own.
pub struct Encoded {
    pub kind: Kind,
    /// The prefix of the names of matrices with components of this type.
    pub name: &'static str,
    pub width: u32,
    pub encoding: FPEncoding,
    pub capability: Capability,
    /// The capability required by a matrix with components of this type.
    pub matrix: Capability,
}

const fn encoded(
    (kind, name): (Kind, &'static str),
    width: u32,
    encoding: FPEncoding,
    capability: Capability,
    matrix: Capability,
) -> Encoded {
    Encoded { kind, name, width, encoding, capability, matrix }
}

/// The table of the floating-point types with an encoding of their own.
pub const ENCODED: &[Encoded] = &{
    use {Capability as C, FPEncoding as F};
    [
        encoded((E4M3, "E4M3"), 8, F::Float8E4M3EXT, C::Float8EXT, C::Float8CooperativeMatrixEXT),
        encoded((E5M2, "E5M2"), 8, F::Float8E5M2EXT, C::Float8EXT, C::Float8CooperativeMatrixEXT),
        encoded((E2M1, "E2M1"), 4, F::Float4E2M1EXT, C::Float4EXT, C::Float4E2M1CooperativeMatrixINTEL),
        encoded(
            (E2M1Intel, "E2M1INTEL"),
            4,
            F::Float4E2M1INTEL,
            C::Float4E2M1INTEL,
            C::Float4E2M1CooperativeMatrixINTEL,
        ),
    ]
};

impl Display for Kind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Fp16 => "half",
            Kind::Bf16 => "bfloat",
            Kind::Fp32 => "float",
            Kind::Fp64 => "double",
            E4M3 => "E4M3",
            E5M2 => "E5M2",
            E2M1 | E2M1Intel => "E2M1",
            Kind::Int4 => "integers of 4 bits",
            Kind::Int8 => "integers of 8 bits",
            Kind::Int16 => "integers of 16 bits",
            Kind::Int32 => "integers of 32 bits",
            Kind::Int64 => "integers of 64 bits",
        })
    }
}

/// Returns the row of an `OpTypeFloat`, if it has an encoding of the table.
pub fn encoding(ty: Instruction<'_>) -> Option<&'static Encoded> {
    let [width, encoding] = *ty.in_operands() else { return None };
    let is_it = |row: &&Encoded| row.width == width && row.encoding as u32 == encoding;
    ENCODED.iter().find(|row| ty.opcode() == Op::TypeFloat && is_it(row))
}

/// Returns the row of an encoding by its name.
pub fn by_name(name: &str) -> Option<&'static Encoded> {
    ENCODED.iter().find(|row| row.name == name)
}
