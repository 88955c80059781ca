//! Parses blocks and their instructions.

use super::Parser;
use super::locals::Key;
use crate::body::BodyWriter;
use crate::error::Result;
use crate::instruction::{Opcode, Predicate, flag};
use crate::module::{Attachment, LOCAL, NONE};
use crate::text::lex::Token;
use crate::types::TypeKind;

/// The columns of an instruction that are known when its operands have been parsed.
pub(super) struct Made {
    pub(super) opcode: Opcode,
    pub(super) sub: u8,
    pub(super) flags: u16,
    pub(super) ty: u32,
}

impl Made {
    pub(super) fn new(opcode: Opcode, ty: u32) -> Made {
        Made { opcode, sub: 0, flags: 0, ty }
    }
}

impl<'a> Parser<'a> {
    /// Parses a block: a label, and instructions up to a terminator.
    pub(super) fn basic_block(&mut self) -> Result<()> {
        self.define_block()?;
        loop {
            while self.is_mark(b'#') {
                self.debug_record()?;
            }
            if self.named_instruction()? {
                return Ok(());
            }
        }
    }

    /// Parses an instruction with its name and attachments; returns whether it is a terminator.
    #[inline(always)]
    fn named_instruction(&mut self) -> Result<bool> {
        let at = self.at;
        let key = match self.token {
            Token::Local(_) | Token::LocalNumber(_) => {
                let key = self.local_key()?;
                self.need(b'=')?;
                key
            }
            _ => Key::None,
        };
        let start = self.m.operands.len();
        let bundles = self.m.bundles.len();
        self.has_comma = false;
        let made = self.instruction()?;
        if BodyWriter::is_full(&self.m) {
            return self.fail("the function is too large");
        }
        let start = if self.m.bundles.len() > bundles { self.start_after_bundles(start) } else { start };
        let here = self.m.instructions.len() as u32;
        let result = self.draft.push(&mut self.m, made.opcode, made.sub, made.flags, made.ty, start);
        self.note_forward(made.opcode, start);
        if self.has_comma || self.eat(b',')? {
            self.attachments(here)?;
        }
        match result {
            NONE if matches!(key, Key::None) => {}
            NONE => return self.fail_at(at, "an instruction without a result has no name"),
            result => self.define_local(key, LOCAL | result, at)?,
        }
        Ok(made.opcode.is_terminator())
    }

    /// Parses `!dbg !1, !prof !2`.
    fn attachments(&mut self, to: u32) -> Result<()> {
        loop {
            if !matches!(self.token, Token::Metadata(_)) {
                return self.fail("expected an attachment");
            }
            let (kind, node) = self.attachment()?;
            if kind == 0 {
                BodyWriter::set_location(&mut self.m, to, node + 1);
            } else {
                self.m.attachments.retain_last(|a| (a.to, a.kind) != (to, kind));
                self.m.attachments.push(Attachment { to, kind, node });
            }
            if !self.eat(b',')? {
                return Ok(());
            }
        }
    }

    /// Parses an instruction from its opcode on.
    #[inline(always)]
    fn instruction(&mut self) -> Result<Made> {
        let Token::Word(word) = self.token else { return self.fail("expected an instruction") };
        let Some(&opcode) = self.opcodes.get(word) else { return self.tail_call(word) };
        self.next()?;
        use Opcode::*;
        match opcode {
            Load => self.load(),
            Store => self.store(),
            Call => self.call(0),
            GetElementPtr => self.gep(),
            Br => self.br(),
            Phi => self.phi(),
            ICmp | FCmp => self.compare(opcode),
            Select => self.select(),
            Alloca => self.alloca(),
            Ret => self.ret(),
            Switch => self.switch(),
            IndirectBr => self.indirect_br(),
            Invoke => self.invoke(),
            CallBr => self.call_br(),
            CmpXchg => self.cmpxchg(),
            AtomicRmw => self.atomic_rmw(),
            Fence => self.fence(),
            ExtractElement | InsertElement | ShuffleVector => self.vector_operation(opcode),
            ExtractValue | InsertValue => self.aggregate_operation(opcode),
            VaArg => self.va_arg(),
            LandingPad => self.landing_pad(),
            CatchPad | CleanupPad => self.pad(opcode),
            CatchSwitch => self.catch_switch(),
            CatchRet | CleanupRet => self.pad_return(opcode),
            Freeze | Resume | FNeg => self.unary(opcode),
            Unreachable => Ok(Made::new(opcode, NONE)),
            _ if opcode.is_cast() => self.cast(opcode),
            _ => self.binary(opcode),
        }
    }

    fn tail_call(&mut self, word: &[u8]) -> Result<Made> {
        let flags = match word {
            b"tail" => flag::TAIL,
            b"musttail" => flag::MUSTTAIL,
            b"notail" => flag::NOTAIL,
            _ => return self.fail(format!("there is no instruction `{}`", String::from_utf8_lossy(word))),
        };
        self.next()?;
        self.need_word("call")?;
        self.call(flags)
    }

    /// Parses any number of the words, in any order, and returns their flags.
    pub(super) fn flag_words(&mut self, words: &[(u16, &str)]) -> Result<u16> {
        let mut flags = 0;
        'words: while let Token::Word(found) = self.token {
            for (bits, word) in words {
                if word.as_bytes() == found {
                    flags |= bits;
                    self.next()?;
                    continue 'words;
                }
            }
            break;
        }
        Ok(flags)
    }

    /// Parses words in any order, each once, and returns their flags; a repeated word is left.
    pub(super) fn flags_once(&mut self, words: &[(u16, &str)]) -> Result<u16> {
        let mut flags = 0;
        while let Token::Word(found) = self.token {
            let new = words.iter().find(|(bits, word)| flags & bits == 0 && word.as_bytes() == found);
            let Some((bits, _)) = new else { break };
            flags |= bits;
            self.next()?;
        }
        Ok(flags)
    }

    /// Parses fast-math flags.
    pub(super) fn fast_math(&mut self) -> Result<u16> {
        let mut flags = 0;
        loop {
            let found = self.flag_words(&flag::FAST_MATH)?;
            flags |= found;
            if self.eat_word("fast")? {
                flags |= flag::FAST;
            } else if found == 0 {
                return Ok(flags);
            }
        }
    }

    pub(super) fn gep_flags(&mut self) -> Result<u16> {
        let both = flag::INBOUNDS | flag::NUSW;
        self.flag_words(&[(both, "inbounds"), (flag::NUSW, "nusw"), (flag::GEP_NUW, "nuw")])
    }

    /// Parses the flags that an opcode may have.
    fn flags_of(&mut self, opcode: Opcode) -> Result<u16> {
        use Opcode::*;
        match opcode {
            Add | Sub | Mul | Shl | Trunc => self.flags_once(&[(flag::NUW, "nuw"), (flag::NSW, "nsw")]),
            UDiv | SDiv | LShr | AShr => self.flags_once(&[(flag::EXACT, "exact")]),
            Or => self.flags_once(&[(flag::DISJOINT, "disjoint")]),
            ZExt | UiToFp => self.flags_once(&[(flag::NNEG, "nneg")]),
            ICmp => self.flags_once(&[(flag::SAMESIGN, "samesign")]),
            FNeg | FAdd | FSub | FMul | FDiv | FRem | FCmp | FpTrunc | FpExt | Phi | Select => self.fast_math(),
            _ => Ok(0),
        }
    }

    fn unary(&mut self, opcode: Opcode) -> Result<Made> {
        let flags = self.flags_of(opcode)?;
        let at = self.at;
        let (value, ty) = self.typed()?;
        if opcode == Opcode::FNeg {
            self.check_arithmetic(opcode, ty, at)?;
        }
        self.m.operands.push(value);
        Ok(Made { flags, ..Made::new(opcode, if opcode == Opcode::Resume { NONE } else { ty }) })
    }

    #[inline(always)]
    fn binary(&mut self, opcode: Opcode) -> Result<Made> {
        let flags = self.flags_of(opcode)?;
        let at = self.at;
        let (a, ty) = self.typed()?;
        self.check_arithmetic(opcode, ty, at)?;
        self.need(b',')?;
        let b = self.value(ty)?;
        self.m.operands.extend([a, b]);
        Ok(Made { flags, ..Made::new(opcode, ty) })
    }

    fn cast(&mut self, opcode: Opcode) -> Result<Made> {
        let flags = self.flags_of(opcode)?;
        let at = self.at;
        let (value, from) = self.typed()?;
        self.need_word("to")?;
        let ty = self.ty()?;
        self.check_cast(opcode, from, ty, at)?;
        self.m.operands.push(value);
        Ok(Made { flags, ..Made::new(opcode, ty) })
    }

    fn compare(&mut self, opcode: Opcode) -> Result<Made> {
        let flags = self.flags_of(opcode)?;
        let predicate = self.predicate(opcode)?;
        let at = self.at;
        let (a, ty) = self.typed()?;
        self.check_arithmetic(opcode, ty, at)?;
        self.need(b',')?;
        let b = self.value(ty)?;
        self.m.operands.extend([a, b]);
        let ty = self.m.types.like(ty, self.boolean);
        Ok(Made { sub: predicate as u8, flags, ..Made::new(opcode, ty) })
    }

    fn predicate(&mut self, opcode: Opcode) -> Result<Predicate> {
        let is_float = |predicate: &Predicate| *predicate <= Predicate::TrueF;
        let Token::Word(word) = self.token else { return self.fail("expected a predicate") };
        let mut all = Predicate::ALL.iter().filter(|p| is_float(p) == (opcode == Opcode::FCmp));
        let Some(&predicate) = all.find(|p| p.word().as_bytes() == word) else {
            return self.fail(format!("there is no such predicate of `{}`", opcode.word()));
        };
        self.next()?;
        Ok(predicate)
    }

    fn select(&mut self) -> Result<Made> {
        let at = self.at;
        let flags = self.flags_of(Opcode::Select)?;
        let condition_at = self.at;
        let (condition, condition_ty) = self.typed()?;
        self.need(b',')?;
        let (yes, ty) = self.typed()?;
        self.need(b',')?;
        let other_at = self.at;
        let (no, other) = self.typed()?;
        if other != ty || self.m.types.kind(ty) == TypeKind::Token {
            return self.fail_at(other_at, "the values have different types, or one that is not chosen from");
        }
        if self.m.types.scalar(condition_ty) != self.boolean {
            return self.fail_at(condition_at, "the condition is no `i1`");
        }
        self.check_fast_math(flags, ty, at)?;
        self.m.operands.extend([condition, yes, no]);
        Ok(Made { flags, ..Made::new(Opcode::Select, ty) })
    }

    fn phi(&mut self) -> Result<Made> {
        let at = self.at;
        let flags = self.flags_of(Opcode::Phi)?;
        let ty = self.ty()?;
        if !self.may_be_parameter(ty) {
            return self.fail_at(at, "no value has this type");
        }
        self.check_fast_math(flags, ty, at)?;
        if !self.is_mark(b'[') {
            return Ok(Made { flags, ..Made::new(Opcode::Phi, ty) });
        }
        loop {
            self.need(b'[')?;
            let value = self.value(ty)?;
            self.need(b',')?;
            let block = self.block()?;
            self.need(b']')?;
            self.m.operands.extend([value, block]);
            if !self.more()? {
                return Ok(Made { flags, ..Made::new(Opcode::Phi, ty) });
            }
        }
    }

    pub(super) fn check_fast_math(&self, flags: u16, ty: u32, at: usize) -> Result<()> {
        match flags & flag::FAST != 0 && !self.m.types.is_floating(ty) {
            true => self.fail_at(at, "fast-math flags are for floating point"),
            false => Ok(()),
        }
    }

    fn vector_operation(&mut self, opcode: Opcode) -> Result<Made> {
        let at = self.at;
        let (vector, ty) = self.typed()?;
        let element = self.element_of(ty, at)?;
        self.need(b',')?;
        let other_at = self.at;
        let (second, second_ty) = self.typed()?;
        if opcode == Opcode::ExtractElement {
            self.m.operands.extend([vector, second]);
            return Ok(Made::new(opcode, element));
        }
        if second_ty != if opcode == Opcode::InsertElement { element } else { ty } {
            return self.fail_at(other_at, "the operand has another type");
        }
        self.need(b',')?;
        let (third, third_ty) = self.typed()?;
        self.m.operands.extend([vector, second, third]);
        let ty = if opcode == Opcode::InsertElement { ty } else { self.m.types.like(third_ty, element) };
        Ok(Made::new(opcode, ty))
    }

    fn aggregate_operation(&mut self, opcode: Opcode) -> Result<Made> {
        let at = self.at;
        let (aggregate, ty) = self.typed()?;
        self.m.operands.push(aggregate);
        let mut inserted = NONE;
        let mut inserted_at = at;
        if opcode == Opcode::InsertValue {
            self.need(b',')?;
            inserted_at = self.at;
            let (value, value_ty) = self.typed()?;
            self.m.operands.push(value);
            inserted = value_ty;
        }
        let part = self.indices(ty, at)?;
        if inserted != NONE && inserted != part {
            return self.fail_at(inserted_at, "the value has another type than the part");
        }
        Ok(Made::new(opcode, if inserted != NONE { ty } else { part }))
    }

    /// Parses one or more indices of `extractvalue` or `insertvalue`; returns the type of the part.
    fn indices(&mut self, ty: u32, at: usize) -> Result<u32> {
        let mut part = ty;
        let mut count = 0;
        while self.more()? {
            let index: u32 = self.number()?;
            let is_vector = self.m.types.is_vector(part);
            match self.m.types.part(part, index as u64).filter(|_| !is_vector) {
                Some(inner) if self.has_part(part, index) => part = inner,
                _ => return self.fail_at(at, "the aggregate has no such part"),
            }
            self.m.operands.push(index);
            count += 1;
        }
        if count == 0 { self.fail("expected an index") } else { Ok(part) }
    }

    fn has_part(&self, ty: u32, index: u32) -> bool {
        let row = self.m.types.get(ty);
        row.is_some_and(|row| row.kind != TypeKind::Array || (index as u64) < row.number)
    }

    fn va_arg(&mut self) -> Result<Made> {
        let (list, _) = self.typed()?;
        self.need(b',')?;
        let ty = self.ty()?;
        self.m.operands.push(list);
        Ok(Made::new(Opcode::VaArg, ty))
    }

    fn landing_pad(&mut self) -> Result<Made> {
        let ty = self.ty()?;
        let flags = if self.eat_word("cleanup")? { flag::CLEANUP } else { 0 };
        while let Some(kind) = self.eat_one_of(&["catch", "filter"])? {
            let clause = self.typed_constant()?;
            self.m.operands.extend([kind as u32, clause]);
        }
        Ok(Made { flags, ..Made::new(Opcode::LandingPad, ty) })
    }
}

/// Removes the last item of a list unless a predicate keeps it.
trait RetainLast<T> {
    fn retain_last(&mut self, keep: impl Fn(&T) -> bool);
}

impl<T> RetainLast<T> for Vec<T> {
    fn retain_last(&mut self, keep: impl Fn(&T) -> bool) {
        if self.last().is_some_and(|last| !keep(last)) {
            self.pop();
        }
    }
}
