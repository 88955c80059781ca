//! Parses assembly into a module: the grammar of LLVM 22, which covers the output of LLVM 15 and later.
//!
//! Source: `llvm/lib/AsmParser/LLParser.cpp`. A reference to an entity that is defined later gets a number at once, and is checked or
//! patched at the definition.

mod attributes;
mod bundles;
mod calls;
mod comdats;
mod constants;
mod debug;
mod expressions;
mod fields;
mod finish;
mod floats;
mod forms;
mod functions;
mod globals;
mod header;
mod implied;
mod instructions;
mod integers;
mod intern;
mod join;
mod locals;
mod memory;
mod metadata;
mod operands;
mod orders;
mod pads;
mod ranges;
mod scan;
mod special;
mod terminators;
mod types;
mod values;

use std::borrow::Cow;
use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::lex::{Lexer, Token};
use crate::attributes::AttributeKind;
use crate::body::BodyWriter;
use crate::error::{Error, Problem, Result, Syntax};
use crate::instruction::Opcode;
use crate::layout::{DataLayout, Sizes};
use crate::module::{Module, NONE, Text};
use crate::text::tables::CONVENTIONS;
use crate::types::TypeKind;

/// The size in bytes of the largest text that is parsed: up to it, numbers of values and words fit into 30 bits.
const LARGEST: usize = 1 << 28;

type Map<K, V> = HashMap<K, V, FxBuildHasher>;
/// Items by their name in the text.
type Named<'a, V> = Map<Cow<'a, [u8]>, V>;

/// An entity that is named or numbered, and the place of its first mention.
#[derive(Clone, Copy)]
struct Mention {
    /// The number of the entity in the module.
    number: u32,
    at: usize,
    is_defined: bool,
}

/// The state of the parser.
struct Parser<'a> {
    text: &'a [u8],
    lexer: Lexer<'a>,
    token: Token<'a>,
    /// The place of the current token.
    at: usize,
    m: Module,
    opcodes: Map<&'static [u8], Opcode>,
    attribute_kinds: Map<&'static [u8], AttributeKind>,
    /// Types that are written as one word.
    simple_types: Map<&'static [u8], u32>,
    /// Integer types by width, as far as they were used.
    integer_types: [u32; 129],
    conventions: Map<&'static [u8], u32>,
    texts: Named<'a, Text>,
    type_names: Named<'a, Mention>,
    type_numbers: Map<u32, Mention>,
    globals: globals::Globals<'a>,
    comdats: Named<'a, Mention>,
    kinds: Named<'a, u32>,
    bundle_tags: Named<'a, u32>,
    sync_scopes: Named<'a, u32>,
    groups: attributes::Groups,
    metadata: intern::Interner<'a>,
    blocks: values::BlockReferences<'a>,
    locals: locals::Locals<'a>,
    draft: BodyWriter,
    /// The operands of constants that are being parsed.
    pool: Vec<u32>,
    /// The parts of types that are being parsed.
    type_pool: Vec<u32>,
    /// True after a comma that is followed by attachments.
    has_comma: bool,
    /// True if debug records were parsed, and if calls of debug intrinsics were.
    debug_forms: [bool; 2],
    boolean: u32,
    label: u32,
    pointer: u32,
    program_space: u32,
    layout: DataLayout,
    sizes: Sizes,
}

/// Parses a text of assembly.
///
/// # Errors
///
/// A syntax error, with its line and column and the text of that line.
pub fn parse(text: &[u8]) -> Result<Module> {
    if text.len() > LARGEST {
        let problem = Problem::TooLarge("the file (256 MB are the most)");
        return Err(Box::new(Error { problem, bit: 0, block: None, code: None, producer: None }));
    }
    let mut parser = Parser::new(text);
    parser.next()?;
    parser.target()?;
    parser.entities()?;
    parser.finish()?;
    let count = parser.m.globals.len();
    crate::upgrade::module(&mut parser.m);
    crate::upgrade::by_function(&mut parser.m, count);
    Ok(parser.m)
}

impl<'a> Parser<'a> {
    fn new(text: &'a [u8]) -> Parser<'a> {
        let mut m = Module::with_fixed_names(text.len());
        let simple = TypeKind::ALL.iter().filter(|kind| **kind <= TypeKind::Token);
        let scopes = [(Cow::Borrowed(&b"singlethread"[..]), 0), (Cow::Borrowed(&b""[..]), 1)];
        Parser {
            text,
            lexer: Lexer::new(text),
            token: Token::End,
            at: 0,
            boolean: m.types.simple(TypeKind::Integer, 1),
            label: m.types.simple(TypeKind::Label, 0),
            opcodes: Opcode::ALL.iter().map(|o| (o.word().as_bytes(), *o)).collect(),
            attribute_kinds: AttributeKind::all().map(|kind| (kind.name().as_bytes(), kind)).collect(),
            simple_types: simple.map(|kind| (kind.word().as_bytes(), m.types.simple(*kind, 0))).collect(),
            integer_types: [NONE; 129],
            conventions: CONVENTIONS.iter().map(|row| (row.1.trim_end().as_bytes(), row.0)).collect(),
            pointer: m.types.simple(TypeKind::Pointer, 0),
            m,
            texts: Map::default(),
            type_names: Map::default(),
            type_numbers: Map::default(),
            globals: globals::Globals::default(),
            comdats: Map::default(),
            kinds: (0..).zip(crate::metadata::KINDS).map(|(i, name)| (Cow::Borrowed(name.as_bytes()), i)).collect(),
            bundle_tags: Map::default(),
            sync_scopes: scopes.into_iter().collect(),
            groups: attributes::Groups::default(),
            metadata: intern::Interner::default(),
            blocks: values::BlockReferences::default(),
            locals: locals::Locals::default(),
            draft: BodyWriter::default(),
            pool: Vec::new(),
            type_pool: Vec::new(),
            has_comma: false,
            debug_forms: [false; 2],
            program_space: 0,
            layout: DataLayout::default(),
            sizes: Sizes::default(),
        }
    }

    /// An error at a place.
    #[cold]
    fn fail_at<T>(&self, at: usize, message: impl Into<String>) -> Result<T> {
        let problem = Problem::Syntax(Box::new(Syntax::at(self.text, at, message.into())));
        Err(Box::new(Error { problem, bit: at as u64 * 8, block: None, code: None, producer: None }))
    }

    /// Returns an error at the current token.
    #[cold]
    fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        self.fail_at(self.at, message)
    }
}
