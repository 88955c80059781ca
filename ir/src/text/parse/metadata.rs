//! Parses metadata: strings, values and nodes, without recursion: nested nodes are on a stack.

use super::Parser;
use super::fields::{NodeFrame, Step};
use crate::error::Result;
use crate::metadata::{Names, NodeKind};
use crate::module::{METADATA, NamedNode};
use crate::text::lex::Token;
use crate::types::TypeKind;

/// A node that is being parsed.
pub(super) enum Frame {
    /// A tuple: flags, then references; and whether a reference was parsed.
    Tuple {
        words: Vec<u64>,
        has_part: bool,
    },
    Node(NodeFrame),
}

/// The state after the first token of metadata.
pub(super) enum Begun {
    Whole(u32),
    Open(Frame),
}

/// The result of one step in a frame.
pub(super) enum Advance {
    Child(Frame),
    Done(NodeKind, Vec<u64>),
}

impl<'a> Parser<'a> {
    /// Parses metadata as an operand of a call or a bundle, after the word `metadata`.
    pub(super) fn metadata_value(&mut self) -> Result<u32> {
        Ok(METADATA | self.metadata()?)
    }

    /// Parses metadata of any kind; returns the number of its node.
    pub(super) fn metadata(&mut self) -> Result<u32> {
        match self.begin_metadata(true)? {
            Begun::Whole(node) => Ok(node),
            Begun::Open(frame) => {
                let (kind, words) = self.run_metadata(frame)?;
                Ok(self.intern_node(kind, &words))
            }
        }
    }

    /// Parses a node, by its number or in place.
    pub(super) fn node(&mut self) -> Result<u32> {
        let at = self.at;
        let node = self.metadata()?;
        match self.m.metadata.get(node).map(|n| n.kind) {
            Some(kind) if kind.has_fields() => Ok(node),
            _ => self.fail_at(at, "expected a node"),
        }
    }

    /// Parses metadata without parts, or the beginning of a node. Locals are allowed outside nodes only.
    pub(super) fn begin_metadata(&mut self, with_locals: bool) -> Result<Begun> {
        match self.token {
            Token::Mark(b'!') => {
                self.next()?;
                self.after_mark()
            }
            Token::Metadata(raw) => match raw.source() {
                b"DIExpression" => {
                    self.next()?;
                    let words = self.expression_words()?;
                    Ok(Begun::Whole(self.intern_node(NodeKind::Expression, &words)))
                }
                b"DIArgList" => self.argument_list().map(Begun::Whole),
                word => self.begin_node(word).map(Begun::Open),
            },
            _ => self.value_metadata(with_locals).map(Begun::Whole),
        }
    }

    /// Parses the metadata behind `!`: a text, a number, or operands in braces.
    fn after_mark(&mut self) -> Result<Begun> {
        let at = self.at;
        match self.token {
            Token::Text(raw) => {
                self.next()?;
                Ok(Begun::Whole(self.string_node(raw)))
            }
            Token::Mark(b'{') => {
                self.next()?;
                Ok(Begun::Open(Frame::Tuple { words: vec![0], has_part: false }))
            }
            _ => {
                let number = self.number()?;
                Ok(Begun::Whole(self.numbered_node(number, at)))
            }
        }
    }

    fn begin_node(&mut self, word: &[u8]) -> Result<Frame> {
        let Some(kind) = NodeKind::named(word) else { return self.fail("there is no kind of metadata of this name") };
        self.next()?;
        self.need(b'(')?;
        Ok(Frame::Node(NodeFrame::new(kind)))
    }

    /// Parses a value with its type.
    fn value_metadata(&mut self, with_locals: bool) -> Result<u32> {
        let at = self.at;
        let ty = self.ty()?;
        if self.m.types.kind(ty) == TypeKind::Metadata {
            return self.fail_at(at, "metadata of metadata");
        }
        let value = if with_locals { self.value(ty)? } else { self.constant(ty)? };
        Ok(self.value_node(ty, value))
    }

    /// Parses `!DIArgList(i32 %a, i32 %b)`.
    fn argument_list(&mut self) -> Result<u32> {
        if !self.locals.is_open {
            return self.fail("a list of arguments must be in a function");
        }
        self.next()?;
        self.need(b'(')?;
        let mut words = Vec::new();
        if !self.is_mark(b')') {
            words.push(self.value_metadata(true)? as u64);
            while self.eat(b',')? {
                words.push(self.value_metadata(true)? as u64);
            }
        }
        self.need(b')')?;
        Ok(self.m.metadata.push(NodeKind::ArgList, &words))
    }

    /// Parses a node to its end.
    pub(super) fn run_metadata(&mut self, frame: Frame) -> Result<(NodeKind, Vec<u64>)> {
        let mut stack = vec![frame];
        loop {
            let advance = match stack.last_mut() {
                Some(Frame::Tuple { words, has_part }) => self.advance_tuple(words, has_part)?,
                Some(Frame::Node(frame)) => self.advance_node(frame)?,
                None => return Ok((NodeKind::Tuple, Vec::new())),
            };
            match advance {
                Advance::Child(frame) => stack.push(frame),
                Advance::Done(kind, words) => {
                    stack.pop();
                    match stack.last_mut() {
                        None => return Ok((kind, words)),
                        Some(Frame::Node(parent)) if parent.wants_list() => parent.take_list(&words),
                        Some(Frame::Node(parent)) => parent.take(self.intern_node(kind, &words)),
                        Some(Frame::Tuple { words: parts, .. }) => {
                            parts.push(self.intern_node(kind, &words) as u64 + 1)
                        }
                    }
                }
            }
        }
    }

    fn advance_tuple(&mut self, words: &mut Vec<u64>, has_part: &mut bool) -> Result<Advance> {
        loop {
            let is_end = if *has_part { !self.eat(b',')? } else { self.is_mark(b'}') };
            if is_end {
                self.need(b'}')?;
                return Ok(Advance::Done(NodeKind::Tuple, std::mem::take(words)));
            }
            *has_part = true;
            if self.eat_word("null")? {
                words.push(0);
                continue;
            }
            match self.begin_metadata(false)? {
                Begun::Whole(node) => words.push(node as u64 + 1),
                Begun::Open(frame) => return Ok(Advance::Child(frame)),
            }
        }
    }

    fn advance_node(&mut self, frame: &mut NodeFrame) -> Result<Advance> {
        loop {
            let is_end = if frame.has_field { !self.eat(b',')? } else { self.is_mark(b')') };
            if is_end {
                let at = self.at;
                self.need(b')')?;
                let words = self.finish_node(frame, at)?;
                return Ok(Advance::Done(frame.kind, words));
            }
            frame.has_field = true;
            if let Step::Child(child) = self.field(frame)? {
                return Ok(Advance::Child(child));
            }
        }
    }

    /// Parses the operators of an expression: `(DW_OP_deref, 1)`.
    fn expression_words(&mut self) -> Result<Vec<u64>> {
        let mut words = vec![NodeKind::Expression.version()];
        self.need(b'(')?;
        if self.eat(b')')? {
            return Ok(words);
        }
        loop {
            let word = match self.token {
                Token::Word(word) => {
                    let Some(number) = Names::Operator.number(word).or_else(|| Names::Encoding.number(word)) else {
                        return self.fail("there is no such operator of an expression");
                    };
                    self.next()?;
                    number
                }
                _ => self.number()?,
            };
            words.push(word);
            if !self.eat(b',')? {
                break;
            }
        }
        self.need(b')')?;
        Ok(words)
    }

    /// Parses `!5 = distinct !{...}`, behind the `!`.
    pub(super) fn standalone_metadata(&mut self) -> Result<()> {
        self.next()?;
        let at = self.at;
        let number = self.number()?;
        self.need(b'=')?;
        let is_distinct = self.eat_word("distinct")?;
        let (kind, mut words) = self.standalone_node()?;
        self.check_distinct(kind, &words, is_distinct, at)?;
        if let Some(flags) = words.first_mut() {
            *flags |= is_distinct as u64;
        }
        self.define_node(number, at, kind, &words)
    }

    fn standalone_node(&mut self) -> Result<(NodeKind, Vec<u64>)> {
        match self.token {
            Token::Metadata(raw) if raw.source() == b"DIExpression" => {
                self.next()?;
                Ok((NodeKind::Expression, self.expression_words()?))
            }
            Token::Metadata(raw) => {
                let frame = self.begin_node(raw.source())?;
                self.run_metadata(frame)
            }
            _ => {
                self.need(b'!')?;
                self.need(b'{')?;
                self.run_metadata(Frame::Tuple { words: vec![0], has_part: false })
            }
        }
    }

    /// Rejects a uniqued node of a kind that must be distinct.
    pub(super) fn check_distinct(&self, kind: NodeKind, words: &[u64], is_distinct: bool, at: usize) -> Result<()> {
        const DEFINITION: u64 = 1 << 3;
        let must = match kind {
            NodeKind::CompileUnit | NodeKind::AssignId => true,
            NodeKind::Subprogram => words.get(9).is_some_and(|flags| flags & DEFINITION != 0),
            _ => false,
        };
        if must && !is_distinct { self.fail_at(at, "a node of this kind must be `distinct`") } else { Ok(()) }
    }

    /// Parses `!name = !{!1, !2}`.
    pub(super) fn named_metadata(&mut self) -> Result<()> {
        let Token::Metadata(raw) = self.token else { return self.fail("expected the name of a list") };
        let name = raw.text();
        self.next()?;
        self.need(b'=')?;
        self.need(b'!')?;
        self.need(b'{')?;
        let mut nodes = Vec::new();
        if !self.is_mark(b'}') {
            nodes.push(self.listed_node()?);
            while self.eat(b',')? {
                nodes.push(self.listed_node()?);
            }
        }
        self.need(b'}')?;
        let m = &mut self.m;
        let known = m.named_nodes.iter().position(|list| m.text(list.name) == &*name);
        match known.and_then(|i| m.named_nodes.get_mut(i)) {
            Some(list) => list.nodes.extend(nodes),
            None => {
                let name = m.add_text(&name);
                m.named_nodes.push(NamedNode { name, nodes });
            }
        }
        Ok(())
    }

    fn listed_node(&mut self) -> Result<u32> {
        let at = self.at;
        if matches!(self.token, Token::Metadata(raw) if raw.source() == b"DIExpression") {
            return self.metadata();
        }
        self.need(b'!')?;
        let number = self.number()?;
        Ok(self.numbered_node(number, at))
    }

    /// Parses `!kind !5`; returns the number of the kind, and the node.
    pub(super) fn attachment(&mut self) -> Result<(u32, u32)> {
        let Token::Metadata(raw) = self.token else { return self.fail("expected an attachment") };
        self.next()?;
        let m = &mut self.m;
        let kind = super::values::known_or(&mut self.kinds, raw.text(), || {
            let text = m.add_text(&raw.text());
            m.kinds.push(text);
            m.kinds.len() as u32 - 1
        });
        Ok((kind, self.node()?))
    }
}
