//! Makes constants as LLVM does: equal constants are one, and a constant is folded if LLVM folds it.
//!
//! Source: `llvm/lib/IR/Constants.cpp`, `ConstantFold.cpp`.

mod aggregate;

use crate::constants::{Constant, ConstantKind, Constants};
use crate::module::Module;
use crate::types::{TypeKind, Types};

/// Returns a constant without a payload.
pub(crate) fn plain(kind: ConstantKind, ty: u32) -> Constant {
    Constant { data: 0, ty, count: 0, kind, sub: 0, flags: 0 }
}

/// The tables of a module, or of a draft, that constants are made in.
pub(crate) struct Tables<'a> {
    pub(crate) types: &'a mut Types,
    pub(crate) constants: &'a mut Constants,
}

macro_rules! delegates {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $ty:ty),*) -> $out:ty;)*) => {
        impl Module {
            /// Returns the tables of the module.
            pub(crate) fn tables(&mut self) -> Tables<'_> {
                Tables { types: &mut self.types, constants: &mut self.constants }
            }
            $(
                /// See [`Tables`].
                pub(crate) fn $name(&mut self, $($argument: $ty),*) -> $out {
                    self.tables().$name($($argument),*)
                }
            )*
        }
    };
}

delegates! {
    is_zero(value: u32) -> bool;
    simple_constant(kind: ConstantKind, ty: u32) -> u32;
    zero(ty: u32) -> Option<u32>;
    integer(ty: u32, words: &[u64]) -> Option<u32>;
    float(ty: u32, bits: [u64; 2]) -> Option<u32>;
    data(ty: u32, start: usize, count: u32, size: usize) -> u32;
    composed_constant(constant: Constant, start: usize) -> u32;
    aggregate(ty: u32, values: &[u32]) -> u32;
}

impl Tables<'_> {
    /// Returns a constant without a payload: `undef`, `poison`, or `null` of a pointer or an aggregate.
    pub(crate) fn simple_constant(&mut self, kind: ConstantKind, ty: u32) -> u32 {
        self.constants.intern(plain(kind, ty), 0)
    }

    /// Returns zero of a type; `None` for a type that has no zero.
    pub(crate) fn zero(&mut self, ty: u32) -> Option<u32> {
        match self.types.kind(ty) {
            TypeKind::Integer => self.integer(ty, &[0]),
            TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double => self.float(ty, [0, 0]),
            TypeKind::X86Fp80 | TypeKind::Fp128 | TypeKind::PpcFp128 => self.float(ty, [0, 0]),
            TypeKind::Void | TypeKind::Label | TypeKind::Metadata | TypeKind::Function => None,
            _ => Some(self.simple_constant(ConstantKind::Null, ty)),
        }
    }

    /// Returns an integer, or a splat vector of it. The lowest word stands first, and bits beyond the width of the type are cut off.
    pub(crate) fn integer(&mut self, ty: u32, words: &[u64]) -> Option<u32> {
        let width = match self.types.get(self.types.scalar(ty)) {
            Some(row) if row.kind == TypeKind::Integer => row.number,
            _ => return None,
        };
        if width > 64 {
            return Some(self.wide_integer(ty, width, words));
        }
        let bits = words.first().copied().unwrap_or(0);
        let data = if width == 64 { bits } else { bits & ((1 << width) - 1) };
        Some(self.constants.integer(ty, data))
    }

    /// Returns an integer of more than 64 bits, without the upper words that are zero.
    fn wide_integer(&mut self, ty: u32, width: u64, words: &[u64]) -> u32 {
        let most = width.div_ceil(64) as usize;
        let mut words: Vec<u64> = words.iter().copied().take(most).collect();
        if words.len() == most
            && !width.is_multiple_of(64)
            && let Some(last) = words.last_mut()
        {
            *last &= (1 << (width % 64)) - 1;
        }
        while words.last() == Some(&0) {
            words.pop();
        }
        self.wide_constant(ty, ConstantKind::WideInteger, &words)
    }

    fn wide_constant(&mut self, ty: u32, kind: ConstantKind, words: &[u64]) -> u32 {
        let data = self.constants.wide.len() as u64;
        self.constants.wide.extend_from_slice(words);
        let value = self.constants.intern(Constant { data, count: words.len() as u32, ..plain(kind, ty) }, 0);
        if self.constants.get(value).is_some_and(|c| c.data != data) {
            self.constants.wide.truncate(data as usize);
        }
        value
    }

    /// Returns a floating-point number, or a splat vector of it, by its bits; the lower 64 bits stand first.
    pub(crate) fn float(&mut self, ty: u32, bits: [u64; 2]) -> Option<u32> {
        let scalar = self.types.scalar(ty);
        match self.types.kind(scalar) {
            TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double => {
                let width = self.types.bits(scalar).unwrap_or(64);
                let [low, _] = bits;
                let data = if width == 64 { low } else { low & ((1 << width) - 1) };
                Some(self.constants.intern(Constant { data, ..plain(ConstantKind::Float, ty) }, 0))
            }
            TypeKind::X86Fp80 | TypeKind::Fp128 | TypeKind::PpcFp128 => {
                Some(self.wide_constant(ty, ConstantKind::WideFloat, &bits))
            }
            _ => None,
        }
    }

    /// Returns an array or vector of `count` numbers, whose bytes are at the end of the pool, from `start` on.
    pub(crate) fn data(&mut self, ty: u32, start: usize, count: u32, size: usize) -> u32 {
        let bytes = &mut self.constants.bytes;
        if bytes.iter().skip(start).all(|&byte| byte == 0) {
            bytes.truncate(start);
            return self.simple_constant(ConstantKind::Null, ty);
        }
        let constant = Constant { data: start as u64, count, sub: size as u8, ..plain(ConstantKind::Data, ty) };
        let value = self.constants.intern(constant, size);
        if self.constants.get(value).is_some_and(|c| c.data != start as u64) {
            self.constants.bytes.truncate(start);
        }
        value
    }

    /// Returns a constant made of other constants, whose words are at the end of the pool, from `start` on.
    pub(crate) fn composed_constant(&mut self, constant: Constant, start: usize) -> u32 {
        let count = (self.constants.words.len() - start) as u32;
        let constant = Constant { data: start as u64, count, ..constant };
        let end = self.constants.words.len();
        if let Some(folded) = self.fold(&constant) {
            // The folded constant may have words of its own behind these.
            if self.constants.words.len() == end {
                self.constants.words.truncate(start);
            }
            return folded;
        }
        let value = self.constants.intern(constant, 0);
        if self.constants.get(value).is_some_and(|c| c.data != start as u64) {
            self.constants.words.truncate(start);
        }
        value
    }
}
