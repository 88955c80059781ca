//! Parses constants with parts, without recursion: nested constants are on a stack.

use super::Parser;
use crate::constants::ConstantKind;
use crate::error::Result;
use crate::instruction::Opcode;
use crate::module::NONE;
use crate::text::lex::Token;
use crate::types::TypeKind;

/// The kind of a constant whose parts are being read.
#[derive(Clone, Copy)]
pub(super) enum Build {
    Array,
    Vector,
    Struct { is_packed: bool },
    Splat,
    PtrAuth,
    Expression { opcode: Opcode, flags: u16 },
    Gep { source: u32, flags: u16, range: u32 },
}

/// A constant whose parts are being parsed.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) build: Build,
    /// The required type; NONE for any.
    pub(super) ty: u32,
    /// The index of its first part in the pool.
    pub(super) from: usize,
    pub(super) at: usize,
}

enum Begun {
    Whole(u32),
    Open(Frame),
}

/// Operators of constant expressions that LLVM 15 to 21 removed.
const GONE: [Opcode; 33] = {
    use Opcode::*;
    [
        ExtractValue,
        InsertValue,
        UDiv,
        SDiv,
        URem,
        SRem,
        FAdd,
        FSub,
        FMul,
        FDiv,
        FRem,
        And,
        Or,
        LShr,
        AShr,
        Shl,
        Mul,
        FNeg,
        Select,
        ZExt,
        SExt,
        FpTrunc,
        FpExt,
        UiToFp,
        SiToFp,
        FpToUi,
        FpToSi,
        ICmp,
        FCmp,
        Freeze,
        Load,
        Phi,
        Call,
    ]
};

impl Parser<'_> {
    /// Parses a constant of type `ty`, or of any type for NONE.
    pub(super) fn constant(&mut self, ty: u32) -> Result<u32> {
        let from = self.pool.len();
        let mut frames: Vec<Frame> = Vec::new();
        let mut want = ty;
        loop {
            let mut value = match self.begin(want)? {
                Begun::Whole(value) => value,
                Begun::Open(frame) if self.is_end_of(&frame) => self.finish_constant(&frame)?,
                Begun::Open(frame) => {
                    frames.push(frame);
                    want = self.ty()?;
                    continue;
                }
            };
            loop {
                let Some(&frame) = frames.last() else {
                    self.pool.truncate(from);
                    return Ok(value);
                };
                self.pool.push(value);
                if !matches!(frame.build, Build::Splat) && self.eat(b',')? {
                    want = self.ty()?;
                    break;
                }
                value = self.finish_constant(&frame)?;
                frames.pop();
            }
        }
    }

    /// Parses a constant without parts, or the beginning of one with parts.
    #[inline(always)]
    fn begin(&mut self, ty: u32) -> Result<Begun> {
        let at = self.at;
        let from = self.pool.len();
        let open = |build| Ok(Begun::Open(Frame { build, ty, from, at }));
        match self.token {
            Token::Global(_) | Token::GlobalNumber(_) => self.global(ty).map(Begun::Whole),
            Token::Integer(_) | Token::HexInteger(_) => self.integer_constant(ty).map(Begun::Whole),
            Token::Decimal(_) | Token::Hex(..) => self.float_constant(ty).map(Begun::Whole),
            Token::Word(word) => self.begin_word(word, ty),
            Token::Mark(b'[') => {
                self.next()?;
                open(Build::Array)
            }
            Token::Mark(b'{') => {
                self.next()?;
                open(Build::Struct { is_packed: false })
            }
            Token::Mark(b'<') => {
                self.next()?;
                let is_packed = self.eat(b'{')?;
                open(if is_packed { Build::Struct { is_packed } } else { Build::Vector })
            }
            Token::Local(_) | Token::LocalNumber(_) => self.fail("a value of a function may not be here"),
            _ => self.fail("expected a value"),
        }
    }

    fn integer_constant(&mut self, ty: u32) -> Result<u32> {
        let bits = match self.m.types.get(ty) {
            Some(row) if row.kind == TypeKind::Integer => row.number,
            _ => return self.fail("an integer must have the type of one"),
        };
        let value = match self.token {
            Token::Integer(digits @ [b'0'..=b'9', ..]) if digits.len() < 19 => {
                self.m.integer(ty, &[crate::text::lex::number(digits).unwrap_or(0)])
            }
            _ => {
                let words = self.integer_words(bits)?;
                self.m.integer(ty, &words)
            }
        };
        let Some(value) = value else { return self.fail("an integer must have the type of one") };
        self.next()?;
        Ok(value)
    }

    fn begin_word(&mut self, word: &[u8], ty: u32) -> Result<Begun> {
        if let Some(value) = self.word_constant(word, ty)? {
            return Ok(Begun::Whole(value));
        }
        let at = self.at;
        let value = match word {
            b"c" => self.characters()?,
            b"blockaddress" => self.block_address(ty)?,
            b"dso_local_equivalent" => self.marked_global(ConstantKind::DsoLocalEquivalent, ty)?,
            b"no_cfi" => self.marked_global(ConstantKind::NoCfi, ty)?,
            b"asm" => return self.fail("assembly can only be called"),
            _ => return self.begin_expression(word, ty),
        };
        self.check_type(value, ty, at)?;
        Ok(Begun::Whole(value))
    }

    fn begin_expression(&mut self, word: &[u8], ty: u32) -> Result<Begun> {
        let at = self.at;
        let build = match word {
            b"splat" => Build::Splat,
            b"ptrauth" => Build::PtrAuth,
            _ => match self.opcodes.get(word) {
                Some(&opcode) if !GONE.contains(&opcode) => Build::Expression { opcode, flags: 0 },
                Some(_) => {
                    let word = String::from_utf8_lossy(word);
                    return self.fail(format!("constants with `{word}` are gone since LLVM 15 to 21"));
                }
                None => return self.fail("expected a value"),
            },
        };
        self.next()?;
        let build = match build {
            Build::Expression { opcode: Opcode::GetElementPtr, .. } => self.begin_gep()?,
            Build::Expression { opcode, .. } => {
                let flags = self.constant_flags(opcode)?;
                self.need(b'(')?;
                Build::Expression { opcode, flags }
            }
            build => {
                self.need(b'(')?;
                build
            }
        };
        Ok(Begun::Open(Frame { build, ty, from: self.pool.len(), at }))
    }

    /// Returns whether the token ends the aggregate, which then has no parts.
    fn is_end_of(&self, frame: &Frame) -> bool {
        match frame.build {
            Build::Array => self.is_mark(b']'),
            Build::Vector => self.is_mark(b'>'),
            Build::Struct { .. } => self.is_mark(b'}'),
            _ => false,
        }
    }

    /// Finishes a constant whose parts were parsed.
    fn finish_constant(&mut self, frame: &Frame) -> Result<u32> {
        let value = match frame.build {
            Build::Array => {
                self.need(b']')?;
                self.finish_sequence(frame)?
            }
            Build::Vector => {
                self.need(b'>')?;
                self.finish_sequence(frame)?
            }
            Build::Struct { is_packed } => {
                self.need(b'}')?;
                if is_packed {
                    self.need(b'>')?;
                }
                self.finish_struct(frame, is_packed)?
            }
            Build::Splat => {
                self.need(b')')?;
                self.finish_splat(frame)?
            }
            Build::PtrAuth => self.finish_ptr_auth(frame)?,
            Build::Expression { opcode, flags } => self.finish_expression(frame, opcode, flags)?,
            Build::Gep { source, flags, range } => self.finish_gep(frame, source, flags, range)?,
        };
        self.pool.truncate(frame.from);
        self.check_type(value, frame.ty, frame.at)?;
        Ok(value)
    }

    pub(super) fn check_type(&self, value: u32, ty: u32, at: usize) -> Result<()> {
        if ty == NONE || self.m.type_of(value) == ty {
            return Ok(());
        }
        self.fail_at(at, "the constant has another type")
    }

    pub(super) fn parts(&self, frame: &Frame) -> &[u32] {
        self.pool.get(frame.from..).unwrap_or(&[])
    }

    fn finish_sequence(&mut self, frame: &Frame) -> Result<u32> {
        let parts = self.parts(frame).to_vec();
        let Some(&first) = parts.first() else {
            let is_empty = self.m.types.get(frame.ty).is_some_and(|r| r.kind == TypeKind::Array && r.number == 0);
            if matches!(frame.build, Build::Array) && is_empty {
                return Ok(self.m.simple_constant(ConstantKind::Poison, frame.ty));
            }
            return self.fail_at(frame.at, "a constant without elements must have the type of an array without any");
        };
        let element = self.m.type_of(first);
        if parts.iter().any(|&part| self.m.type_of(part) != element) {
            return self.fail_at(frame.at, "the elements have different types");
        }
        let is_array = matches!(frame.build, Build::Array);
        let kind = if is_array { TypeKind::Array } else { TypeKind::Vector };
        let scalar = matches!(self.m.types.kind(element), TypeKind::Integer | TypeKind::Pointer);
        if !is_array && !scalar && (!self.m.types.is_float(element) || self.m.types.is_vector(element)) {
            return self.fail_at(frame.at, "the elements of a vector are integers, floating point or pointers");
        }
        let ty = self.m.types.composed(kind, parts.len() as u64, &[element]);
        Ok(self.m.aggregate(ty, &parts))
    }

    fn finish_struct(&mut self, frame: &Frame, is_packed: bool) -> Result<u32> {
        let parts = self.parts(frame).to_vec();
        let types: Vec<u32> = parts.iter().map(|&part| self.m.type_of(part)).collect();
        let ty = match self.m.types.get(frame.ty) {
            None => self.m.types.composed(TypeKind::Struct, is_packed as u64, &types),
            Some(row) if matches!(row.kind, TypeKind::Struct | TypeKind::NamedStruct) => {
                if row.number != is_packed as u64 {
                    return self.fail_at(frame.at, "one of the constant and its type is packed");
                }
                frame.ty
            }
            Some(_) => return self.fail_at(frame.at, "the constant has another type"),
        };
        if self.m.types.parts(ty) != types {
            return self.fail_at(frame.at, "the parts of the constant do not have the types of the structure's");
        }
        Ok(self.m.aggregate(ty, &parts))
    }
}
