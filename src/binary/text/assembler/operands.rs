//! A word of the text to the words of an operand, by the kind that the grammar asks for.

use super::expected::Next;
use super::fault::Fault;
use super::immediate::immediate;
use super::types::Type;
use super::{Assembler, Word, floats, numbers, shown};
use crate::binary::grammar::{self, Category, Enumerant, Info, Kind, Operand};
use crate::binary::spec_operations;
use crate::binary::text::sets::Set;
use ::spirv::Op;

/// The type of literals that the grammar calls integers.
const WORD: Type = Type::Integer { width: 32, is_signed: false };
/// The type of literals that the grammar calls floating-point numbers.
const FLOAT: Type = Type::Float { width: 32, encoding: None };

impl<'t> Assembler<'t> {
    /// Appends the words of an operand.
    pub(super) fn operand(&mut self, next: Next, word: Word<'t>) -> Result<(), Fault> {
        if word.text.starts_with(b"!") {
            self.words.push(immediate(word)?);
            self.expected.forget();
            return Ok(());
        }
        match next.kind() {
            None => self.any(word),
            Some(kind) => self.of_kind(kind, word),
        }
    }

    fn of_kind(&mut self, kind: Kind, word: Word<'t>) -> Result<(), Fault> {
        match kind {
            Kind::LiteralInteger => self.number(WORD, word),
            Kind::LiteralFloat => self.number(FLOAT, word),
            Kind::LiteralString => self.string(word),
            Kind::LiteralContextDependentNumber => self.typed_number(word),
            Kind::LiteralExtInstInteger => self.extended(word),
            Kind::LiteralSpecConstantOpInteger => self.operation(word),
            _ => match kind.info().category {
                Category::Id => self.named_id(word),
                Category::Mask => self.mask(kind, word),
                _ => self.value(kind, word),
            },
        }
    }

    /// Reads an operand that the grammar does not know: a number, a string or an id, recognised by its first character.
    fn any(&mut self, word: Word<'t>) -> Result<(), Fault> {
        self.expected.add_any();
        match word.text.first() {
            Some(b'%') => self.named_id(word),
            Some(b'"') => self.string(word),
            _ if word.text.contains(&b'.') => self.number(FLOAT, word),
            first => self.number(Type::Integer { width: 32, is_signed: first == Some(&b'-') }, word),
        }
    }

    fn named_id(&mut self, word: Word<'t>) -> Result<(), Fault> {
        let id = self.id(word)?;
        self.words.push(id);
        // The set is the operand behind type and result.
        let names_set = self.is(Op::ExtInst) || self.is(Op::ExtInstWithForwardRefsKHR);
        if names_set && self.so_far().len() == 4 {
            let set = self.types.set(id).ok_or_else(|| {
                let found = shown(word.text).into_owned();
                word.fault(format!("{found} is no extended instruction set"))
                    .hint(format!("import it: {found} = OpExtInstImport \"OpenCL.std\""))
            })?;
            self.current.set = Some(set);
        }
        Ok(())
    }

    fn number(&mut self, of_type: Type, word: Word<'t>) -> Result<(), Fault> {
        let text = std::str::from_utf8(word.text).unwrap_or_default();
        let (bits, width) = match of_type {
            Type::Integer { width, is_signed } => (numbers::integer(text, width, is_signed), width),
            Type::Float { width, encoding } => (floats::parse(text, width, encoding), width),
            Type::Other => (Err("the type has no literals".to_owned()), 32),
        };
        let bits = bits.map_err(|message| word.fault(message))?;
        self.words.push(bits as u32);
        self.words.extend((width > 32).then_some((bits >> 32) as u32));
        Ok(())
    }

    /// Reads a number of the constant's type, or of the type of the switch's selector.
    fn typed_number(&mut self, word: Word<'t>) -> Result<(), Fault> {
        let first = self.so_far().get(1).copied().unwrap_or_default();
        let (of_type, needed) = match self.is(Op::Switch) {
            true => {
                let integer = self.types.of_value(first).filter(|found| matches!(found, Type::Integer { .. }));
                (integer, "the selector must be a value of an integer type that is defined before")
            }
            false => {
                (self.types.get(first), "the type must be an integer or floating-point type that is defined before")
            }
        };
        match of_type {
            Some(of_type @ (Type::Integer { .. } | Type::Float { .. })) => self.number(of_type, word),
            _ => Err(word.fault(needed.to_owned())),
        }
    }

    fn string(&mut self, word: Word<'t>) -> Result<(), Fault> {
        let content = quoted(word)?;
        if self.is(Op::ExtInstImport) {
            self.import(content, word)?;
        }
        append_string(&mut self.words, content);
        Ok(())
    }

    fn import(&mut self, name: &'t [u8], word: Word<'t>) -> Result<(), Fault> {
        let id = self.so_far().get(1).copied().unwrap_or_default();
        let Some(set) = Set::of_name(name) else {
            let found = shown(name).into_owned();
            let fault = word.fault(format!("there is no extended instruction set {found}"));
            return Err(fault.nearest(&found, grammar::set_names()));
        };
        match self.types.import(id, set) {
            true => Ok(()),
            false => Err(word.fault("the id names another set already".to_owned())),
        }
    }

    /// Reads the name of an extended instruction, or its number if the set may have unlisted ones.
    fn extended(&mut self, word: Word<'t>) -> Result<(), Fault> {
        let set = self.current.set.unwrap_or(Set { grammar: None, is_non_semantic: false });
        let name = shown(word.text);
        let row = set.grammar.and_then(|grammar| grammar.instruction_by_name(&name));
        if set.is_non_semantic {
            // Later versions of an instruction may have more.
            self.expected.add(&[Operand::Many(Kind::IdRef)]);
        }
        if let Some(row) = row {
            self.words.push(row.number);
            self.expected.add(row.operands);
            return Ok(());
        }
        match set.is_non_semantic.then(|| numbers::decimal(word.text)).flatten() {
            Some(number) => self.words.push(number),
            None => return Err(unknown_extended(set, word)),
        }
        Ok(())
    }

    /// Reads the operation of an `OpSpecConstantOp`, without `Op`.
    fn operation(&mut self, word: Word<'t>) -> Result<(), Fault> {
        let name = shown(word.text);
        let Some(info) = spec_operation(&name) else {
            let names = spec_operations::all().map(|op| grammar::name(op).trim_start_matches("Op"));
            return Err(word.fault(format!("{name} is no operation of constants")).nearest(&name, names));
        };
        self.words.push(info.op as u32);
        self.expected.add(info.operands.get(2..).unwrap_or_default());
        Ok(())
    }

    fn value(&mut self, kind: Kind, word: Word<'t>) -> Result<(), Fault> {
        let row = enumerant(kind, word, word.text)?;
        self.words.push(row.value);
        self.expected.add(row.parameters);
        Ok(())
    }

    /// Reads mask bits separated by `|`; their parameters follow from the lowest bit on.
    fn mask(&mut self, kind: Kind, word: Word<'t>) -> Result<(), Fault> {
        let mut bits = 0;
        for name in word.text.split(|byte| *byte == b'|') {
            bits |= enumerant(kind, word, name)?.value;
        }
        self.words.push(bits);
        let rows = kind.info().enumerants.iter().rev();
        for row in rows.filter(|row| row.value.is_power_of_two() && row.value & bits != 0) {
            self.expected.add(row.parameters);
        }
        Ok(())
    }
}

fn enumerant(kind: Kind, word: Word<'_>, name: &[u8]) -> Result<&'static Enumerant, Fault> {
    let name = shown(name);
    grammar::enumerant_by_name(kind, &name).ok_or_else(|| {
        let fault = word.fault(format!("{} has no value {name}", kind.info().name));
        fault.nearest(&name, grammar::enumerant_names(kind))
    })
}

#[cold]
fn unknown_extended(set: Set, word: Word<'_>) -> Fault {
    let name = shown(word.text);
    let of_set = set.grammar.map_or("", |grammar| grammar.name);
    let names = set.grammar.map(|grammar| grammar.instructions).unwrap_or_default();
    word.fault(format!("the set {of_set} has no instruction {name}")).nearest(&name, names.iter().map(|row| row.name))
}

/// Returns the row of an opcode that is named without `Op` and allowed in `OpSpecConstantOp`.
pub(super) fn spec_operation(name: &str) -> Option<&'static Info> {
    let mut rows = spec_operations::all().filter_map(|op| grammar::info(op as u16));
    rows.find(|info| info.name.strip_prefix("Op") == Some(name))
}

/// Returns the content of a quoted string, in which `\` escapes the next character.
fn quoted(word: Word<'_>) -> Result<&[u8], Fault> {
    let content = match word.text {
        [b'"', content @ .., b'"'] => content,
        [b'"', ..] => return Err(word.fault("the string has no end: a '\"' is missing".to_owned())),
        other => {
            let found = shown(other).into_owned();
            return Err(word
                .fault(format!("{found} stands where a string should"))
                .hint(format!("write: \"{found}\"")));
        }
    };
    let escapes = content.iter().rev().take_while(|byte| **byte == b'\\').count();
    match escapes % 2 {
        0 => Ok(content),
        _ => Err(word.fault("the string has no end: its last '\"' follows a '\\'".to_owned())),
    }
}

/// Appends a string, terminated by NUL.
fn append_string(words: &mut Vec<u32>, content: &[u8]) {
    let (mut word, mut length, mut is_escaped) = (0, 0, false);
    for byte in content {
        if *byte == b'\\' && !is_escaped {
            is_escaped = true;
            continue;
        }
        is_escaped = false;
        word |= u32::from(*byte) << (8 * length);
        length += 1;
        if length == 4 {
            words.push(word);
            (word, length) = (0, 0);
        }
    }
    words.push(word);
}
