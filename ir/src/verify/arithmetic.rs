//! Checks arithmetic, comparisons, `select` and casts, by tables of the permitted types.

use super::body::Here;
use super::fault::Rule;
use super::{Chapter, Verifier};
use crate::instruction::Opcode;
use crate::types::{TypeKind, Types};

const HERE: Chapter = Chapter::Types;

/// A class of types.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Integral,
    Float,
    Address,
}

impl Class {
    fn has(self, types: &Types, ty: u32) -> bool {
        match self {
            Class::Integral => types.is_integral(ty),
            Class::Float => types.is_float(ty),
            Class::Address => types.is_address(ty),
        }
    }
}

/// The binary operators, by table row: the last opcode of the row, the class of its types, and LLVM's message for other types.
static BINARY: [(Opcode, Class, &str); 4] = [
    (Opcode::SRem, Class::Integral, "Integer arithmetic operators only work with integral types!"),
    (Opcode::AShr, Class::Integral, "Shifts only work with integral types!"),
    (Opcode::Xor, Class::Integral, "Logical operators only work with integral types!"),
    (Opcode::FRem, Class::Float, "Floating-point arithmetic operators only work with floating-point types!"),
];

/// The required relation of the widths of a cast's source and result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Widths {
    Any,
    Narrows,
    Widens,
}

/// A cast between two classes.
struct Cast {
    opcode: Opcode,
    from: Class,
    to: Class,
    widths: Widths,
    /// LLVM's messages about the source, the result, a single vector, and the widths.
    words: [&'static str; 4],
}

macro_rules! casts {
    ($($opcode:ident $from:ident $to:ident $widths:ident [$a:literal, $b:literal, $c:literal, $d:literal],)*) => {
        static CASTS: &[Cast] = &[$(Cast {
            opcode: Opcode::$opcode, from: Class::$from, to: Class::$to, widths: Widths::$widths, words: [$a, $b, $c, $d],
        },)*];
    };
}

casts! {
    Trunc Integral Integral Narrows ["Trunc only operates on integer", "Trunc only produces integer",
        "trunc source and destination must both be a vector or neither", "DestTy too big for Trunc"],
    ZExt Integral Integral Widens ["ZExt only operates on integer", "ZExt only produces an integer",
        "zext source and destination must both be a vector or neither", "Type too small for ZExt"],
    SExt Integral Integral Widens ["SExt only operates on integer", "SExt only produces an integer",
        "sext source and destination must both be a vector or neither", "Type too small for SExt"],
    FpTrunc Float Float Narrows ["FPTrunc only operates on FP", "FPTrunc only produces an FP",
        "fptrunc source and destination must both be a vector or neither", "DestTy too big for FPTrunc"],
    FpExt Float Float Widens ["FPExt only operates on FP", "FPExt only produces an FP",
        "fpext source and destination must both be a vector or neither", "DestTy too small for FPExt"],
    UiToFp Integral Float Any ["UIToFP source must be integer or integer vector", "UIToFP result must be FP or FP vector",
        "UIToFP source and dest must both be vector or scalar", ""],
    SiToFp Integral Float Any ["SIToFP source must be integer or integer vector", "SIToFP result must be FP or FP vector",
        "SIToFP source and dest must both be vector or scalar", ""],
    FpToUi Float Integral Any ["FPToUI source must be FP or FP vector", "FPToUI result must be integer or integer vector",
        "FPToUI source and dest must both be vector or scalar", ""],
    FpToSi Float Integral Any ["FPToSI source must be FP or FP vector", "FPToSI result must be integer or integer vector",
        "FPToSI source and dest must both be vector or scalar", ""],
    PtrToInt Address Integral Any ["PtrToInt source must be pointer", "PtrToInt result must be integral",
        "PtrToInt type mismatch", ""],
    PtrToAddr Address Integral Any ["PtrToAddr source must be pointer", "PtrToAddr result must be integral",
        "PtrToAddr type mismatch", ""],
    IntToPtr Integral Address Any ["IntToPtr source must be an integral", "IntToPtr result must be a pointer",
        "IntToPtr type mismatch", ""],
    AddrSpaceCast Address Address Any ["AddrSpaceCast source must be a pointer", "AddrSpaceCast result must be a pointer",
        "AddrSpaceCast vector pointer number of elements mismatch", ""],
}

impl<'m> Verifier<'m> {
    pub(super) fn unary(&mut self, here: Here<'_, 'm>) -> Rule {
        let ty = self.m.type_of(here.word(0));
        HERE.require(ty == here.row.ty, "Unary operators must have same type for operands and result!")?;
        HERE.require(self.m.types.is_float(ty), "FNeg operator only works with float types!")
    }

    #[inline(always)]
    pub(super) fn binary(&mut self, here: Here<'_, 'm>) -> Rule {
        let (a, b) = (self.m.type_of(here.word(0)), self.m.type_of(here.word(1)));
        HERE.require(a == b, "Both operands to a binary operator are not of the same type!")?;
        HERE.require(a == here.row.ty, "arithmetic operators must have same type for operands and result!")?;
        let Some((_, class, message)) = BINARY.iter().find(|row| here.row.opcode <= row.0) else { return Ok(()) };
        HERE.require(class.has(&self.m.types, a), message)
    }

    pub(super) fn compare(&mut self, here: Here<'_, 'm>) -> Rule {
        const FIRST_OF_INTEGERS: u8 = 16;
        let (a, b) = (self.m.type_of(here.word(0)), self.m.type_of(here.word(1)));
        let types = &self.m.types;
        let is_integer = here.row.opcode == Opcode::ICmp;
        HERE.require(a == b, "Both operands to a comparison are not of the same type!")?;
        if is_integer {
            HERE.require(types.is_integral(a) || types.is_address(a), "Invalid operand types for ICmp instruction")?;
        } else {
            HERE.require(types.is_float(a), "Invalid operand types for FCmp instruction")?;
        }
        HERE.require((here.row.sub >= FIRST_OF_INTEGERS) == is_integer, "Invalid predicate in a comparison!")?;
        let fits = types.shape(a) == types.shape(here.row.ty) && types.is_integer_of(types.scalar(here.row.ty), 1);
        HERE.require(fits, "a comparison is not of type i1 or vector of i1")
    }

    pub(super) fn select(&mut self, here: Here<'_, 'm>) -> Rule {
        let of = |i| self.m.type_of(here.word(i));
        let types = &self.m.types;
        let (condition, yes, no) = (of(0), of(1), of(2));
        let fits = yes == no
            && types.kind(yes) != TypeKind::Token
            && types.is_integer_of(types.scalar(condition), 1)
            && (!types.is_vector(condition) || types.shape(condition) == types.shape(yes));
        HERE.require(fits, "Invalid operands for select instruction!")?;
        HERE.require(yes == here.row.ty, "Select values must have same type as select instruction!")
    }

    pub(super) fn cast(&mut self, here: Here<'_, 'm>) -> Rule {
        let from = self.m.type_of(here.word(0));
        self.cast_of(here.row.opcode, from, here.row.ty)
    }

    /// Checks a cast from one type to another.
    pub(super) fn cast_of(&self, opcode: Opcode, from: u32, to: u32) -> Rule {
        let types = &self.m.types;
        if opcode == Opcode::BitCast {
            return HERE.require(self.is_bitcast(from, to), "Invalid bitcast");
        }
        let Some(cast) = CASTS.iter().find(|cast| cast.opcode == opcode) else { return Ok(()) };
        let [source, result, vector, width] = cast.words;
        HERE.require(cast.from.has(types, from), source)?;
        HERE.require(cast.to.has(types, to), result)?;
        HERE.require(types.shape(from) == types.shape(to), vector)?;
        let (a, b) = (types.width(from), types.width(to));
        let fits = match cast.widths {
            Widths::Any => true,
            Widths::Narrows => a > b,
            Widths::Widens => a < b,
        };
        HERE.require(fits, width)?;
        match opcode {
            Opcode::PtrToAddr => {
                let index = types.space(from).map(|space| self.layout.pointer(space).index);
                HERE.require(index == Some(b), "PtrToAddr result must be address width")
            }
            Opcode::AddrSpaceCast => HERE.require(
                types.space(from) != types.space(to),
                "AddrSpaceCast must be between different address spaces",
            ),
            _ => Ok(()),
        }
    }

    /// Returns whether a bitcast between the types is valid: equal sizes, and pointers only to pointers of the same space.
    fn is_bitcast(&self, from: u32, to: u32) -> bool {
        let types = &self.m.types;
        if !types.is_first_class(from)
            || !types.is_first_class(to)
            || types.is_aggregate(from)
            || types.is_aggregate(to)
        {
            return false;
        }
        match (types.space(from), types.space(to)) {
            (None, None) => self.plain_bits(from) == self.plain_bits(to),
            (Some(a), Some(b)) if a == b => match (types.shape(from), types.shape(to)) {
                (Some(a), Some(b)) => a == b,
                (None, None) => true,
                (Some((kind, count)), None) | (None, Some((kind, count))) => kind == TypeKind::Vector && count == 1,
            },
            _ => false,
        }
    }

    /// Returns whether a type other than pointers is scalable, and its number of bits.
    fn plain_bits(&self, ty: u32) -> (bool, u128) {
        let types = &self.m.types;
        let bits = match types.kind(types.scalar(ty)) {
            TypeKind::X86Amx => 8192,
            _ => types.width(ty) as u128,
        };
        match types.shape(ty) {
            Some((kind, count)) => (kind == TypeKind::ScalableVector, bits * count as u128),
            None => (false, bits),
        }
    }
}
