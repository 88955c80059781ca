//! Prints types and identified structures.

use super::{Printer, names};
use crate::module::NONE;
use crate::types::TypeKind;

/// Texts of types that were printed: ranges of the bytes.
#[derive(Default)]
pub(super) struct Texts {
    ranges: Vec<(u32, u32)>,
    bytes: Vec<u8>,
}

/// The limit on the length of a type's text that is kept.
const LONGEST_KEPT: usize = 128;

enum Step {
    Text(&'static str),
    Type(u32),
    Number(u64),
}

impl Printer<'_> {
    /// Prints a type.
    #[inline]
    pub(super) fn ty(&mut self, ty: u32) {
        if let Some(&(start, end)) = self.type_texts.ranges.get(ty as usize)
            && end > start
        {
            let text = self.type_texts.bytes.get(start as usize..end as usize).unwrap_or(&[]);
            self.out.extend_from_slice(text);
            return;
        }
        let start = self.out.len();
        self.steps(vec![Step::Type(ty)]);
        self.keep(ty, start);
    }

    fn keep(&mut self, ty: u32, start: usize) {
        let text = self.out.get(start..).unwrap_or(&[]);
        if text.len() > LONGEST_KEPT || ty == NONE {
            return;
        }
        let texts = &mut self.type_texts;
        if texts.ranges.len() <= ty as usize {
            texts.ranges.resize(self.m.types.rows.len().max(ty as usize + 1), (0, 0));
        }
        let at = texts.bytes.len() as u32;
        texts.bytes.extend_from_slice(text);
        if let Some(range) = texts.ranges.get_mut(ty as usize) {
            *range = (at, texts.bytes.len() as u32);
        }
    }

    fn steps(&mut self, mut stack: Vec<Step>) {
        while let Some(step) = stack.pop() {
            match step {
                Step::Text(text) => self.put(text),
                Step::Number(number) => self.put_number(number),
                Step::Type(ty) => {
                    if self.is_full() {
                        return;
                    }
                    let from = stack.len();
                    self.type_steps(ty, &mut stack);
                    stack.get_mut(from..).unwrap_or(&mut []).reverse();
                }
            }
        }
    }

    /// Prints the beginning of a type, and pushes the other steps in the order of the text.
    fn type_steps(&mut self, ty: u32, steps: &mut Vec<Step>) {
        let m = self.m;
        let Some(row) = m.types.get(ty) else { return self.put("<bad type>") };
        let parts = m.types.parts(ty);
        match row.kind {
            TypeKind::Integer => {
                self.put("i");
                self.put_number(row.number);
            }
            TypeKind::Pointer => {
                self.put("ptr");
                if row.number != 0 {
                    self.put(" addrspace(");
                    self.put_number(row.number);
                    self.put(")");
                }
            }
            TypeKind::Array | TypeKind::Vector | TypeKind::ScalableVector => {
                let (open, close) = match row.kind {
                    TypeKind::Array => ("[", "]"),
                    TypeKind::Vector => ("<", ">"),
                    _ => ("<vscale x ", ">"),
                };
                let element = parts.first().copied().unwrap_or(NONE);
                steps.extend([Step::Text(open), Step::Number(row.number), Step::Text(" x "), Step::Type(element)]);
                steps.push(Step::Text(close));
            }
            TypeKind::Struct => body(row.number != 0, parts, steps),
            TypeKind::NamedStruct | TypeKind::Opaque => {
                self.put("%");
                if row.name.is_empty() {
                    let number = self.types.numbers.get(&ty).copied().unwrap_or(0);
                    self.put_number(number as u64);
                } else {
                    names::name(&mut self.out, m.text(row.name));
                }
            }
            TypeKind::Function => {
                let (result, parameters) = parts.split_first().unwrap_or((&NONE, &[]));
                steps.extend([Step::Type(*result), Step::Text(" (")]);
                list(parameters, steps);
                if row.number != 0 {
                    steps.push(Step::Text(if parameters.is_empty() { "..." } else { ", ..." }));
                }
                steps.push(Step::Text(")"));
            }
            TypeKind::Target => {
                self.put("target(");
                self.quoted(m.text(row.name));
                for (i, &part) in parts.iter().enumerate() {
                    let step = if (i as u64) < row.number { Step::Type(part) } else { Step::Number(part as u64) };
                    steps.extend([Step::Text(", "), step]);
                }
                steps.push(Step::Text(")"));
            }
            kind => self.put(kind.word()),
        }
    }

    /// Prints the definitions of identified structures, unnamed ones first.
    pub(super) fn type_identities(&mut self) {
        let found = std::mem::take(&mut self.types);
        if !found.unnamed.is_empty() || !found.named.is_empty() {
            self.put("\n");
        }
        self.types.numbers = found.numbers;
        for (i, &ty) in found.unnamed.iter().enumerate() {
            self.put("%");
            self.put_number(i as u64);
            self.identity(ty);
        }
        for &ty in &found.named {
            self.put("%");
            let name = self.m.types.get(ty).map(|row| row.name).unwrap_or_default();
            names::name(&mut self.out, self.m.text(name));
            self.identity(ty);
        }
    }

    /// Prints a type; an identified structure with its body.
    pub(super) fn type_and_parts(&mut self, ty: u32) {
        self.ty(ty);
        let kind = self.m.types.kind(ty);
        if matches!(kind, TypeKind::NamedStruct | TypeKind::Opaque) {
            self.identity(ty);
            self.out.pop();
        }
    }

    fn identity(&mut self, ty: u32) {
        self.put(" = type ");
        let Some(row) = self.m.types.get(ty) else { return };
        if row.kind == TypeKind::Opaque {
            self.put("opaque\n");
            return;
        }
        let mut steps = Vec::new();
        body(row.number != 0, self.m.types.parts(ty), &mut steps);
        steps.push(Step::Text("\n"));
        steps.reverse();
        self.steps(steps);
    }
}

fn list(types: &[u32], steps: &mut Vec<Step>) {
    for (i, &ty) in types.iter().enumerate() {
        if i > 0 {
            steps.push(Step::Text(", "));
        }
        steps.push(Step::Type(ty));
    }
}

fn body(packed: bool, parts: &[u32], steps: &mut Vec<Step>) {
    if packed {
        steps.push(Step::Text("<"));
    }
    if parts.is_empty() {
        steps.push(Step::Text("{}"));
    } else {
        steps.push(Step::Text("{ "));
        list(parts, steps);
        steps.push(Step::Text(" }"));
    }
    if packed {
        steps.push(Step::Text(">"));
    }
}
