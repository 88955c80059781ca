//! The container of bitcode: blocks, records, abbreviations.
//!
//! Source: LLVM's `docs/BitCodeFormat.rst`. It has not changed since LLVM 2.

use super::abbreviation::{self, Abbreviation, CHAR6, Encoding, Last};
use super::bits::Bits;
use crate::error::{Error, Problem, Result};

/// The next item of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// The end of the block, which has been left.
    End,
    /// The block with this number, which the caller must enter or skip.
    Block(u32),
    /// A record with this abbreviation, which the caller must read.
    Record(u32),
}

/// The limit on nested blocks; LLVM nests four deep.
const DEEPEST: usize = 16;
/// Numbers of blocks that abbreviations are kept for: LLVM has 27.
const BLOCKS: usize = 64;
/// The block of abbreviations for other blocks.
const BLOCKINFO: u32 = 0;
const SET_BLOCK: u32 = 1;

struct Scope {
    width: u32,
    base: usize,
    block: Option<u32>,
}

/// A stream of blocks and records, at a place.
pub(crate) struct Stream<'a> {
    data: &'a [u8],
    /// The bit of the file at which the stream begins, from which positions are counted.
    origin: u64,
    bits: Bits<'a>,
    end: usize,
    /// The width in bits of abbreviation numbers in this block.
    width: u32,
    scopes: Vec<Scope>,
    pub(crate) encodings: Vec<Encoding>,
    /// The abbreviations that the open blocks define; those of the innermost block begin at `base`.
    own: Vec<Abbreviation>,
    base: usize,
    /// Abbreviations that BLOCKINFO defines, by block.
    shared: Vec<Vec<Abbreviation>>,
    block: Option<u32>,
    code: Option<u32>,
    /// The number of values that records took from literals of abbreviations, without any bits of the file.
    free: usize,
    /// The operands of the record that was read last.
    pub(crate) record: Vec<u64>,
    /// The blob of the record that was read last.
    pub(crate) blob: &'a [u8],
}

impl<'a> Stream<'a> {
    /// Creates a stream at the bit `pos` of `data`, behind the magic number; `origin` is the bit of the file where `data` begins.
    pub(crate) fn new(data: &'a [u8], origin: u64, pos: usize) -> Self {
        Stream {
            data,
            origin,
            bits: Bits::at(data, pos),
            end: data.len() * 8,
            width: 2,
            scopes: Vec::new(),
            encodings: Vec::new(),
            own: Vec::new(),
            base: 0,
            shared: vec![Vec::new(); BLOCKS],
            block: None,
            code: None,
            free: 0,
            record: Vec::with_capacity(256),
            blob: &[],
        }
    }

    /// The bit of the data at which the stream is.
    pub(crate) fn position(&self) -> usize {
        self.bits.position()
    }

    /// Returns whether the rest is too short for another block.
    pub(crate) fn at_end(&self) -> bool {
        self.position() + 32 > self.end
    }

    #[inline(always)]
    pub(crate) fn fixed(&mut self, n: u32) -> u64 {
        self.bits.fixed(n)
    }

    #[inline(always)]
    pub(crate) fn vbr(&mut self, n: u32) -> u64 {
        self.bits.vbr(n)
    }

    fn go_to(&mut self, pos: usize) {
        self.bits = Bits::at(self.data, pos);
    }

    fn align(&mut self) {
        self.go_to((self.position() + 31) & !31);
    }

    /// Returns the next end, block or record of this block; definitions of abbreviations are processed on the way.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Result<Entry> {
        loop {
            match self.fixed(self.width) as u32 {
                0 => {
                    self.leave()?;
                    return Ok(Entry::End);
                }
                1 => return Ok(Entry::Block(self.vbr(8) as u32)),
                2 => {
                    let abbreviation = abbreviation::read(self)?;
                    self.own.push(abbreviation);
                }
                abbreviation => return Ok(Entry::Record(abbreviation)),
            }
        }
    }

    /// Reads the next record of this block and returns its code, or `None` at the end; nested blocks are skipped.
    #[inline(always)]
    pub(crate) fn next_record(&mut self) -> Result<Option<u32>> {
        loop {
            match self.next()? {
                Entry::End => return Ok(None),
                Entry::Block(_) => self.skip()?,
                Entry::Record(abbreviation) => return self.read(abbreviation).map(Some),
            }
        }
    }

    fn leave(&mut self) -> Result<()> {
        self.align();
        if self.position() > self.end {
            return self.fail(Problem::Truncated);
        }
        let Some(scope) = self.scopes.pop() else { return self.malformed("an end without a block") };
        self.own.truncate(self.base);
        (self.width, self.base, self.block, self.code) = (scope.width, scope.base, scope.block, None);
        Ok(())
    }

    /// Enters the block whose number was just read.
    pub(crate) fn enter(&mut self, block: u32) -> Result<()> {
        let width = self.vbr(4);
        self.align();
        self.fixed(32);
        if self.position() > self.end {
            return self.fail(Problem::Truncated);
        }
        if !(2..=32).contains(&width) || self.scopes.len() >= DEEPEST {
            return self.malformed("the head of a block");
        }
        self.scopes.push(Scope { width: self.width, base: self.base, block: self.block });
        (self.width, self.base, self.block, self.code) = (width as u32, self.own.len(), Some(block), None);
        Ok(())
    }

    /// Steps over the block whose number was just read.
    pub(crate) fn skip(&mut self) -> Result<()> {
        self.vbr(4);
        self.align();
        let words = self.fixed(32) as usize;
        self.go_to(self.position() + words * 32);
        if self.position() > self.end { self.fail(Problem::Truncated) } else { Ok(()) }
    }

    /// Reads a BLOCKINFO block, whose number was just read.
    pub(crate) fn block_info(&mut self) -> Result<()> {
        self.enter(BLOCKINFO)?;
        let mut about = None;
        loop {
            match self.fixed(self.width) as u32 {
                0 => return self.leave(),
                1 => {
                    self.vbr(8);
                    self.skip()?;
                }
                2 => {
                    let abbreviation = abbreviation::read(self)?;
                    match about.and_then(|b: u64| self.shared.get_mut(b as usize)) {
                        Some(list) => list.push(abbreviation),
                        None => return self.malformed("an abbreviation for no block"),
                    }
                }
                abbreviation => {
                    if self.read(abbreviation)? == SET_BLOCK {
                        about = self.record.first().copied();
                    }
                }
            }
        }
    }

    fn abbreviation(&self, number: u32) -> Option<Abbreviation> {
        let i = (number as usize).checked_sub(4)?;
        let shared = self.block.and_then(|b| self.shared.get(b as usize)).map_or(&[][..], |list| list);
        match shared.get(i) {
            Some(found) => Some(*found),
            None => self.own.get(self.base + (i - shared.len())).copied(),
        }
    }

    /// Reads a record: its operands into `record`, its blob into `blob`; returns its code.
    pub(crate) fn read(&mut self, abbreviation: u32) -> Result<u32> {
        self.record.clear();
        let code = if abbreviation == 3 { self.unabbreviated()? } else { self.abbreviated(abbreviation)? };
        if self.position() > self.end {
            return self.fail(Problem::Truncated);
        }
        self.code = Some(code);
        Ok(code)
    }

    #[inline]
    fn unabbreviated(&mut self) -> Result<u32> {
        let mut bits = self.bits;
        let code = bits.vbr6() as u32;
        let count = bits.vbr6() as usize;
        if count > self.end.saturating_sub(bits.position()) / 6 {
            return self.too_large("a record");
        }
        array(&mut bits, Encoding::Variable(6), count, &mut self.record);
        self.bits = bits;
        Ok(code)
    }

    #[inline]
    fn abbreviated(&mut self, number: u32) -> Result<u32> {
        let Some(Abbreviation { start, count, literals }) = self.abbreviation(number) else {
            return self.no_such("abbreviation", number as u64);
        };
        let fields = self.encodings.get(start as usize..(start + count) as usize).unwrap_or(&[]);
        let Some((&first, fields)) = fields.split_first() else { return self.malformed("an empty abbreviation") };
        let mut bits = self.bits;
        let code = scalar(&mut bits, first) as u32;
        let (numbers, last) = abbreviation::split(fields);
        self.free += literals as usize;
        for field in numbers {
            self.record.push(scalar(&mut bits, *field));
        }
        match last {
            None => {}
            Some(Last::Array(element)) => {
                let count = bits.vbr6() as usize;
                let each = match element {
                    Encoding::Fixed(n) | Encoding::Variable(n) => n as usize,
                    _ => 6,
                };
                if count > self.end.saturating_sub(bits.position()) / each {
                    return self.too_large("an array");
                }
                array(&mut bits, element, count, &mut self.record);
            }
            Some(Last::Blob) => {
                let count = bits.vbr6() as usize;
                let at = bits.position().div_ceil(32) * 4;
                let Some(blob) = self.data.get(at..).and_then(|rest| rest.get(..count)) else {
                    return self.too_large("a blob");
                };
                self.blob = blob;
                bits = Bits::at(self.data, (at + count).div_ceil(4) * 32);
            }
        }
        self.bits = bits;
        // Records whose values mostly come from abbreviations would let a small file grow without bound.
        if self.free > self.end { self.too_large("what abbreviations stand for") } else { Ok(code) }
    }

    pub(crate) fn fail<T>(&self, problem: Problem) -> Result<T> {
        let bit = self.origin + self.position() as u64;
        Err(Box::new(Error { problem, bit, block: self.block, code: self.code, producer: None }))
    }
    #[cold]
    pub(crate) fn malformed<T>(&self, what: &'static str) -> Result<T> {
        self.fail(Problem::Malformed(what))
    }
    #[cold]
    pub(crate) fn no_such<T>(&self, what: &'static str, number: u64) -> Result<T> {
        self.fail(Problem::NoSuch(what, number))
    }
    #[cold]
    pub(crate) fn unknown<T>(&self, what: &'static str, number: u64) -> Result<T> {
        self.fail(Problem::Unknown(what, number))
    }
    #[cold]
    pub(crate) fn too_large<T>(&self, what: &'static str) -> Result<T> {
        self.fail(Problem::TooLarge(what))
    }
}

#[inline(always)]
fn scalar(bits: &mut Bits<'_>, encoding: Encoding) -> u64 {
    match encoding {
        Encoding::Fixed(n) => bits.fixed(n),
        Encoding::Variable(n) => bits.vbr(n),
        Encoding::Literal(value) => value,
        _ => char6(bits.fixed(6)),
    }
}

/// Reads elements into the record.
#[inline(always)]
fn array(bits: &mut Bits<'_>, element: Encoding, count: usize, record: &mut Vec<u64>) {
    record.reserve(count);
    // Loops, not closures, which would keep the place in memory.
    match element {
        Encoding::Variable(6) => {
            for _ in 0..count {
                record.push(bits.vbr6());
            }
        }
        element => {
            for _ in 0..count {
                record.push(scalar(bits, element));
            }
        }
    }
}

#[inline(always)]
fn char6(six: u64) -> u64 {
    CHAR6.get(six as usize).copied().unwrap_or(0) as u64
}
