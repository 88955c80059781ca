//! Prints values as operands.

use super::{Printer, What, floats, integers, names};
use crate::constants::{Constant, ConstantKind, element_bits, element_bytes};
use crate::instruction::{Opcode, Predicate};
use crate::module::{LOCAL, METADATA, NONE, Text};
use crate::text::labels::{Label, Labels};
use crate::text::tables::ASM_FLAGS;
use crate::types::TypeKind;

/// The remaining steps of printing a constant.
pub(super) enum Step {
    Text(&'static str),
    Type(u32),
    Value(u32),
    /// A value with its type.
    Typed(u32),
}

impl Printer<'_> {
    /// Prints a label behind its sigil.
    pub(super) fn label(&mut self, label: Option<Label>) {
        match label {
            Some(Label::Name(name)) => names::name(&mut self.out, self.m.text(name)),
            Some(Label::Number(number)) => self.put_number(number as u64),
            None => self.put("<badref>"),
        }
    }

    /// Prints a block of the function.
    pub(super) fn block(&mut self, block: u32) {
        self.put("%");
        self.label(self.labels.block(block));
    }

    /// Prints `label %name`.
    pub(super) fn typed_block(&mut self, block: u32) {
        self.put("label ");
        self.block(block);
    }

    /// Prints a value with its type.
    #[inline]
    pub(super) fn typed(&mut self, value: u32) {
        self.type_of(value);
        self.put(" ");
        self.value(value);
    }

    /// Prints the type of a value.
    pub(super) fn type_of(&mut self, value: u32) {
        if value & LOCAL == 0 && value & METADATA != 0 {
            self.put("metadata");
        } else {
            self.ty(self.m.type_of(value));
        }
    }

    /// Prints a value without its type.
    #[inline]
    pub(super) fn value(&mut self, value: u32) {
        if value & LOCAL != 0 {
            return self.local(value & !LOCAL);
        }
        if value & METADATA != 0 {
            return self.metadata_operand(value & !METADATA);
        }
        let mut stack = Vec::new();
        self.constant(value, &mut stack);
        self.run(stack);
    }

    /// Prints a local. A local of another function, which occurs only in messages about modules under change, is printed by its name.
    fn local(&mut self, local: u32) {
        let stray = || Some(Label::Name(self.m.local_names.iter().find(|name| name.of == local)?.text));
        let label = self.labels.local(local).or_else(stray);
        if label.is_some() {
            self.put("%");
        }
        self.label(label);
    }

    fn run(&mut self, mut stack: Vec<Step>) {
        stack.reverse();
        while let Some(step) = stack.pop() {
            match step {
                Step::Text(text) => self.put(text),
                Step::Type(ty) => self.ty(ty),
                Step::Value(value) | Step::Typed(value) => {
                    if self.is_full() {
                        return;
                    }
                    if matches!(step, Step::Typed(_)) {
                        self.type_of(value);
                        self.put(" ");
                    }
                    let from = stack.len();
                    self.constant(value, &mut stack);
                    stack.get_mut(from..).unwrap_or(&mut []).reverse();
                }
            }
        }
    }

    /// Prints the beginning of a constant, and pushes the other steps in the order of the text.
    fn constant(&mut self, value: u32, steps: &mut Vec<Step>) {
        let m = self.m;
        let Some(c) = m.constants.get(value) else { return self.put("<badref>") };
        match c.kind {
            ConstantKind::Global => self.global_name(c.data as u32),
            ConstantKind::Null => self.put(match m.types.kind(c.ty) {
                TypeKind::Pointer => "null",
                TypeKind::Token => "none",
                _ => "zeroinitializer",
            }),
            ConstantKind::Undef => self.put("undef"),
            ConstantKind::Poison => self.put("poison"),
            ConstantKind::Integer | ConstantKind::WideInteger | ConstantKind::Float | ConstantKind::WideFloat => {
                self.number(c);
            }
            ConstantKind::Aggregate => self.aggregate(c, steps),
            ConstantKind::Data => self.data(c),
            ConstantKind::BlockAddress => self.block_address(c),
            ConstantKind::DsoLocalEquivalent => self.marked("dso_local_equivalent ", c, steps),
            ConstantKind::NoCfi => self.marked("no_cfi ", c, steps),
            ConstantKind::PtrAuth => self.ptr_auth(c, steps),
            ConstantKind::InlineAsm => self.inline_asm(c),
            ConstantKind::Gep => self.constant_gep(c, steps),
            ConstantKind::Expression => self.expression(c, steps),
        }
    }

    /// Prints the name of a global with its sigil.
    pub(super) fn global_name(&mut self, number: u32) {
        self.put("@");
        match self.m.globals.get(number as usize) {
            Some(global) if !global.name.is_empty() => names::name(&mut self.out, self.m.text(global.name)),
            _ => {
                let slot = self.slots.globals.get(&number).copied().unwrap_or(NONE);
                self.put_number(slot as u64);
            }
        }
    }

    fn number(&mut self, c: &Constant) {
        let scalar = self.m.types.scalar(c.ty);
        let is_vector = scalar != c.ty;
        if is_vector {
            self.put("splat (");
            self.ty(scalar);
            self.put(" ");
        }
        self.scalar(c, scalar);
        if is_vector {
            self.put(")");
        }
    }

    fn scalar(&mut self, c: &Constant, ty: u32) {
        let m = self.m;
        let bits = m.types.bits(ty).unwrap_or(64);
        match c.kind {
            ConstantKind::Integer => self.bits(ty, bits, c.data),
            ConstantKind::WideInteger => integers::wide(&mut self.out, m.constants.wide(c), bits, true),
            ConstantKind::Float => self.bits(ty, bits, c.data),
            _ => {
                let words = m.constants.wide(c);
                let at = |i: usize| words.get(i).copied().unwrap_or(0);
                let text = floats::float(m.types.kind(ty), at(0), at(1));
                self.put(&text);
            }
        }
    }

    /// Prints a number of up to 64 bits.
    fn bits(&mut self, ty: u32, bits: u64, number: u64) {
        match self.m.types.kind(ty) {
            TypeKind::Integer if bits == 1 => self.put(if number != 0 { "true" } else { "false" }),
            TypeKind::Integer => self.put_signed(integers::sign_extended(number, bits)),
            kind => {
                let text = floats::float(kind, number, 0);
                self.put(&text);
            }
        }
    }

    fn marked(&mut self, word: &'static str, c: &Constant, steps: &mut Vec<Step>) {
        self.put(word);
        steps.extend(self.m.constants.operands(c).iter().map(|&v| Step::Value(v)));
    }

    fn aggregate(&mut self, c: &Constant, steps: &mut Vec<Step>) {
        let m = self.m;
        let parts = m.constants.operands(c);
        let packed = m.types.get(c.ty).is_some_and(|row| row.number != 0);
        let (open, close) = match m.types.kind(c.ty) {
            TypeKind::Array => ("[", "]"),
            TypeKind::Vector | TypeKind::ScalableVector => {
                let splat = parts.first().filter(|first| parts.iter().all(|part| part == *first));
                let number = |v: u32| {
                    m.constants
                        .get(v)
                        .is_some_and(|c| (ConstantKind::Integer..=ConstantKind::WideFloat).contains(&c.kind))
                };
                if let Some(&first) = splat.filter(|&&v| number(v) && !self.rules.has(What::Splat)) {
                    steps.extend([Step::Text("splat ("), Step::Typed(first), Step::Text(")")]);
                    return;
                }
                ("<", ">")
            }
            _ if parts.is_empty() && packed => ("<{", "}>"),
            _ if parts.is_empty() => ("{", "}"),
            _ if packed => ("<{ ", " }>"),
            _ => ("{ ", " }"),
        };
        self.put(open);
        for (i, &part) in parts.iter().enumerate() {
            if i > 0 {
                steps.push(Step::Text(", "));
            }
            steps.push(Step::Typed(part));
        }
        steps.push(Step::Text(close));
    }

    fn data(&mut self, c: &Constant) {
        let m = self.m;
        let element = m.types.parts(c.ty).first().copied().unwrap_or(NONE);
        let bits = m.types.bits(element).unwrap_or(8);
        let size = element_bytes(bits);
        let bytes = m.constants.data(c, size);
        let is_array = m.types.kind(c.ty) == TypeKind::Array;
        if is_array && bits == 8 {
            self.put("c");
            return self.quoted(bytes);
        }
        let (first, rest) = bytes.split_at_checked(size).unwrap_or((&[], &[]));
        if !is_array && !self.rules.has(What::Splat) && rest.chunks_exact(size).all(|chunk| chunk == first) {
            self.put("splat (");
            self.ty(element);
            self.put(" ");
            self.bits(element, bits, element_bits(first));
            return self.put(")");
        }
        self.put(if is_array { "[" } else { "<" });
        for (i, chunk) in bytes.chunks_exact(size).enumerate() {
            if i > 0 {
                self.put(", ");
            }
            self.ty(element);
            self.put(" ");
            self.bits(element, bits, element_bits(chunk));
        }
        self.put(if is_array { "]" } else { ">" });
    }

    fn block_address(&mut self, c: &Constant) {
        let m = self.m;
        let words = m.constants.words(c);
        let (function, block) = (words.first().copied().unwrap_or(NONE), words.get(1).copied().unwrap_or(0));
        self.put("blockaddress(");
        let Some(number) = m.constants.get(function).filter(|f| f.kind == ConstantKind::Global).map(|f| f.data as u32)
        else {
            return self.put("<badref>)");
        };
        self.global_name(number);
        self.put(", %");
        if !self.others.contains_key(&number)
            && let Some(body) = m.globals.get(number as usize).and_then(|g| g.body.as_ref())
        {
            self.others.insert(number, Labels::of(m, body));
        }
        let label = self.others.get(&number).and_then(|labels| labels.block(block));
        self.label(label);
        self.put(")");
    }

    fn ptr_auth(&mut self, c: &Constant, steps: &mut Vec<Step>) {
        let m = self.m;
        let words = m.constants.words(c);
        // Trailing operands that are zero or null are omitted, except for the key.
        let zero = |v: &u32| {
            m.constants.get(*v).is_some_and(|c| match c.kind {
                ConstantKind::Integer => c.data == 0,
                kind => kind == ConstantKind::Null,
            })
        };
        let count = words.iter().rposition(|v| !zero(v)).map_or(0, |last| last + 1).max(2);
        self.put("ptrauth (");
        let order = [0, 1, 2, 3, 4];
        for &i in order.iter().take(count.min(words.len())) {
            if i > 0 {
                steps.push(Step::Text(", "));
            }
            steps.extend(words.get(i).map(|&v| Step::Typed(v)));
        }
        steps.push(Step::Text(")"));
    }

    fn inline_asm(&mut self, c: &Constant) {
        let m = self.m;
        let &[_, flags, start, count, constraints, constraint_count] = m.constants.words(c) else { return };
        self.put("asm ");
        for (bit, word) in ASM_FLAGS {
            if flags & bit != 0 {
                self.put(word);
            }
        }
        self.quoted(m.text(Text { start, count }));
        self.put(", ");
        self.quoted(m.text(Text { start: constraints, count: constraint_count }));
    }

    fn constant_gep(&mut self, c: &Constant, steps: &mut Vec<Step>) {
        let m = self.m;
        let words = m.constants.words(c);
        self.put("getelementptr");
        self.gep_flags(c.flags);
        let range = words.get(1).copied().unwrap_or(NONE);
        if let Some((&bits, bounds)) = m.constants.wide.get(range as usize..).and_then(<[u64]>::split_first) {
            let count = bits.div_ceil(64) as usize;
            let (lower, rest) = bounds.split_at_checked(count).unwrap_or((&[], &[]));
            self.put(" inrange(");
            integers::wide(&mut self.out, lower, bits, true);
            self.put(", ");
            integers::wide(&mut self.out, rest.get(..count).unwrap_or(&[]), bits, true);
            self.put(")");
        }
        steps.extend([Step::Text(" ("), Step::Type(words.first().copied().unwrap_or(NONE))]);
        for &operand in m.constants.operands(c) {
            steps.extend([Step::Text(", "), Step::Typed(operand)]);
        }
        steps.push(Step::Text(")"));
    }

    fn expression(&mut self, c: &Constant, steps: &mut Vec<Step>) {
        let m = self.m;
        let Some(opcode) = Opcode::from_number(c.sub as u64) else { return };
        self.put(opcode.word());
        if matches!(opcode, Opcode::ICmp | Opcode::FCmp) {
            let predicate = Predicate::from_number(c.flags as u64).map_or("", Predicate::word);
            steps.extend([Step::Text(" "), Step::Text(predicate)]);
        } else {
            self.flags(opcode, c.flags, c.ty);
        }
        steps.push(Step::Text(" ("));
        for (i, &operand) in m.constants.operands(c).iter().enumerate() {
            if i > 0 {
                steps.push(Step::Text(", "));
            }
            steps.push(Step::Typed(operand));
        }
        if opcode.is_cast() {
            steps.extend([Step::Text(" to "), Step::Type(c.ty)]);
        }
        steps.push(Step::Text(")"));
    }
}
