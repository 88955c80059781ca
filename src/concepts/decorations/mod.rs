//! Decorations of instructions (SPIR-V 3.20 "Decoration").
//!
//! In LLVM IR: fast-math flags (`FPFastMathMode`), `nsw` and `nuw` (`NoSignedWrap`, `NoUnsignedWrap`).
//! `reassoc`, `contract` and `afn` have no bit of their own in core SPIR-V: alone they are lost; all flags together are
//! `Fast`. What no attribute, flag or alignment says is metadata: `!spirv.Decorations` and `!spirv.ParameterDecorations`
//! ([`forward`], [`reverse`]); annotations of front ends are decorations too ([`annotations`]).

pub mod annotations;
pub mod forward;
pub mod registers;
pub mod numbers;
pub mod peer;
pub mod reverse;

use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::options::Version;
use crate::spirv::Instruction;
use crate::spirv::builder::Id;
use crate::spirv::grammar::{self, Kind};
use crate::state::{Forward, Reverse};
use ::spirv::{Decoration, FPFastMathMode};

/// LLVM's bits of fast-math flags and SPIR-V's.
pub const FAST_MATH: &[(u32, FPFastMathMode)] = &[
    (2, FPFastMathMode::NOT_NAN),
    (4, FPFastMathMode::NOT_INF),
    (8, FPFastMathMode::NSZ),
    (16, FPFastMathMode::ALLOW_RECIP),
];

/// All of LLVM's fast-math flags.
pub const ALL_FAST_MATH: u32 = 127;

/// The extension that has the wrap decorations before SPIR-V 1.4.
const WRAP_EXTENSION: &str = "SPV_KHR_no_integer_wrap_decoration";

// --- LLVM to SPIR-V ---

/// Declares what an enumerant needs, where nothing that enables it is declared.
pub fn require_enabling(f: &mut Forward<'_>, kind: Kind, value: u32) {
    for enabling in grammar::operand_capabilities(kind, value) {
        if !enabling.iter().any(|capability| f.spv.has(*capability)) {
            enabling.first().into_iter().for_each(|capability| f.spv.require(*capability));
        }
    }
}

/// The flags of an arithmetic instruction.
pub fn arithmetic_flags<'m>(f: &mut Forward<'m>, inst: Value<'m>, id: Id) -> Result<()> {
    use Opcode as O;
    match inst.opcode() {
        Some(O::LLVMFAdd | O::LLVMFSub | O::LLVMFMul | O::LLVMFDiv | O::LLVMFRem) => fast_math(f, inst, id),
        Some(O::LLVMAdd | O::LLVMSub | O::LLVMMul | O::LLVMShl) => wrap(f, inst, id),
        _ => Ok(()),
    }
}

fn fast_math<'m>(f: &mut Forward<'m>, inst: Value<'m>, id: Id) -> Result<()> {
    let flags = inst.fast_math();
    let mut mode = FPFastMathMode::NONE;
    for (bit, spirv) in FAST_MATH {
        mode.set(*spirv, flags & bit != 0);
    }
    if flags == ALL_FAST_MATH {
        // It stands for the others; the Khronos translator leaves them out.
        mode = if f.options.compatibility.strict { FPFastMathMode::FAST } else { mode | FPFastMathMode::FAST };
    }
    if mode.is_empty() {
        return Ok(());
    }
    f.spv.decorate(id, Decoration::FPFastMathMode, &[mode.bits()])
}

fn wrap<'m>(f: &mut Forward<'m>, inst: Value<'m>, id: Id) -> Result<()> {
    let (signed, unsigned) = (inst.nsw(), inst.nuw());
    if !signed && !unsigned {
        return Ok(());
    }
    const IN_CORE: Version = Version::new(1, 4);
    if f.options.compatibility.strict && f.options.max_version >= IN_CORE {
        f.spv.require_version(IN_CORE);
    }
    let in_core = f.spv.version() >= IN_CORE;
    if !in_core && !f.options.extensions.allow(WRAP_EXTENSION) {
        return Ok(());
    }
    if !in_core {
        f.spv.require_extension(WRAP_EXTENSION);
    }
    if signed {
        f.spv.decorate(id, Decoration::NoSignedWrap, &[])?;
    }
    if unsigned {
        f.spv.decorate(id, Decoration::NoUnsignedWrap, &[])?;
    }
    Ok(())
}

// --- SPIR-V to LLVM ---

/// Sets the flags that the decorations of an arithmetic instruction say.
pub fn reverse_flags<'m>(r: &Reverse<'m>, inst: Instruction<'m>, value: Value<'m>) -> Result<()> {
    for decoration in r.spv.decorations(inst.result_id().unwrap_or_default()) {
        match decoration.kind {
            Some(Decoration::NoSignedWrap) if can_wrap(value) => value.set_nsw(true)?,
            Some(Decoration::NoUnsignedWrap) if can_wrap(value) => value.set_nuw(true)?,
            Some(Decoration::FPFastMathMode) if value.can_use_fast_math() => {
                value.set_fast_math(reverse_fast_math(decoration.operands.first().copied().unwrap_or(0)))?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn can_wrap(value: Value<'_>) -> bool {
    use Opcode as O;
    matches!(value.opcode(), Some(O::LLVMAdd | O::LLVMSub | O::LLVMMul | O::LLVMShl))
}

/// LLVM's flags for the mask of an `FPFastMathMode`. Bits that LLVM has no flag for are passed over.
pub fn reverse_fast_math(mask: u32) -> u32 {
    let mode = FPFastMathMode::from_bits_truncate(mask);
    if mode.contains(FPFastMathMode::FAST) {
        return ALL_FAST_MATH;
    }
    FAST_MATH.iter().filter(|(_, spirv)| mode.contains(*spirv)).fold(0, |flags, (bit, _)| flags | bit)
}
