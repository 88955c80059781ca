//! Properties of types and values for the rules.

use crate::constants::{Constant, ConstantKind};
use crate::global::{Global, GlobalKind};
use crate::instruction::{Opcode, Row};
use crate::module::{LOCAL, METADATA, Module, NONE};
use crate::types::{TypeKind, Types};

impl Types {
    /// Returns whether a type is an integer.
    pub(super) fn is_integer(&self, ty: u32) -> bool {
        self.kind(ty) == TypeKind::Integer
    }
    /// Returns whether a type is an integer of a width.
    pub(crate) fn is_integer_of(&self, ty: u32, bits: u64) -> bool {
        self.get(ty).is_some_and(|row| row.kind == TypeKind::Integer && row.number == bits)
    }
    /// Returns whether a type is an integer or a vector of integers.
    pub(super) fn is_integral(&self, ty: u32) -> bool {
        self.kind(self.scalar(ty)) == TypeKind::Integer
    }
    /// Returns whether a type is a pointer.
    pub(super) fn is_pointer(&self, ty: u32) -> bool {
        self.kind(ty) == TypeKind::Pointer
    }
    /// Returns whether a type is a pointer or a vector of pointers.
    pub(super) fn is_address(&self, ty: u32) -> bool {
        self.kind(self.scalar(ty)) == TypeKind::Pointer
    }
    /// The address space of a pointer, or of the pointers of a vector.
    pub(super) fn space(&self, ty: u32) -> Option<u64> {
        self.get(self.scalar(ty)).filter(|row| row.kind == TypeKind::Pointer).map(|row| row.number)
    }
    /// The kind and the length of a vector.
    pub(crate) fn shape(&self, ty: u32) -> Option<(TypeKind, u64)> {
        let row = self.get(ty)?;
        matches!(row.kind, TypeKind::Vector | TypeKind::ScalableVector).then_some((row.kind, row.number))
    }
    /// Returns the width of a scalar or of a vector's elements; zero for other types.
    pub(super) fn width(&self, ty: u32) -> u64 {
        self.bits(self.scalar(ty)).unwrap_or(0)
    }
    /// Returns whether an instruction may have an operand or a result of the type.
    pub(super) fn is_first_class(&self, ty: u32) -> bool {
        self.get(ty).is_some_and(|row| !matches!(row.kind, TypeKind::Void | TypeKind::Function | TypeKind::Opaque))
    }
    /// Returns whether a type is a structure or an array.
    pub(super) fn is_aggregate(&self, ty: u32) -> bool {
        matches!(self.kind(ty), TypeKind::Array | TypeKind::Struct | TypeKind::NamedStruct | TypeKind::Opaque)
    }
    /// Returns the result type of a function type.
    pub(super) fn result(&self, function: u32) -> u32 {
        self.parts(function).first().copied().unwrap_or(NONE)
    }
    /// Returns the parameter types of a function type.
    pub(super) fn parameters(&self, function: u32) -> &[u32] {
        self.parts(function).get(1..).unwrap_or(&[])
    }
    /// Returns whether a function type is variadic.
    pub(super) fn is_variadic(&self, function: u32) -> bool {
        self.get(function).is_some_and(|row| row.kind == TypeKind::Function && row.number != 0)
    }
}

impl Module {
    /// The kind of a value's type; metadata in a call has the kind of metadata.
    pub(super) fn kind_of(&self, value: u32) -> TypeKind {
        if is_metadata(value) { TypeKind::Metadata } else { self.types.kind(self.type_of(value)) }
    }

    /// Returns the constant behind a value; `None` for a local or metadata.
    pub(super) fn constant(&self, value: u32) -> Option<&Constant> {
        if value & (LOCAL | METADATA) != 0 { None } else { self.constants.get(value) }
    }

    /// Returns the lowest 64 bits of a scalar integer constant.
    pub(crate) fn integer_of(&self, value: u32) -> Option<u64> {
        let c = self.constant(value)?;
        match c.kind {
            _ if !self.types.is_integer(c.ty) => None,
            ConstantKind::Integer => Some(c.data),
            ConstantKind::WideInteger => Some(self.constants.wide(c).first().copied().unwrap_or(0)),
            _ => None,
        }
    }

    /// Returns the value of a scalar integer constant, sign-extended.
    pub(super) fn signed_integer(&self, value: u32) -> Option<i64> {
        let number = self.integer_of(value)?;
        let bits = self.types.bits(self.type_of(value))?;
        Some(if bits < 64 { (number << (64 - bits)) as i64 >> (64 - bits) } else { number as i64 })
    }

    /// Returns the function, if the value is one.
    pub(super) fn function_of(&self, value: u32) -> Option<&Global> {
        if value & METADATA != 0 {
            return None;
        }
        self.global_of(value).filter(|g| g.kind == GlobalKind::Function)
    }

    /// Returns a constant without pointer casts and zero offsets.
    pub(super) fn stripped(&self, value: u32) -> u32 {
        let mut value = value;
        for _ in 0..MOST_CASTS {
            let Some(c) = self.constant(value) else { break };
            let operands = self.constants.operands(c);
            let inner = match c.kind {
                ConstantKind::Expression if c.sub == Opcode::BitCast as u8 || c.sub == Opcode::AddrSpaceCast as u8 => {
                    operands.first()
                }
                ConstantKind::Gep if operands.iter().skip(1).all(|&v| self.is_null(v)) => operands.first(),
                _ => None,
            };
            match inner {
                Some(&inner) => value = inner,
                None => break,
            }
        }
        value
    }

    /// Returns whether a constant is zero of its type.
    pub(super) fn is_null(&self, value: u32) -> bool {
        self.constant(value).is_some_and(|c| match c.kind {
            ConstantKind::Null => true,
            ConstantKind::Integer | ConstantKind::Float => c.data == 0,
            ConstantKind::WideInteger | ConstantKind::WideFloat => self.constants.wide(c).iter().all(|&w| w == 0),
            _ => false,
        })
    }

    /// Returns the instruction that defines a local, and its number.
    pub(super) fn definition(&self, value: u32) -> Option<(u32, &Row)> {
        if value & LOCAL == 0 {
            return None;
        }
        let number = self.locals.get((value & !LOCAL) as usize)?.instruction;
        Some((number, self.instructions.get(number as usize)?))
    }

    /// Returns the opcode of the instruction that defines a local.
    pub(super) fn opcode_of(&self, value: u32) -> Option<Opcode> {
        Some(self.definition(value)?.1.opcode)
    }

    /// Returns the text of a name for messages.
    pub(super) fn shown(&self, text: crate::module::Text) -> String {
        String::from_utf8_lossy(self.text(text)).into_owned()
    }
}

/// The limit on the length of a chain of casts that is followed.
const MOST_CASTS: usize = 64;

/// True for a value that is metadata.
pub(super) fn is_metadata(value: u32) -> bool {
    value & (LOCAL | METADATA) == METADATA
}
