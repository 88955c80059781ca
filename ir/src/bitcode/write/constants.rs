//! The CONSTANTS block, of the module or of a function.

use super::Writer;
use super::attributes::{extended, wide_pair};
use super::instructions::{binary_code, cast_code, predicate_code};
use super::shapes::{Letters, constants as shapes, letters, shape};
use super::sink::{FIRST, Shape, bits_for, zigzag};
use super::values::Listed;
use crate::bitcode::abbreviation::Encoding::{Array, Fixed, Literal};
use crate::bitcode::codes::block;
use crate::bitcode::codes::constants as code;
use crate::constants::{Constant, ConstantKind, element_bits};
use crate::error::Problem;
use crate::instruction::{Opcode, flag};
use crate::module::NONE;
use crate::types::TypeKind;

impl Writer<'_> {
    pub(super) fn module_constants(&mut self) {
        let list = std::mem::take(&mut self.values.constants);
        self.constants(&list, true);
        self.values.constants = list;
    }

    /// Writes a CONSTANTS block, unless the list is empty.
    pub(super) fn constants(&mut self, list: &[Listed], of_module: bool) {
        if list.is_empty() {
            return;
        }
        self.out.enter(block::CONSTANTS, 4);
        let aggregate = [Literal(code::AGGREGATE as u64), Array, Fixed(bits_for(self.module_values))];
        if of_module {
            self.out.define(&aggregate);
            shapes::STRINGS.iter().for_each(|fields| self.out.define(fields));
        }
        let number = FIRST + shapes::SHAPES.len() as u32;
        self.body.aggregate = of_module.then_some((number, aggregate));
        let mut ty = NONE;
        for listed in list {
            let Some(c) = self.m.constants.get(listed.value) else { continue };
            if c.ty != ty {
                ty = c.ty;
                let number = self.ty(ty);
                self.out.shaped(shape(shapes::SHAPES, shapes::SET_TYPE), &[number]);
            }
            self.constant(c);
        }
        self.out.leave();
    }

    fn constant(&mut self, c: &Constant) {
        match c.kind {
            ConstantKind::Global => {}
            ConstantKind::Null => self.out.shaped(shape(shapes::SHAPES, shapes::NULL), &[]),
            ConstantKind::Integer | ConstantKind::Float if c.data == 0 => {
                self.out.shaped(shape(shapes::SHAPES, shapes::NULL), &[]);
            }
            ConstantKind::Undef => self.out.record(code::UNDEF, &[]),
            ConstantKind::Poison => self.out.record(code::POISON, &[]),
            ConstantKind::Integer => self.integer(c),
            ConstantKind::Float => self.out.record(code::FLOAT, &[c.data]),
            ConstantKind::WideInteger => self.wide_integer(c),
            ConstantKind::WideFloat => self.wide_float(c),
            ConstantKind::Data => self.data(c),
            ConstantKind::Aggregate => self.aggregate(c),
            ConstantKind::InlineAsm => self.assembly(c),
            ConstantKind::Gep => self.constant_gep(c),
            ConstantKind::Expression => self.expression(c),
            ConstantKind::BlockAddress | ConstantKind::DsoLocalEquivalent | ConstantKind::NoCfi => {
                self.of_named_function(c)
            }
            ConstantKind::PtrAuth => {
                let operands = self.numbers_of(self.m.constants.operands(c));
                let code = if operands.len() < 5 { code::PTR_AUTH } else { code::PTR_AUTH2 };
                self.out.record(code, &operands);
            }
        }
    }

    fn numbers_of(&mut self, values: &[u32]) -> Vec<u64> {
        values.iter().map(|&value| self.value(value) as u64).collect()
    }

    fn integer(&mut self, c: &Constant) {
        let bits = self.m.types.bits(self.m.types.scalar(c.ty)).unwrap_or(64) as u32;
        let value = zigzag(extended(c.data, bits));
        self.out.shaped(shape(shapes::SHAPES, shapes::INTEGER), &[value]);
    }

    fn wide_integer(&mut self, c: &Constant) {
        match self.m.constants.wide(c) {
            [] => self.out.shaped(shape(shapes::SHAPES, shapes::NULL), &[]),
            words => {
                let words: Vec<u64> = words.iter().map(|&word| zigzag(word as i64)).collect();
                self.out.record(code::WIDE_INTEGER, &words);
            }
        }
    }

    fn wide_float(&mut self, c: &Constant) {
        let &[low, high] = self.m.constants.wide(c) else { return };
        match self.m.types.kind(self.m.types.scalar(c.ty)) {
            _ if low == 0 && high == 0 => self.out.shaped(shape(shapes::SHAPES, shapes::NULL), &[]),
            // The first word has the upper 64 of the 80 bits.
            TypeKind::X86Fp80 => self.out.record(code::FLOAT, &[low >> 16 | high << 48, low & 0xffff]),
            _ => self.out.record(code::FLOAT, &[low, high]),
        }
    }

    fn data(&mut self, c: &Constant) {
        let size = (c.sub as usize).clamp(1, 8);
        let bytes = self.m.constants.data(c, size);
        let element = self.m.types.parts(c.ty).first().map(|&ty| self.m.types.kind(ty));
        if size == 1 && self.m.types.kind(c.ty) == TypeKind::Array && element == Some(TypeKind::Integer) {
            return self.string(bytes);
        }
        let numbers: Vec<u64> = bytes.chunks(size).map(element_bits).collect();
        self.out.record(code::DATA, &numbers);
    }

    fn string(&mut self, bytes: &[u8]) {
        let of_module = self.body.aggregate.is_some();
        let number = FIRST + shapes::SHAPES.len() as u32 + 1;
        let strings = |i: usize| Shape { number: number + i as u32, ..shape(shapes::STRINGS, i) };
        match bytes.split_last() {
            Some((0, text)) if !text.contains(&0) => match letters(text) {
                Letters::Six if of_module => self.shaped_text(strings(shapes::C_STRING_6), &[], text),
                Letters::Seven if of_module => self.shaped_text(strings(shapes::C_STRING_7), &[], text),
                _ => self.out.text(code::C_STRING, text),
            },
            _ if of_module => self.shaped_text(strings(shapes::STRING), &[], bytes),
            _ => self.out.text(code::STRING, bytes),
        }
    }

    fn aggregate(&mut self, c: &Constant) {
        let operands = self.numbers_of(self.m.constants.operands(c));
        match self.body.aggregate {
            Some((number, fields)) => self.out.shaped(Shape { number, fields: &fields }, &operands),
            None => self.out.record(code::AGGREGATE, &operands),
        }
    }

    /// Writes a constant that names a function, whose type stands first: `blockaddress`, `dso_local_equivalent` or `no_cfi`.
    fn of_named_function(&mut self, c: &Constant) {
        let &[function, ref block @ ..] = self.m.constants.words(c) else { return };
        let (ty, number) = (self.ty(self.m.type_of(function)), self.value(function) as u64);
        match (c.kind, block) {
            (ConstantKind::BlockAddress, &[block]) => self.out.record(code::BLOCK_ADDRESS, &[ty, number, block as u64]),
            (ConstantKind::NoCfi, _) => self.out.record(code::NO_CFI, &[ty, number]),
            _ => self.out.record(code::DSO_LOCAL_EQUIVALENT, &[ty, number]),
        }
    }

    fn assembly(&mut self, c: &Constant) {
        let &[function, flags, at, count, constraints_at, constraints] = self.m.constants.words(c) else { return };
        let mut record = vec![self.ty(function), flags as u64];
        for text in [(at, count), (constraints_at, constraints)] {
            let text = self.m.text(crate::module::Text { start: text.0, count: text.1 });
            record.push(text.len() as u64);
            record.extend(text.iter().map(|&c| c as u64));
        }
        self.out.record(code::ASM, &record);
    }

    /// Returns the type and the number of each value.
    fn pairs(&mut self, values: &[u32]) -> Vec<u64> {
        values.iter().flat_map(|&value| [self.ty(self.m.type_of(value)), self.value(value) as u64]).collect()
    }

    fn constant_gep(&mut self, c: &Constant) {
        let &[source, range, ref values @ ..] = self.m.constants.words(c) else { return };
        if self.version < 19 {
            let record = [&[self.ty(source)][..], &self.pairs(values)].concat();
            let code = if c.flags & flag::INBOUNDS != 0 { code::INBOUNDS_GEP_OLD } else { code::GEP_OLD };
            return self.out.record(code, &record);
        }
        let mut record = vec![self.ty(source), c.flags as u64];
        let mut code = code::GEP;
        if let Some(&bits) = self.m.constants.wide.get(range as usize) {
            code = code::GEP_WITH_RANGE;
            let words = 2 * bits.div_ceil(64) as usize;
            let bounds = self.m.constants.wide.get(range as usize + 1..).and_then(|rest| rest.get(..words));
            let bounds = bounds.unwrap_or(&[]);
            record.push(bits);
            match bits {
                0..=64 => record.extend(bounds.iter().map(|&bound| zigzag(extended(bound, bits as u32)))),
                _ => wide_pair(bounds, &mut record),
            }
        }
        record.extend(self.pairs(values));
        self.out.record(code, &record);
    }

    fn expression(&mut self, c: &Constant) {
        let values = self.m.constants.operands(c);
        let opcode = Opcode::from_number(c.sub as u64).unwrap_or(Opcode::Unreachable);
        let first = values.first().copied().unwrap_or(NONE);
        let of_first = self.m.type_of(first);
        let numbers = self.numbers_of(values);
        let pairs = |writer: &mut Self| writer.pairs(values);
        let (code, mut record) = match opcode {
            Opcode::FNeg => (code::UNARY, [&[0], &numbers[..]].concat()),
            _ if opcode.is_binary() => (code::BINARY, [&[binary_code(opcode)], &numbers[..]].concat()),
            _ if opcode.is_cast() => return self.constant_cast(c, opcode, first),
            Opcode::Select => (code::SELECT, numbers),
            Opcode::ExtractElement => (code::EXTRACT_ELEMENT, pairs(self)),
            Opcode::InsertElement => {
                let last = values.last().map_or(Vec::new(), |&last| self.pairs(&[last]));
                (code::INSERT_ELEMENT, [numbers.get(..2).unwrap_or(&[]), &last].concat())
            }
            Opcode::ShuffleVector if of_first == c.ty => (code::SHUFFLE, numbers),
            Opcode::ShuffleVector => (code::SHUFFLE_OTHER, [&[self.ty(of_first)], &numbers[..]].concat()),
            Opcode::ICmp | Opcode::FCmp => {
                let predicate = predicate_code(c.flags as u8);
                (code::COMPARE, [&[self.ty(of_first)], &numbers[..], &[predicate]].concat())
            }
            _ => return self.fail(Problem::Unknown("operator of a constant", c.sub as u64)),
        };
        if opcode.is_binary() && c.flags != 0 {
            record.push(c.flags as u64);
        }
        self.out.record(code, &record);
    }

    fn constant_cast(&mut self, c: &Constant, opcode: Opcode, value: u32) {
        let mut record = vec![cast_code(opcode), self.ty(self.m.type_of(value)), self.value(value) as u64];
        if c.flags == 0 {
            return self.out.shaped(shape(shapes::SHAPES, shapes::CAST), &record);
        }
        record.push(c.flags as u64);
        self.out.record(code::CAST, &record);
    }
}
