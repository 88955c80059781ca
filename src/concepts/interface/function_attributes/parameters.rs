//! Attachments with an entry for each parameter of a kernel: the location of its buffer, and whether it is aligned at run time.
//!
//! In LLVM IR: `!kernel_arg_buffer_location` (-1 if unknown) and `!kernel_arg_runtime_aligned`. In SPIR-V: decorations
//! of the parameters; run-time alignment is a `FuncParamAttr` in the published extension, and a decoration of its own
//! in Khronos mode.

use crate::binary::grammar::Kind;
use crate::binary::{self, DecorationView};
use crate::concepts::base::decorations::forward as decorate;
use crate::conventions::calling::SPIR_KERNEL;
use crate::conventions::nodes;
use crate::error::Result;
use crate::llvm::{Metadata, Value};
use crate::state::{Forward, Reverse, availability};
use llvm_spirv_metadata::{Decoration, Node};

/// The attachment, the decoration, the width of an entry, and the entry of a parameter without the decoration.
#[derive(Clone, Copy)]
struct Row {
    name: &'static str,
    decoration: u32,
    bits: u32,
    nothing: u64,
}

/// The numbers of the decoration `FuncParamAttr`, and of run-time alignment, both as its operand and as a decoration.
const FUNC_PARAM_ATTR: u32 = 38;
const RUNTIME_ALIGNED: u32 = 5940;

impl Row {
    fn decoration(self, word: u32, is_numbered: bool) -> Decoration {
        match self.decoration {
            RUNTIME_ALIGNED if !is_numbered => Decoration::ints(FUNC_PARAM_ATTR, &[RUNTIME_ALIGNED]),
            kind => Decoration::ints(kind, &[word]),
        }
    }

    /// Returns the entry for a decoration.
    fn entry(self, decoration: &DecorationView<'_>) -> Option<u64> {
        match (decoration.raw, decoration.operands.first()) {
            (raw, word) if raw == self.decoration => Some(u64::from(*word?)),
            (FUNC_PARAM_ATTR, Some(attribute))
                if *attribute == RUNTIME_ALIGNED && self.decoration == RUNTIME_ALIGNED =>
            {
                Some(1)
            }
            _ => None,
        }
    }
}

const ROWS: [Row; 2] = [
    Row { name: "kernel_arg_buffer_location", decoration: 5921, bits: 32, nothing: u32::MAX as u64 },
    Row { name: "kernel_arg_runtime_aligned", decoration: RUNTIME_ALIGNED, bits: 1, nothing: 0 },
];

// --- LLVM to SPIR-V ---

/// The decorations of the parameters that are pointers, where their extensions are allowed.
pub fn forward<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<()> {
    for row in ROWS {
        let Some(Node::List(entries)) = function.function_metadata(row.name).map(nodes::read) else { continue };
        if !availability::is_allowed(f, Kind::Decoration, row.decoration) {
            continue;
        }
        for (param, entry) in function.params().zip(entries) {
            let Node::Int { value, .. } = entry else { continue };
            let operand = f.body.values.get(&param).copied().filter(|_| param.ty().is_pointer());
            match (operand, u32::try_from(value)) {
                (Some(operand), Ok(word)) if i64::from(word.cast_signed()) >= 0 && value != row.nothing => {
                    let decoration = row.decoration(word, f.options.policy.decorates_runtime_alignment);
                    decorate::decorate(f, operand.id, &decoration)?;
                }
                _ => {}
            }
        }
    }
    Ok(())
}

// --- SPIR-V to LLVM ---

/// Returns whether an attachment of the kernel expresses the decoration of a parameter.
pub fn says(decoration: &DecorationView<'_>) -> bool {
    ROWS.iter().any(|row| row.entry(decoration).is_some())
}

/// Adds the attachments of a kernel that has such decorations on parameters.
pub fn reverse<'m>(r: &Reverse<'m>, function: binary::Function<'m>, value: Value<'m>) -> Result<()> {
    for row in ROWS.into_iter().filter(|_| value.call_conv() == SPIR_KERNEL) {
        let word = |param: &binary::Instruction<'m>| {
            r.spv.decorations(param.result_id().unwrap_or_default()).find_map(|decoration| row.entry(&decoration))
        };
        let words: Vec<_> = function.parameters.iter().map(word).collect();
        if words.iter().all(Option::is_none) {
            continue;
        }
        let entry = |word: Option<u64>| Node::Int { bits: row.bits, value: word.unwrap_or(row.nothing) };
        let list: Node<Metadata<'m>> = Node::List(words.into_iter().map(entry).collect());
        value.set_function_metadata(row.name, nodes::reverse(r, &list)?)?;
    }
    Ok(())
}
