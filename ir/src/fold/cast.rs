//! Folds casts of constants.

use super::float::{self, Format};
use crate::constants::ConstantKind;
use crate::instruction::Opcode;
use crate::make::Tables;
use crate::types::TypeKind;

/// Returns whether LLVM has the cast as a constant expression.
pub(crate) fn is_expression(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(opcode, Trunc | PtrToInt | PtrToAddr | IntToPtr | BitCast | AddrSpaceCast)
}

impl Tables<'_> {
    /// Folds a cast of a constant as LLVM's `ConstantFoldCastInstruction` does.
    pub(crate) fn fold_cast(&mut self, opcode: Opcode, operand: u32, ty: u32) -> Option<u32> {
        use Opcode::*;
        let c = *self.constants.get(operand)?;
        match c.kind {
            ConstantKind::Poison => return Some(self.poison_of(ty)),
            // The upper bits of an extended `undef` are zero, and an `undef` integer may be any number.
            ConstantKind::Undef if matches!(opcode, ZExt | SExt | UiToFp | SiToFp) => return self.zero(ty),
            ConstantKind::Undef => return Some(self.undef_of(ty)),
            _ if self.is_zero(operand) && opcode != AddrSpaceCast && self.types.kind(ty) != TypeKind::X86Amx => {
                return self.zero(ty);
            }
            ConstantKind::Expression => {
                if let Some(folded) = self.fold_casts(opcode, operand, ty) {
                    return Some(folded);
                }
            }
            _ => {}
        }
        if self.lanes(ty).is_some() && self.lanes(ty) == self.lanes(c.ty) {
            return self.fold_cast_of_elements(opcode, operand, ty);
        }
        match opcode {
            FpTrunc | FpExt => {
                let (from, bits) = self.floating(operand)?;
                let bits = float::convert(from, Format::of(self.types.kind(ty))?, bits)?;
                self.make_floating(ty, bits)
            }
            FpToUi | FpToSi => self.fold_to_integer(operand, ty, opcode == FpToSi),
            UiToFp | SiToFp => {
                let number = self.number(operand)?;
                let bits = float::from_integer(Format::of(self.types.kind(ty))?, &number, opcode == SiToFp);
                self.make_floating(ty, bits)
            }
            Trunc | ZExt | SExt => {
                let number = self.number(operand)?;
                let bits = self.types.get(ty).filter(|row| row.kind == TypeKind::Integer)?.number as u32;
                self.make_number(ty, &number.resized(bits, opcode == SExt))
            }
            BitCast => self.fold_bitcast(operand, ty),
            _ => None,
        }
    }

    fn fold_to_integer(&mut self, operand: u32, ty: u32, signed: bool) -> Option<u32> {
        let (from, bits) = self.floating(operand)?;
        let width = self.types.get(ty).filter(|row| row.kind == TypeKind::Integer)?.number as u32;
        match float::to_integer(from, bits, width, signed) {
            Some(number) => self.make_number(ty, &number),
            None => Some(self.poison_of(ty)),
        }
    }

    /// Returns the folded cast, or an expression where LLVM has one.
    fn cast_or_expression(&mut self, opcode: Opcode, operand: u32, ty: u32) -> Option<u32> {
        if is_expression(opcode) {
            return Some(self.cast_expression(opcode, operand, ty));
        }
        self.fold_cast(opcode, operand, ty)
    }

    /// Returns a cast of a constant, as an expression unless it folds.
    pub(crate) fn cast_expression(&mut self, opcode: Opcode, operand: u32, ty: u32) -> u32 {
        self.expression(opcode, ty, &[operand])
    }

    fn fold_cast_of_elements(&mut self, opcode: Opcode, operand: u32, ty: u32) -> Option<u32> {
        if !matches!(self.constants.get(operand)?.kind, ConstantKind::Aggregate | ConstantKind::Data) {
            return if opcode == Opcode::BitCast { self.fold_bitcast(operand, ty) } else { None };
        }
        let element = self.types.scalar(ty);
        if let Some(splat) = self.splat_of(operand) {
            let folded = self.cast_or_expression(opcode, splat, element)?;
            return self.make_splat(ty, folded);
        }
        let elements = self.elements(operand)?;
        let mut folded = Vec::with_capacity(elements.len());
        for of in elements {
            folded.push(self.cast_or_expression(opcode, of, element)?);
        }
        Some(self.aggregate(ty, &folded))
    }

    fn fold_bitcast(&mut self, operand: u32, ty: u32) -> Option<u32> {
        let c = *self.constants.get(operand)?;
        if c.ty == ty {
            return Some(operand);
        }
        if self.types.is_vector(ty) {
            if self.is_ones(operand)
                && let Some(ones) = self.ones_of(ty)
            {
                return Some(ones);
            }
            let number = self.number(operand).is_some() || self.floating(operand).is_some();
            return if number { Some(self.bitcast_of_vector(operand, ty)) } else { None };
        }
        match self.types.kind(ty) {
            TypeKind::Integer => {
                let (_, bits) = self.floating(operand)?;
                self.integer(ty, &[bits as u64, (bits >> 64) as u64])
            }
            TypeKind::PpcFp128 => None,
            _ => {
                let number = self.number(operand)?;
                let word = |i: usize| number.words.get(i).copied().unwrap_or(0);
                self.float(ty, [word(0), word(1)])
            }
        }
    }

    /// Returns the bitcast of a number to a vector type, as a bitcast of a vector with that one element.
    fn bitcast_of_vector(&mut self, operand: u32, ty: u32) -> u32 {
        let of = self.type_of(operand);
        let vector = self.types.composed(TypeKind::Vector, 1, &[of]);
        let whole = self.aggregate(vector, &[operand]);
        self.expression(Opcode::BitCast, ty, &[whole])
    }

    /// Folds two casts to one.
    fn fold_casts(&mut self, second: Opcode, first: u32, ty: u32) -> Option<u32> {
        use Opcode::*;
        let c = *self.constants.get(first)?;
        let &operand = self.constants.operands(&c).first()?;
        let from = self.type_of(operand);
        match (Opcode::from_number(c.sub as u64)?, second) {
            (opcode @ (Trunc | PtrToInt), Trunc) => Some(self.cast_expression(opcode, operand, ty)),
            (AddrSpaceCast, AddrSpaceCast) if from == ty => Some(operand),
            (AddrSpaceCast, AddrSpaceCast) => Some(self.cast_expression(AddrSpaceCast, operand, ty)),
            (BitCast, BitCast) => Some(self.cast_expression(BitCast, operand, ty)),
            _ => None,
        }
    }
}
