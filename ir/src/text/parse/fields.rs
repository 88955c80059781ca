//! Parses fields of debug-information nodes by the rows of [`NodeKind::fields`], which the printer uses, too.

use super::Parser;
use super::metadata::{Begun, Frame};
use crate::error::Result;
use crate::metadata::{ALL_SUBPROGRAM_FLAGS, FLAGS, Field, FieldForm, NodeKind, SUBPROGRAM_FLAGS};
use crate::text::lex::Token;

/// A node that is being parsed.
pub(super) struct NodeFrame {
    pub(super) kind: NodeKind,
    pub(super) words: Vec<u64>,
    /// The bits of the fields that were parsed: by place in the list, and from the upper end for special fields.
    pub(super) seen: u64,
    /// The word that will refer to the node being parsed; `None` if that is a list of references.
    waiting: Option<u8>,
    pub(super) has_field: bool,
    /// The parts that are packed into words at the end, in the order of [`super::special`].
    pub(super) extra: [u64; 6],
    /// The words of an integer of any width.
    pub(super) wide: Vec<u64>,
}

/// The remaining work for a field.
pub(super) enum Step {
    Done,
    Child(Frame),
}

impl NodeFrame {
    pub(super) fn new(kind: NodeKind) -> NodeFrame {
        let mut words = kind.blank();
        if kind == NodeKind::Generic {
            // The operands of a generic node follow its header.
            words.truncate(4);
        }
        NodeFrame { kind, words, seen: 0, waiting: None, has_field: false, extra: [0; 6], wide: Vec::new() }
    }

    pub(super) fn set(&mut self, place: u8, word: u64) {
        if let Some(slot) = self.words.get_mut(place as usize) {
            *slot = word;
        }
    }

    /// Stores a parsed node in the word that refers to it.
    pub(super) fn take(&mut self, node: u32) {
        if let Some(place) = self.waiting.take() {
            self.set(place, node as u64 + 1);
        }
    }

    pub(super) fn wants_list(&self) -> bool {
        self.kind == NodeKind::Generic && self.waiting.is_none()
    }

    /// Appends a list of references, whose first word is flags.
    pub(super) fn take_list(&mut self, list: &[u64]) {
        self.words.extend(list.iter().skip(1));
    }

    pub(super) fn wait_for(&mut self, place: u8) {
        self.waiting = Some(place);
    }
}

impl Parser<'_> {
    /// Parses a field: its name, a colon, and its value.
    pub(super) fn field(&mut self, frame: &mut NodeFrame) -> Result<Step> {
        let Token::Label(raw) = self.token else { return self.fail("expected the name of a field") };
        let name = raw.source();
        let place = frame.kind.fields().iter().position(|field| field.name.as_bytes() == name);
        let Some((i, field)) = place.and_then(|i| Some((i, frame.kind.fields().get(i)?))) else {
            return self.special_field(frame, name);
        };
        if field.form == FieldForm::Special {
            return self.special_field(frame, name);
        }
        self.mark_seen(frame, i)?;
        self.next()?;
        self.field_value(frame, field)
    }

    /// Marks a field as parsed, and rejects it if it was parsed before.
    pub(super) fn mark_seen(&self, frame: &mut NodeFrame, i: usize) -> Result<()> {
        if frame.seen >> i & 1 != 0 {
            return self.fail("the field is there twice");
        }
        frame.seen |= 1 << i;
        Ok(())
    }

    fn field_value(&mut self, frame: &mut NodeFrame, field: &Field) -> Result<Step> {
        use FieldForm::*;
        let word = match field.form {
            Reference | Always => return self.reference_field(frame, field),
            Bound | Size | SignedBound => return self.bound_field(frame, field),
            String | AlwaysString => self.string_field(frame, field)?,
            StringIfAny => {
                let raw = self.raw_text()?;
                self.string_node(raw) as u64 + 1
            }
            Number | AlwaysNumber => self.limited_number(frame.kind, field.name)?,
            NumberUnlessAll => self.number()?,
            NumberOrNone => self.number::<u32>()? as u64 + 1,
            Signed => {
                let at = self.at;
                match self.signed_number()? {
                    number if i32::try_from(number).is_ok() => number as u64,
                    _ => return self.fail_at(at, "the integer does not fit here"),
                }
            }
            Bool | True | False => self.boolean_word()?,
            Bit(bit) => {
                let flags = frame.words.first().copied().unwrap_or(0);
                let flags = flags & !(1 << bit) | self.boolean_word()? << bit;
                frame.set(0, flags);
                return Ok(Step::Done);
            }
            Enum(names) | Tag(names) => self.name_or_number(names)?,
            TagUnless(_) => self.name_or_number(crate::metadata::Names::Tag)?,
            Flags => self.flag_list(FLAGS)?,
            SubprogramFlags => self.flag_list(SUBPROGRAM_FLAGS)? & ALL_SUBPROGRAM_FLAGS,
            Word(words) | WordUnlessFirst(words) | WordIfKnown(words) => self.word_or_number(words)?,
            Special => 0,
        };
        frame.set(field.place, word);
        Ok(Step::Done)
    }

    /// Parses a number that must fit the width of LLVM's field.
    fn limited_number(&mut self, kind: NodeKind, name: &str) -> Result<u64> {
        let at = self.at;
        let number = self.number()?;
        let most = match name {
            "column" | "arg" => u16::MAX as u64,
            "atomRank" => u8::MAX as u64,
            "atomGroup" | "dwoId" => u64::MAX,
            _ if kind == NodeKind::Location && name == "line" => u32::MAX as u64,
            _ => u32::MAX as u64,
        };
        if number <= most { Ok(number) } else { self.fail_at(at, format!("the most is {most}")) }
    }

    pub(super) fn boolean_word(&mut self) -> Result<u64> {
        match self.eat_one_of(&["false", "true"])? {
            Some(number) => Ok(number as u64),
            None => self.fail("expected `true` or `false`"),
        }
    }

    /// Parses a text as a reference to a string; an empty text is a null reference.
    pub(super) fn string_word(&mut self) -> Result<u64> {
        let raw = self.raw_text()?;
        if raw.source().is_empty() { Ok(0) } else { Ok(self.string_node(raw) as u64 + 1) }
    }

    fn string_field(&mut self, frame: &NodeFrame, field: &Field) -> Result<u64> {
        let at = self.at;
        let word = self.string_word()?;
        if word == 0 && frame.kind == NodeKind::GlobalVariable && field.name == "name" {
            return self.fail_at(at, "the name may not be empty");
        }
        Ok(word)
    }

    /// Parses a reference, possibly to a node in place.
    fn reference_field(&mut self, frame: &mut NodeFrame, field: &Field) -> Result<Step> {
        let at = self.at;
        if self.eat_word("null")? {
            return match NodeKind::needs(frame.kind, field.name) {
                true => self.fail_at(at, format!("`{}` may not be `null`", field.name)),
                false => Ok(Step::Done),
            };
        }
        // Bounds of this kind are shown as their constants, and parsed as numbers, too.
        if frame.kind == NodeKind::SubrangeType && matches!(self.token, Token::Integer(_)) {
            let number = self.signed_number()?;
            let word = self.number_reference(number as u64);
            frame.set(field.place, word);
            return Ok(Step::Done);
        }
        self.child_field(frame, field.place)
    }

    fn child_field(&mut self, frame: &mut NodeFrame, place: u8) -> Result<Step> {
        match self.begin_metadata(false)? {
            Begun::Whole(node) => {
                frame.set(place, node as u64 + 1);
                Ok(Step::Done)
            }
            Begun::Open(child) => {
                frame.wait_for(place);
                Ok(Step::Child(child))
            }
        }
    }

    /// Returns a reference to a 64-bit constant.
    fn number_reference(&mut self, number: u64) -> u64 {
        let ty = self.m.types.simple(crate::types::TypeKind::Integer, 64);
        let value = self.m.integer(ty, &[number]).unwrap_or(0);
        self.value_node(ty, value) as u64 + 1
    }

    /// Parses a bound: a number, or a reference.
    fn bound_field(&mut self, frame: &mut NodeFrame, field: &Field) -> Result<Step> {
        const OP_CONSTS: u64 = 0x11;
        if self.is_word("null") && frame.kind == NodeKind::Subrange && field.name == "count" {
            return self.fail("`count` may not be `null`");
        }
        if self.eat_word("null")? {
            return Ok(Step::Done);
        }
        if !matches!(self.token, Token::Integer(_)) {
            return self.child_field(frame, field.place);
        }
        let number = match field.form {
            FieldForm::Size => self.number()?,
            _ => self.signed_number()? as u64,
        };
        let word = if field.form == FieldForm::SignedBound {
            self.intern_node(NodeKind::Expression, &[NodeKind::Expression.version(), OP_CONSTS, number]) as u64 + 1
        } else {
            self.number_reference(number)
        };
        frame.set(field.place, word);
        Ok(Step::Done)
    }
}
