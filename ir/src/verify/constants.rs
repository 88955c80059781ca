//! Checks constant expressions, and where constants may be used.

use super::fault::Rule;
use super::{Chapter, Verifier};
use crate::constants::{Constant, ConstantKind};
use crate::instruction::Opcode;
use crate::module::NONE;
use crate::types::TypeKind;

const HERE: Chapter = Chapter::Constants;
/// The operators of constant expressions in LLVM 22.
const KNOWN: [Opcode; 12] = [
    Opcode::Add,
    Opcode::Sub,
    Opcode::Xor,
    Opcode::Trunc,
    Opcode::PtrToInt,
    Opcode::PtrToAddr,
    Opcode::IntToPtr,
    Opcode::BitCast,
    Opcode::AddrSpaceCast,
    Opcode::ExtractElement,
    Opcode::InsertElement,
    Opcode::ShuffleVector,
];

impl<'m> Verifier<'m> {
    /// Checks a constant and all its operands, each once.
    pub(super) fn expression(&mut self, value: u32) -> Rule {
        if self.saw(value) {
            return Ok(());
        }
        let mut stack = vec![value];
        while let Some(value) = stack.pop() {
            let m = self.m;
            let Some(c) = m.constants.get(value) else { continue };
            self.one_constant(c)?;
            if c.kind == ConstantKind::Global {
                continue;
            }
            for &operand in m.constants.operands(c) {
                if !self.saw(operand) {
                    stack.push(operand);
                }
            }
        }
        Ok(())
    }

    /// Marks a constant as checked; returns whether it was before.
    fn saw(&mut self, value: u32) -> bool {
        self.seen_constants.get_mut(value as usize).is_none_or(|seen| std::mem::replace(seen, true))
    }

    fn one_constant(&mut self, c: &'m Constant) -> Rule {
        match c.kind {
            ConstantKind::Expression => self.one_expression(c),
            ConstantKind::Gep => self.one_element_pointer(c),
            ConstantKind::PtrAuth => self.signed_pointer(c),
            ConstantKind::Aggregate => self.aggregate(c),
            ConstantKind::BlockAddress => self.block_address(c),
            ConstantKind::Global => Chapter::Intrinsics
                .require(!self.is_intrinsic(c.data as usize), "Invalid user of intrinsic instruction!"),
            _ => Ok(()),
        }
    }

    fn one_expression(&self, c: &Constant) -> Rule {
        let operands = self.m.constants.operands(c);
        let of = |i: usize| operands.get(i).map_or(NONE, |&value| self.m.type_of(value));
        let Some(opcode) = Opcode::from_number(c.sub as u64) else { return HERE.broken("unknown expression") };
        let types = &self.m.types;
        if !KNOWN.contains(&opcode) {
            // Older files have other operators, which LLVM expands to instructions.
            return Ok(());
        }
        if opcode.is_cast() {
            return self.cast_of(opcode, of(0), c.ty);
        }
        let fits = match opcode {
            Opcode::Add | Opcode::Sub | Opcode::Xor => of(0) == of(1) && of(0) == c.ty && types.is_integral(c.ty),
            Opcode::ExtractElement => types.is_vector(of(0)) && types.is_integer(of(1)) && types.scalar(of(0)) == c.ty,
            Opcode::InsertElement => types.is_vector(of(0)) && types.scalar(of(0)) == of(1) && types.is_integer(of(2)),
            _ => types.is_vector(of(0)) && of(0) == of(1),
        };
        HERE.require(fits, "an expression of operands of other types")
    }

    fn one_element_pointer(&mut self, c: &'m Constant) -> Rule {
        let m = self.m;
        let words = m.constants.words(c);
        let source = words.first().copied().unwrap_or(NONE);
        let operands = m.constants.operands(c);
        let base = operands.first().map_or(NONE, |&value| m.type_of(value));
        let size = self.size(source);
        HERE.require(size.sized, "GEP into unsized type!")?;
        HERE.require(m.types.is_address(base) && m.types.is_address(c.ty), "GEP base pointer is not a pointer")?;
        HERE.require(m.types.space(base) == m.types.space(c.ty), "GEP address space doesn't match type")?;
        let mut part = source;
        for (i, &index) in operands.iter().skip(1).enumerate() {
            HERE.require(m.types.is_integral(m.type_of(index)), "GEP indexes must be integers")?;
            if i > 0 {
                match self.stepped(part, index) {
                    Some(inner) => part = inner,
                    None => return HERE.broken("Invalid indices for GEP pointer type!"),
                }
            }
        }
        Ok(())
    }

    /// Checks a `ptrauth` constant.
    fn signed_pointer(&self, c: &Constant) -> Rule {
        let m = self.m;
        let operands = m.constants.operands(c);
        let of = |i: usize| operands.get(i).map_or(NONE, |&value| m.type_of(value));
        let number = |i: usize, bits| {
            operands.get(i).is_some_and(|&value| m.integer_of(value).is_some()) && m.types.is_integer_of(of(i), bits)
        };
        HERE.require(m.types.is_pointer(of(0)), "signed ptrauth constant base pointer must have pointer type")?;
        HERE.require(of(0) == c.ty, "signed ptrauth constant must have same type as its base pointer")?;
        HERE.require(number(1, 32), "signed ptrauth constant key must be i32 constant integer")?;
        HERE.require(number(2, 64), "signed ptrauth constant discriminator must be i64 constant integer")?;
        HERE.require(m.types.is_pointer(of(3)), "signed ptrauth constant address discriminator must be a pointer")?;
        let Some(&symbol) = operands.get(4) else { return Ok(()) };
        HERE.require(m.types.is_pointer(of(4)), "signed ptrauth constant deactivation symbol must be a pointer")?;
        HERE.require(
            m.is_null(symbol) || m.global_of(symbol).is_some(),
            "signed ptrauth constant deactivation symbol must be a global value or null",
        )
    }

    fn aggregate(&self, c: &Constant) -> Rule {
        let types = &self.m.types;
        let parts = self.m.constants.operands(c);
        let fits = match types.kind(c.ty) {
            TypeKind::Struct | TypeKind::NamedStruct => {
                let wanted = types.parts(c.ty);
                wanted.len() == parts.len() && parts.iter().zip(wanted).all(|(&v, &ty)| self.m.type_of(v) == ty)
            }
            TypeKind::Array | TypeKind::Vector => {
                let element = types.part(c.ty, 0);
                types.get(c.ty).is_some_and(|row| row.number == parts.len() as u64)
                    && parts.iter().all(|&value| Some(self.m.type_of(value)) == element)
            }
            _ => false,
        };
        HERE.require(fits, "an aggregate whose parts are of other types")
    }

    /// Checks a `blockaddress`, which must not refer to an entry block.
    fn block_address(&self, c: &Constant) -> Rule {
        let words = self.m.constants.words(c);
        let function = words.first().and_then(|&value| self.m.function_of(value));
        let count = function.and_then(|g| g.body.as_ref()).map_or(0, |body| body.blocks.len());
        let block = words.get(1).copied().unwrap_or(NONE) as usize;
        HERE.require(block < count, "an address of a block that is not there")?;
        HERE.require(block != 0, "blockaddress may not be used with the entry block!")
    }
}
