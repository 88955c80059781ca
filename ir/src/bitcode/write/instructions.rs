//! Records of instructions. An operand is written as its distance back from the number of the next result; a forward reference is
//! followed by its type, unless that follows from other operands.

use super::Writer;
use super::shapes::{function as shapes, shape};
use super::sink::zigzag;
use crate::bitcode::codes::instructions as code;
use crate::error::Problem;
use crate::instruction::{Opcode, Row, flag};

/// Returns bitcode's number of an operator with two operands; the inverse of the reader's `binary`.
pub(super) fn binary_code(opcode: Opcode) -> u64 {
    use Opcode::*;
    match opcode {
        FDiv => 4,
        FRem => 6,
        FAdd | FSub | FMul => opcode as u64 - FAdd as u64,
        _ => opcode as u64 - Add as u64,
    }
}

/// Returns bitcode's number of a cast; the inverse of the reader's `cast`.
pub(super) fn cast_code(opcode: Opcode) -> u64 {
    opcode as u64 - Opcode::Trunc as u64
}

/// Returns bitcode's number of a predicate; the inverse of `Predicate::from_code`.
pub(super) fn predicate_code(predicate: u8) -> u64 {
    if predicate < 16 { predicate as u64 } else { predicate as u64 - 16 + 32 }
}

type Record = Vec<u64>;

impl Writer<'_> {
    /// Appends a value, and its type if it is a forward reference; returns whether it is one.
    #[inline(always)]
    pub(super) fn typed(&mut self, value: u32, record: &mut Record) -> bool {
        let number = self.value(value);
        record.push(self.body.next.wrapping_sub(number) as u64);
        if number < self.body.next {
            return false;
        }
        let ty = self.ty(self.m.type_of(value));
        record.push(ty);
        true
    }

    /// Returns the distance to a value, unless it is a forward reference.
    #[inline(always)]
    fn distance(&mut self, value: u32) -> Option<u64> {
        self.body.next.checked_sub(self.value(value)).filter(|distance| *distance > 0).map(u64::from)
    }

    /// Appends a value whose type the reader knows from other operands.
    #[inline(always)]
    pub(super) fn plain(&mut self, value: u32, record: &mut Record) {
        let number = self.value(value);
        record.push(self.body.next.wrapping_sub(number) as u64);
    }

    /// Writes an instruction.
    #[inline]
    pub(super) fn instruction(&mut self, row: &Row) {
        let words = self.m.operands(row);
        let mut record = std::mem::take(&mut self.operands);
        record.clear();
        match row.opcode {
            Opcode::Call | Opcode::Invoke | Opcode::CallBr => self.call(row, words, &mut record),
            _ => self.simple(row, words, &mut record),
        }
        self.operands = record;
    }

    fn simple(&mut self, row: &Row, words: &[u32], record: &mut Record) {
        use Opcode::*;
        match (row.opcode, words) {
            (Load, &[pointer, align, ordering, scope]) => self.load(row, pointer, [align, ordering, scope], record),
            (Store, &[value, pointer, align, ordering, scope]) => {
                self.store(row, [value, pointer], [align, ordering, scope], record);
            }
            (GetElementPtr, &[source, ref values @ ..]) => self.gep(row, source, values, record),
            (ICmp | FCmp, &[a, b]) => self.two(row, [a, b], predicate_code(row.sub), shapes::COMPARE, record),
            (opcode, &[a, b]) if opcode.is_binary() => {
                self.two(row, [a, b], binary_code(opcode), shapes::BINARY, record);
            }
            (opcode, &[value]) if opcode.is_cast() => self.cast(row, value, record),
            (FNeg, &[value]) => self.negation(row, value, record),
            (Phi, pairs) => self.phi(row, pairs, record),
            (Br | Ret | Unreachable | Switch | IndirectBr | CatchRet | CleanupRet | Resume | CatchSwitch, _) => {
                self.terminator(row, words, record);
            }
            (Alloca | CmpXchg | AtomicRmw | Fence | VaArg, _) => self.memory(row, words, record),
            (LandingPad | CatchPad | CleanupPad, _) => self.pad(row, words, record),
            _ => self.vector(row, words, record),
        }
    }

    /// Writes a record with an abbreviation, or without one if an operand is a forward reference.
    #[inline(always)]
    fn emit(&mut self, ahead: bool, code: u32, i: usize, record: &[u64]) {
        if ahead { self.out.record(code, record) } else { self.out.shaped(shape(shapes::SHAPES, i), record) }
    }

    fn load(&mut self, row: &Row, pointer: u32, [align, ordering, scope]: [u32; 3], record: &mut Record) {
        let volatile = (row.flags & flag::VOLATILE != 0) as u64;
        if let (Some(distance), 0) = (self.distance(pointer), ordering) {
            let ty = self.ty(row.ty);
            return self.out.known(shapes::LOAD, shapes::LOAD_FIELDS, [0, distance, ty, align as u64, volatile]);
        }
        let ahead = self.typed(pointer, record);
        record.extend([self.ty(row.ty), align as u64, volatile]);
        if ordering != 0 {
            record.extend([ordering as u64, scope as u64]);
            return self.out.record(code::LOAD_ATOMIC, record);
        }
        self.emit(ahead, code::LOAD, shapes::LOAD, record);
    }

    fn store(
        &mut self,
        row: &Row,
        [value, pointer]: [u32; 2],
        [align, ordering, scope]: [u32; 3],
        record: &mut Record,
    ) {
        let volatile = (row.flags & flag::VOLATILE != 0) as u64;
        if let (Some(to), Some(from), 0) = (self.distance(pointer), self.distance(value), ordering) {
            return self.out.known(shapes::STORE, shapes::STORE_FIELDS, [0, to, from, align as u64, volatile]);
        }
        let ahead = self.typed(pointer, record) | self.typed(value, record);
        record.extend([align as u64, volatile]);
        if ordering != 0 {
            record.extend([ordering as u64, scope as u64]);
            return self.out.record(code::STORE_ATOMIC, record);
        }
        self.emit(ahead, code::STORE, shapes::STORE, record);
    }

    fn gep(&mut self, row: &Row, source: u32, values: &[u32], record: &mut Record) {
        record.extend([row.flags as u64 & 7, self.ty(source)]);
        let mut ahead = false;
        for &value in values {
            ahead |= self.typed(value, record);
        }
        self.emit(ahead, code::GEP, shapes::GEP, record);
    }

    /// Writes a comparison or binary operator: two values, the number of the operator, and flags if there are any.
    fn two(&mut self, row: &Row, [a, b]: [u32; 2], operator: u64, i: usize, record: &mut Record) {
        let ahead = self.typed(a, record);
        self.plain(b, record);
        record.push(operator);
        let has_flags = self.flags(row, record);
        let code = if i == shapes::COMPARE { code::COMPARE } else { code::BINARY };
        self.emit(ahead, code, i + has_flags, record);
    }

    /// Appends the flags if there are any; returns the number of appended operands.
    #[inline(always)]
    fn flags(&mut self, row: &Row, record: &mut Record) -> usize {
        if row.flags != 0 {
            record.push(row.flags as u64);
        }
        (row.flags != 0) as usize
    }

    fn cast(&mut self, row: &Row, value: u32, record: &mut Record) {
        let ahead = self.typed(value, record);
        record.extend([self.ty(row.ty), cast_code(row.opcode)]);
        let has_flags = self.flags(row, record);
        self.emit(ahead, code::CAST, shapes::CAST + has_flags, record);
    }

    fn negation(&mut self, row: &Row, value: u32, record: &mut Record) {
        let ahead = self.typed(value, record);
        record.push(0);
        let has_flags = self.flags(row, record);
        self.emit(ahead, code::UNARY, shapes::UNARY + has_flags, record);
    }

    fn phi(&mut self, row: &Row, pairs: &[u32], record: &mut Record) {
        record.push(self.ty(row.ty));
        for pair in pairs.chunks_exact(2) {
            if let &[value, block] = pair {
                let distance = self.body.next as i64 - self.value(value) as i64;
                record.extend([zigzag(distance), block as u64]);
            }
        }
        self.flags(row, record);
        self.out.record(code::PHI, record);
    }

    fn terminator(&mut self, row: &Row, words: &[u32], record: &mut Record) {
        match (row.opcode, words) {
            (Opcode::Br, &[block]) => self.emit(false, 0, shapes::BR, &[block as u64]),
            (Opcode::Br, &[yes, no, condition]) => {
                record.extend([yes as u64, no as u64]);
                self.plain(condition, record);
                self.emit(false, 0, shapes::BR_IF, record);
            }
            (Opcode::Ret, &[]) => self.emit(false, 0, shapes::RET_VOID, &[]),
            (Opcode::Ret, &[value]) => {
                let ahead = self.typed(value, record);
                self.emit(ahead, code::RET, shapes::RET, record);
            }
            (Opcode::Unreachable, _) => self.emit(false, 0, shapes::UNREACHABLE, &[]),
            (Opcode::Switch, &[value, default, ref cases @ ..]) => {
                record.push(self.ty(self.m.type_of(value)));
                self.plain(value, record);
                record.push(default as u64);
                for case in cases.chunks_exact(2) {
                    if let &[value, block] = case {
                        record.extend([self.value(value) as u64, block as u64]);
                    }
                }
                self.out.record(code::SWITCH, record);
            }
            (Opcode::IndirectBr, &[address, ref blocks @ ..]) => {
                record.push(self.ty(self.m.type_of(address)));
                self.plain(address, record);
                record.extend(blocks.iter().map(|&block| block as u64));
                self.out.record(code::INDIRECT_BR, record);
            }
            (Opcode::Resume, &[value]) => {
                self.typed(value, record);
                self.out.record(code::RESUME, record);
            }
            (Opcode::CatchSwitch | Opcode::CatchRet | Opcode::CleanupRet, &[pad, ref rest @ ..]) => {
                self.plain(pad, record);
                record.extend(rest.iter().map(|&word| word as u64));
                let code = match row.opcode {
                    Opcode::CatchSwitch => code::CATCH_SWITCH,
                    Opcode::CatchRet => code::CATCH_RET,
                    _ => code::CLEANUP_RET,
                };
                self.out.record(code, record);
            }
            _ => self.unfit(row),
        }
    }

    fn memory(&mut self, row: &Row, words: &[u32], record: &mut Record) {
        let volatile = (row.flags & flag::VOLATILE != 0) as u64;
        let numbers = |list: &[u32]| list.iter().map(|&word| word as u64).collect::<Vec<u64>>();
        let code = match (row.opcode, words) {
            (Opcode::Alloca, &[allocated, size, align]) => {
                self.alloca(row, allocated, size, align, record);
                code::ALLOCA
            }
            (Opcode::CmpXchg, &[pointer, expected, new, align, success, scope, failure]) => {
                self.typed(pointer, record);
                self.typed(expected, record);
                self.plain(new, record);
                record.push(volatile);
                record.extend(numbers(&[success, scope, failure]));
                record.extend([(row.flags & flag::WEAK != 0) as u64, align as u64]);
                code::CMPXCHG
            }
            (Opcode::AtomicRmw, &[pointer, value, align, ordering, scope]) => {
                self.typed(pointer, record);
                self.typed(value, record);
                record.extend([row.sub as u64, volatile]);
                record.extend(numbers(&[ordering, scope, align]));
                code::ATOMIC_RMW
            }
            (Opcode::Fence, &[ordering, scope]) => {
                record.extend(numbers(&[ordering, scope]));
                code::FENCE
            }
            (Opcode::VaArg, &[list]) => {
                record.push(self.ty(self.m.type_of(list)));
                self.plain(list, record);
                record.push(self.ty(row.ty));
                code::VA_ARG
            }
            _ => return self.unfit(row),
        };
        self.out.record(code, record);
    }

    fn alloca(&mut self, row: &Row, allocated: u32, size: u32, align: u32, record: &mut Record) {
        const EXPLICIT_TYPE: u64 = 1 << 6;
        let (align, bit) = (align as u64, |flag: u16, bit: u32| ((row.flags & flag != 0) as u64) << bit);
        let packed = align & 31 | align >> 5 << 8 | bit(flag::INALLOCA, 5) | bit(flag::SWIFTERROR, 7) | EXPLICIT_TYPE;
        // The number of elements may be no constant, and is written in full.
        record.extend([self.ty(allocated), self.ty(self.m.type_of(size)), self.value(size) as u64, packed]);
        let space = self.m.types.get(row.ty).map_or(0, |ty| ty.number);
        if space != self.alloca_space {
            record.push(space);
        }
    }

    fn pad(&mut self, row: &Row, words: &[u32], record: &mut Record) {
        if row.opcode == Opcode::LandingPad {
            let cleanup = (row.flags & flag::CLEANUP != 0) as u64;
            record.extend([self.ty(row.ty), cleanup, words.len() as u64 / 2]);
            for clause in words.chunks_exact(2) {
                if let &[kind, value] = clause {
                    record.push(kind as u64);
                    self.typed(value, record);
                }
            }
            return self.out.record(code::LANDING_PAD, record);
        }
        let Some((&parent, arguments)) = words.split_first() else { return self.unfit(row) };
        self.plain(parent, record);
        record.push(arguments.len() as u64);
        for &argument in arguments {
            self.typed(argument, record);
        }
        self.out.record(if row.opcode == Opcode::CatchPad { code::CATCH_PAD } else { code::CLEANUP_PAD }, record);
    }

    /// Writes the remaining instructions: vector and aggregate operations, `select`, `freeze`.
    fn vector(&mut self, row: &Row, words: &[u32], record: &mut Record) {
        let code = match (row.opcode, words) {
            (Opcode::Select, &[condition, yes, no]) => {
                self.typed(yes, record);
                self.plain(no, record);
                self.typed(condition, record);
                self.flags(row, record);
                code::SELECT
            }
            (Opcode::ExtractElement, &[vector, index]) => {
                self.typed(vector, record);
                self.typed(index, record);
                code::EXTRACT_ELEMENT
            }
            (Opcode::InsertElement | Opcode::ShuffleVector, &[vector, other, last]) => {
                self.typed(vector, record);
                self.plain(other, record);
                self.typed(last, record);
                if row.opcode == Opcode::InsertElement { code::INSERT_ELEMENT } else { code::SHUFFLE }
            }
            (Opcode::ExtractValue, &[aggregate, ref indices @ ..]) => {
                self.typed(aggregate, record);
                record.extend(indices.iter().map(|&index| index as u64));
                code::EXTRACT_VALUE
            }
            (Opcode::InsertValue, &[aggregate, value, ref indices @ ..]) => {
                self.typed(aggregate, record);
                self.typed(value, record);
                record.extend(indices.iter().map(|&index| index as u64));
                code::INSERT_VALUE
            }
            (Opcode::Freeze, &[value]) => {
                self.typed(value, record);
                code::FREEZE
            }
            _ => return self.unfit(row),
        };
        self.out.record(code, record);
    }

    /// Reports an instruction whose operands do not match its opcode.
    #[cold]
    pub(super) fn unfit(&mut self, row: &Row) {
        self.fail(Problem::Unknown("number of operands", row.count as u64));
    }
}

#[cfg(test)]
mod tests {
    use super::{binary_code, cast_code};
    use crate::bitcode::read::{binary, cast};
    use crate::instruction::Opcode;

    #[test]
    fn what_is_written_is_read() {
        for &opcode in Opcode::ALL {
            if opcode.is_binary() {
                assert_eq!(binary(binary_code(opcode), opcode >= Opcode::FAdd), Some(opcode));
            }
            if opcode.is_cast() {
                assert_eq!(cast(cast_code(opcode)), Some(opcode));
            }
        }
    }
}
