//! Prints metadata: operands, nodes, named lists.

use super::{Printer, integers, names};
use crate::constants::ConstantKind;
use crate::metadata::{FLAGS, Field, FieldForm, Names, Node, NodeKind, SUBPROGRAM_FLAGS, is_valid, operator_arguments};
use crate::text::tables::CHECKSUMS;

/// The bit of a word that holds a number instead of a reference.
const RAW: u64 = 1 << 63;
const OP_CONVERT: u64 = 0x1001;
const OP_CONSTS: u64 = 0x11;

impl Printer<'_> {
    /// Prints an attachment: `, !kind !node`.
    pub(super) fn attachment(&mut self, before: &str, kind: u32, node: u32) {
        let m = self.m;
        self.put(before);
        self.put("!");
        let name = m.kinds.get(kind as usize).copied().unwrap_or_default();
        names::metadata(&mut self.out, m.text(name));
        self.put(" ");
        self.metadata_operand(node);
    }

    /// Prints metadata as an operand.
    pub(super) fn metadata_operand(&mut self, number: u32) {
        let m = self.m;
        let Some(node) = m.metadata.get(number) else { return self.put("null") };
        match node.kind {
            NodeKind::String => {
                self.put("!");
                self.quoted(m.metadata.string(node));
            }
            NodeKind::Value => {
                let value = m.metadata.words(node).get(1).copied().unwrap_or(0);
                self.typed(value as u32);
            }
            NodeKind::ArgList => {
                self.put("!DIArgList(");
                for (i, &argument) in m.metadata.words(node).iter().enumerate() {
                    self.put(if i > 0 { ", " } else { "" });
                    if m.metadata.get(argument as u32).is_some_and(|a| a.kind == NodeKind::Value) {
                        self.metadata_operand(argument as u32);
                    }
                }
                self.put(")");
            }
            NodeKind::Expression => self.expression_node(node),
            _ => match self.slots.node_of(number) {
                Some(slot) => {
                    self.put("!");
                    self.put_number(slot as u64);
                }
                None => self.put("<badref>"),
            },
        }
    }

    /// Prints a reference of a node: the number, plus one.
    fn reference(&mut self, reference: u64) {
        match reference.checked_sub(1) {
            Some(number) => self.metadata_operand(number as u32),
            None => self.put("null"),
        }
    }

    pub(super) fn named_nodes(&mut self) {
        let m = self.m;
        if !m.named_nodes.is_empty() {
            self.put("\n");
        }
        for list in &m.named_nodes {
            self.put("!");
            names::metadata(&mut self.out, m.text(list.name));
            self.put(" = !{");
            for (i, &node) in list.nodes.iter().enumerate() {
                self.put(if i > 0 { ", " } else { "" });
                self.metadata_operand(node);
            }
            self.put("}\n");
        }
    }

    /// Prints all numbered nodes.
    pub(super) fn nodes(&mut self) {
        let numbered = std::mem::take(&mut self.slots.numbered);
        if !numbered.is_empty() {
            self.put("\n");
        }
        for (i, &number) in numbered.iter().enumerate() {
            if self.is_full() {
                return;
            }
            self.put("!");
            self.put_number(i as u64);
            self.put(" = ");
            self.node(number);
            self.put("\n");
        }
    }

    fn node(&mut self, number: u32) {
        let m = self.m;
        let Some(node) = m.metadata.get(number) else { return };
        if m.metadata.is_distinct(node) {
            self.put("distinct ");
        }
        self.put("!");
        if node.kind == NodeKind::Tuple {
            self.put("{");
            for (i, reference) in m.metadata.operands(node).enumerate() {
                self.put(if i > 0 { ", " } else { "" });
                self.reference(reference);
            }
            return self.put("}");
        }
        self.put(node.kind.word());
        self.put("(");
        let start = self.out.len();
        for field in node.kind.fields() {
            self.field(node, field, start);
        }
        self.put(")");
    }

    /// Returns a word of a node; zero if the version has no such word.
    fn word(&self, node: &Node, place: u8) -> u64 {
        let word = self.m.metadata.words(node).get(place as usize).copied().unwrap_or(0);
        if place as usize >= self.rules.words(node.kind) { 0 } else { word }
    }

    fn field_name(&mut self, name: &str, start: usize) {
        if self.out.len() > start {
            self.put(", ");
        }
        self.put(name);
        self.put(": ");
    }

    fn field(&mut self, node: &Node, field: &Field, start: usize) {
        use FieldForm::*;
        let word = self.word(node, field.place);
        if field.place as usize >= self.rules.words(node.kind) {
            return;
        }
        let shown = match field.form {
            Special => return self.special(node, field, start),
            Reference | StringIfAny | Number | Signed | NumberOrNone | True | Enum(_) | Flags | WordUnlessFirst(_) => {
                word != 0
            }
            Bound | SignedBound => word != 0,
            Size => word != 0 && self.constant_of(word) != Some(0),
            String => !self.string_of(word).is_empty(),
            False => word == 0,
            Bit(bit) => word >> bit & 1 != 0,
            TagUnless(tag) => word != tag,
            NumberUnlessAll => word != u64::MAX,
            WordIfKnown(words) => words.get(word as usize).is_some(),
            _ => true,
        };
        if !shown {
            return;
        }
        self.field_name(field.name, start);
        match field.form {
            Reference | Always => self.reference(word),
            String | StringIfAny | AlwaysString => {
                let m = self.m;
                self.quoted(string(m, word));
            }
            Bound | Size => self.bound(word, field.form == Size),
            SignedBound => match self.signed_constant(word) {
                Some(number) => self.put_signed(number),
                None => self.reference(word),
            },
            Number | AlwaysNumber | NumberUnlessAll => self.put_number(word),
            Signed => self.put_signed(word as u32 as i32 as i64),
            NumberOrNone => self.put_number(word - 1),
            Bool => self.put(if word != 0 { "true" } else { "false" }),
            True | Bit(_) => self.put("true"),
            False => self.put("false"),
            Enum(names) | Tag(names) => self.named(names, word),
            TagUnless(_) => self.named(Names::Tag, word),
            Flags => self.flag_names(FLAGS, word),
            SubprogramFlags => self.flag_names(SUBPROGRAM_FLAGS, word),
            Word(words) | WordUnlessFirst(words) | WordIfKnown(words) => {
                self.put(words.get(word as usize).copied().unwrap_or(""))
            }
            Special => {}
        }
    }

    fn named(&mut self, names: Names, number: u64) {
        match self.rules.name(names, number) {
            Some(name) => self.put(name),
            None => self.put_number(number),
        }
    }

    fn flag_names(&mut self, table: &[(u64, u64, &str)], word: u64) {
        let mut rest = word;
        let mut before = "";
        for &(mask, value, name) in table {
            if rest & mask == value {
                self.put(before);
                self.put(name);
                before = " | ";
                rest &= !mask;
            }
        }
        if rest != 0 || before.is_empty() {
            self.put(before);
            self.put_number(rest);
        }
    }

    /// The string that a reference names.
    fn string_of(&self, reference: u64) -> &[u8] {
        string(self.m, reference)
    }

    /// Returns the integer constant that a reference names, or the number in its place, as a signed number.
    fn constant_of(&self, reference: u64) -> Option<i64> {
        if reference & RAW != 0 {
            return Some(((reference << 1) as i64) >> 1);
        }
        let m = self.m;
        let node = m.metadata.get(u32::try_from(reference.checked_sub(1)?).ok()?)?;
        let value = match node.kind {
            NodeKind::Value => *m.metadata.words(node).get(1)?,
            _ => return None,
        };
        let c = m.constants.get(value as u32).filter(|c| c.kind == ConstantKind::Integer)?;
        Some(integers::sign_extended(c.data, m.types.bits(c.ty)?))
    }

    fn bound(&mut self, reference: u64, unsigned: bool) {
        match self.constant_of(reference) {
            Some(number) if unsigned => self.put_number(number as u64),
            Some(number) => self.put_signed(number),
            None => self.reference(reference),
        }
    }

    /// Returns the number of an expression that is a signed constant.
    fn signed_constant(&self, reference: u64) -> Option<i64> {
        let m = self.m;
        let node = m.metadata.get(u32::try_from(reference.checked_sub(1)?).ok()?)?;
        match (node.kind, m.metadata.words(node)) {
            (NodeKind::Expression, &[_, OP_CONSTS, number]) => Some(number as i64),
            _ => None,
        }
    }

    /// Prints a field that depends on the kind of the node.
    fn special(&mut self, node: &Node, field: &Field, start: usize) {
        let m = self.m;
        let word = self.word(node, field.place);
        match node.kind {
            NodeKind::Generic => {
                if m.metadata.operands(node).nth(1).is_none() {
                    return;
                }
                self.field_name(field.name, start);
                self.put("{");
                for (i, reference) in m.metadata.operands(node).skip(1).enumerate() {
                    self.put(if i > 0 { ", " } else { "" });
                    self.reference(reference);
                }
                self.put("}");
            }
            NodeKind::Enumerator => {
                self.field_name(field.name, start);
                let words: Vec<u64> =
                    m.metadata.words(node).iter().skip(3).map(|&w| crate::bitcode::signed(w) as u64).collect();
                let bits = self.word(node, 1).clamp(1, 1 << 23);
                let unsigned = self.word(node, 0) & 2 != 0;
                let words = sign_filled(words, bits, !unsigned);
                integers::wide(&mut self.out, &words, bits, !unsigned);
            }
            NodeKind::File if word != 0 => {
                self.field_name(field.name, start);
                self.put(CHECKSUMS.get(word as usize).copied().unwrap_or(""));
                self.put(", checksum: ");
                let checksum = self.word(node, 4);
                self.quoted(string(m, checksum));
            }
            NodeKind::CompileUnit => self.language(node, word, start),
            NodeKind::Subprogram if word != 0 || self.word(node, 9) & 3 != 0 => {
                self.field_name(field.name, start);
                self.put_number(word);
            }
            NodeKind::DerivedType => self.pointer_authentication(node, start),
            NodeKind::FixedPointType => self.fixed_point(node, start),
            _ => {}
        }
    }

    /// Prints the language of a compile unit, which may have a version since LLVM 22.
    fn language(&mut self, node: &Node, word: u64, start: usize) {
        let version = self.word(node, 22);
        if word & RAW == 0 {
            self.field_name("language", start);
            return self.named(Names::Language, word);
        }
        self.field_name("sourceLanguageName", start);
        self.named(Names::LanguageName, word & !RAW);
        if version != 0 {
            self.put(", sourceLanguageVersion: ");
            self.put_number(version);
        }
    }

    /// Prints the fields of a pointer-authentication type from a packed word: key, address discrimination, discriminator, two flags.
    fn pointer_authentication(&mut self, node: &Node, start: usize) {
        const PTRAUTH_TYPE: u64 = 0x4300;
        let packed = self.word(node, 14);
        if packed == 0 || self.word(node, 1) != PTRAUTH_TYPE {
            return;
        }
        let fields = [
            ("ptrAuthKey", packed & 15, false),
            ("ptrAuthIsAddressDiscriminated", packed >> 4 & 1, true),
            ("ptrAuthExtraDiscriminator", packed >> 5 & 0xffff, false),
            ("ptrAuthIsaPointer", packed >> 21 & 1, true),
            ("ptrAuthAuthenticatesNullValues", packed >> 22 & 1, true),
        ];
        for (name, number, is_flag) in fields {
            if is_flag {
                self.field_name(name, start);
                self.put(if number != 0 { "true" } else { "false" });
            } else if number != 0 {
                self.field_name(name, start);
                self.put_number(number);
            }
        }
    }

    /// Prints the factor of a fixed-point type: a power, or a quotient.
    fn fixed_point(&mut self, node: &Node, start: usize) {
        const RATIONAL: u64 = 2;
        if self.word(node, 7) != RATIONAL {
            let factor = self.word(node, 8);
            if factor != 0 {
                self.field_name("factor", start);
                self.put_signed(factor as u32 as i32 as i64);
            }
            return;
        }
        const UNSIGNED: u64 = 0xe;
        let is_signed = self.word(node, 5) != UNSIGNED;
        let words = self.m.metadata.words(node);
        let mut at = 9;
        for name in ["numerator", "denominator"] {
            let head = words.get(at).copied().unwrap_or(0);
            let (bits, count) = (head & 0xffff_ffff, (head >> 32) as usize);
            let value = words.get(at + 1..).unwrap_or(&[]).iter().take(count);
            let value: Vec<u64> = value.map(|&w| crate::bitcode::signed(w) as u64).collect();
            at += 1 + count;
            self.field_name(name, start);
            let bits = bits.clamp(1, 1 << 16);
            let value = sign_filled(value, bits, is_signed);
            integers::wide(&mut self.out, &value, bits, is_signed);
        }
    }

    fn expression_node(&mut self, node: &Node) {
        let m = self.m;
        let words = m.metadata.words(node).get(1..).unwrap_or(&[]);
        self.put("!DIExpression(");
        let start = self.out.len();
        let valid = is_valid(words);
        let mut rest = words.iter().copied();
        while let Some(operator) = rest.next() {
            self.put(if self.out.len() > start { ", " } else { "" });
            match self.rules.name(Names::Operator, operator) {
                Some(name) if valid => self.put(name),
                _ => self.put_number(operator),
            }
            if !valid {
                continue;
            }
            for i in 0..operator_arguments(operator) {
                let argument = rest.next().unwrap_or(0);
                self.put(", ");
                if operator == OP_CONVERT && i == 1 {
                    self.named(Names::Encoding, argument);
                } else {
                    self.put_number(argument);
                }
            }
        }
        self.put(")");
    }
}

fn string(m: &crate::module::Module, reference: u64) -> &[u8] {
    let number = reference.checked_sub(1).and_then(|n| u32::try_from(n).ok());
    number.and_then(|n| m.metadata.get(n)).map_or(&[], |node| m.metadata.string(node))
}

/// Returns as many words as `bits` needs; missing words repeat the sign.
fn sign_filled(mut words: Vec<u64>, bits: u64, signed: bool) -> Vec<u64> {
    let fill = if signed && words.last().is_some_and(|last| last >> 63 != 0) { u64::MAX } else { 0 };
    words.resize(bits.div_ceil(64) as usize, fill);
    if let Some(last) = words.last_mut()
        && !bits.is_multiple_of(64)
    {
        *last &= (1 << (bits % 64)) - 1;
    }
    words
}
