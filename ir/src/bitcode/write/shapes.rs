//! The abbreviations of LLVM 22's writer, and the character sets of names.
//!
//! Source: `writeBlockInfo` and the blocks' own functions of `llvm/lib/Bitcode/Writer/BitcodeWriter.cpp`; `llvm-bcanalyzer -dump`.

use super::sink::{FIRST, Shape, Sink, TYPE};
use crate::bitcode::abbreviation::Encoding::{self, Array, Blob, Char6, Fixed, Literal, Variable};
use crate::bitcode::codes::block;

/// Abbreviations of one block.
pub(super) type Shapes = [&'static [Encoding]];

/// Abbreviations of the names of a function's locals and blocks.
pub(super) mod symbols {
    use super::*;
    pub(in super::super) static SHAPES: &Shapes = &[
        &[Fixed(3), Variable(8), Array, Fixed(8)],
        &[Literal(1), Variable(8), Array, Fixed(7)],
        &[Literal(1), Variable(8), Array, Char6],
        &[Literal(2), Variable(8), Array, Char6],
    ];
    pub(in super::super) const ANY: usize = 0;
    pub(in super::super) const LOCAL_7: usize = 1;
    pub(in super::super) const LOCAL_6: usize = 2;
    pub(in super::super) const BLOCK_6: usize = 3;
}

/// Abbreviations of constants; those of the module alone follow at the end.
pub(super) mod constants {
    use super::*;
    pub(in super::super) static SHAPES: &Shapes =
        &[&[Literal(1), TYPE], &[Literal(4), Variable(8)], &[Literal(11), Fixed(4), TYPE, Variable(8)], &[Literal(2)]];
    pub(in super::super) const SET_TYPE: usize = 0;
    pub(in super::super) const INTEGER: usize = 1;
    pub(in super::super) const CAST: usize = 2;
    pub(in super::super) const NULL: usize = 3;

    pub(in super::super) static STRINGS: &Shapes =
        &[&[Literal(8), Array, Fixed(8)], &[Literal(9), Array, Fixed(7)], &[Literal(9), Array, Char6]];
    pub(in super::super) const STRING: usize = 0;
    pub(in super::super) const C_STRING_7: usize = 1;
    pub(in super::super) const C_STRING_6: usize = 2;
}

/// Abbreviations of instructions.
pub(super) mod function {
    use super::*;
    pub(in super::super) static SHAPES: &Shapes = &[
        &LOAD_FIELDS,
        &STORE_FIELDS,
        &[Literal(56), Variable(6), Fixed(4)],
        &[Literal(56), Variable(6), Fixed(4), Fixed(8)],
        &[Literal(2), Variable(6), Variable(6), Fixed(4)],
        &[Literal(2), Variable(6), Variable(6), Fixed(4), Fixed(8)],
        &[Literal(3), Variable(6), TYPE, Fixed(4)],
        &[Literal(3), Variable(6), TYPE, Fixed(4), Fixed(8)],
        &[Literal(10)],
        &[Literal(10), Variable(6)],
        &[Literal(11), Variable(6)],
        &[Literal(11), Variable(6), Variable(6), Variable(6)],
        &[Literal(15)],
        &[Literal(43), Fixed(3), TYPE, Array, Variable(6)],
        &[Literal(28), Variable(6), Variable(6), Fixed(6)],
        &[Literal(28), Variable(6), Variable(6), Fixed(6), Fixed(8)],
        &LOCATION_FIELDS,
    ];
    pub(in super::super) const LOAD_FIELDS: [Encoding; 5] = [Literal(20), Variable(6), TYPE, Variable(4), Fixed(1)];
    pub(in super::super) const STORE_FIELDS: [Encoding; 5] =
        [Literal(44), Variable(6), Variable(6), Variable(4), Fixed(1)];
    pub(in super::super) const LOCATION_FIELDS: [Encoding; 8] =
        [Literal(35), Variable(6), Variable(8), Variable(6), Variable(6), Fixed(1), Variable(6), Variable(3)];

    pub(in super::super) const LOAD: usize = 0;
    pub(in super::super) const STORE: usize = 1;
    pub(in super::super) const UNARY: usize = 2;
    pub(in super::super) const BINARY: usize = 4;
    pub(in super::super) const CAST: usize = 6;
    pub(in super::super) const RET_VOID: usize = 8;
    pub(in super::super) const RET: usize = 9;
    pub(in super::super) const BR: usize = 10;
    pub(in super::super) const BR_IF: usize = 11;
    pub(in super::super) const UNREACHABLE: usize = 12;
    pub(in super::super) const GEP: usize = 13;
    pub(in super::super) const COMPARE: usize = 14;
    pub(in super::super) const LOCATION: usize = 16;
}

/// Abbreviations of types.
pub(super) mod types {
    use super::*;
    pub(in super::super) static SHAPES: &Shapes = &[
        &[Literal(25), Literal(0)],
        &[Literal(21), Fixed(1), Array, TYPE],
        &[Literal(18), Fixed(1), Array, TYPE],
        &[Literal(19), Array, Char6],
        &[Literal(20), Fixed(1), Array, TYPE],
        &[Literal(11), Variable(8), TYPE],
    ];
    pub(in super::super) const POINTER: usize = 0;
    pub(in super::super) const FUNCTION: usize = 1;
    pub(in super::super) const STRUCT: usize = 2;
    pub(in super::super) const NAME: usize = 3;
    pub(in super::super) const NAMED_STRUCT: usize = 4;
    pub(in super::super) const ARRAY: usize = 5;
}

/// Abbreviations of module-level metadata.
pub(super) mod metadata {
    use super::*;
    pub(in super::super) static SHAPES: &Shapes =
        &[&[Literal(35), Variable(6), Variable(6), Blob], &LOCATION_FIELDS, &[Literal(4), Array, Fixed(8)]];
    pub(in super::super) const LOCATION_FIELDS: [Encoding; 9] =
        [Literal(7), Fixed(1), Variable(6), Variable(8), Variable(6), Variable(6), Fixed(1), Variable(6), Variable(3)];

    pub(in super::super) const STRINGS: usize = 0;
    pub(in super::super) const LOCATION: usize = 1;
    pub(in super::super) const NAME: usize = 2;
}

/// Returns the `i`th abbreviation of a block.
#[inline(always)]
pub(super) fn shape(shapes: &'static Shapes, i: usize) -> Shape<'static> {
    Shape { number: FIRST + i as u32, fields: shapes.get(i).copied().unwrap_or(&[]) }
}

/// Writes the BLOCKINFO block: the abbreviations of frequent blocks.
pub(super) fn block_info(out: &mut Sink) {
    const SET_BLOCK: u32 = 1;
    out.enter(block::INFO, 2);
    let blocks =
        [(block::SYMBOLS, symbols::SHAPES), (block::CONSTANTS, constants::SHAPES), (block::FUNCTION, function::SHAPES)];
    for (number, shapes) in blocks {
        out.record(SET_BLOCK, &[number as u64]);
        shapes.iter().for_each(|fields| out.define(fields));
    }
    out.leave();
}

/// The narrowest encoding of a name's characters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Letters {
    Six,
    Seven,
    Eight,
}

/// Returns the narrowest encoding for the characters of a name.
pub(super) fn letters(name: &[u8]) -> Letters {
    let six = |c: &u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'_');
    match () {
        () if name.iter().all(six) => Letters::Six,
        () if name.is_ascii() => Letters::Seven,
        () => Letters::Eight,
    }
}
