//! `--explain` of LLVM IR: a translation that records the LLVM instruction from which each SPIR-V instruction is made.
//!
//! In: a module. Out: the translation, which is the same as without records, and the requirers of its declarations,
//! with LLVM instructions and positions in the source.

use super::prepare::{self, Prepared};
use super::{Translated, translate_with};
use crate::binary::explain::{Explanation, explain_with};
use crate::binary::file::Binary;
use crate::binary::{Instruction, Words};
use crate::error::place::Place;
use crate::error::{Result, quoted};
use crate::llvm::{Module, Value};
use crate::options::Options;
use crate::state::{Origins, is_mark};
use ::spirv::Op;

/// Translates a module and explains its declarations.
pub fn explain(module: &Module<'_>, options: &Options) -> Result<(Translated, Explanation)> {
    prepare::with(module, options, explain_here)
}

fn explain_here(prepared: Prepared<'_>) -> Result<(Translated, Explanation)> {
    let byte_order = prepared.options.byte_order;
    let (mut made, origins) = translate_with(prepared, Some(Origins::default()))?;
    let marked = Words::of_any(made.binary.words())?;
    let (words, marks) = unmarked(&marked);
    let origins = origins.unwrap_or_default();
    let place = |inst: Instruction<'_>| marks.value(&inst, &origins).map(place);
    let explanation = explain_with(&Words::of(words.as_slice())?, &place)?;
    made.binary = Binary::new(words, []);
    made.binary.set_byte_order(byte_order);
    Ok((made, explanation))
}

/// The numbers of values by offset, each valid from its offset on; `None` after the end of a function.
pub struct Marks(Vec<(usize, Option<u32>)>);

impl Marks {
    fn number(&self, offset: usize) -> Option<u32> {
        let index = self.0.partition_point(|(from, _)| *from <= offset).checked_sub(1)?;
        self.0.get(index)?.1
    }

    /// Returns the value from which an instruction was made: within functions by the marks, elsewhere by the id that it
    /// defines or annotates.
    fn value<'m>(&self, inst: &Instruction<'_>, origins: &Origins<'m>) -> Option<Value<'m>> {
        let of_id = || {
            let about = inst.operands().first().copied().filter(|_| is_about_id(inst.opcode()));
            origins.of_id(inst.result_id().or(about)?)
        };
        self.number(inst.offset()).map_or_else(of_id, |number| origins.value(number))
    }
}

/// Returns whether the first operand of such an instruction is the id that it annotates.
fn is_about_id(op: Op) -> bool {
    matches!(op, Op::Decorate | Op::MemberDecorate | Op::DecorateId | Op::DecorateString | Op::MemberDecorateString)
        || matches!(op, Op::ExecutionMode | Op::ExecutionModeId)
}

/// Returns the module without its marks, and the marks.
pub fn unmarked(words: &Words<'_>) -> (Vec<u32>, Marks) {
    let first = words.instructions().next().map_or(words.words().len(), |inst| inst.offset());
    let mut out = words.words().get(..first).unwrap_or_default().to_vec();
    let mut marks = Vec::new();
    for inst in words.instructions() {
        match is_mark(inst) {
            Some(number) => marks.push((out.len(), Some(number))),
            None => out.extend_from_slice(inst.words()),
        }
        if inst.opcode() == Op::FunctionEnd {
            marks.push((out.len(), None));
        }
    }
    (out, Marks(marks))
}

/// Returns the place of a value in LLVM IR, and in the source.
fn place(value: Value<'_>) -> Place {
    let function = if value.is_function() { Some(value) } else { value.parent_function() };
    let instruction = (!value.is_function()).then(|| quoted(&value.print()));
    Place { source: value.source(), function: function.map(|f| f.name().to_owned()), instruction, ..Place::default() }
}
