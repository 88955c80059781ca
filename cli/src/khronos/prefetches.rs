//! The rules for `OpSubgroupBlockPrefetchINTEL` that SPIRV-Tools does not check, with the messages of the Khronos
//! translator. They are checked when text becomes a binary.

use llvm_spirv::binary::{Id, Instruction, Op, StorageClass, Words};
use llvm_spirv::error::{Code, Result, internals};
use rustc_hash::FxHashMap;

/// Checks all prefetches in a module.
pub fn check_words(words: &Words<'_>) -> Result<()> {
    let is_prefetch = |inst: &Instruction<'_>| inst.opcode() == Op::SubgroupBlockPrefetchINTEL;
    if !words.instructions().any(|inst| is_prefetch(&inst)) {
        return Ok(());
    }
    let mut definitions = FxHashMap::default();
    for inst in words.instructions() {
        definitions.extend(inst.result_id().map(|id| (id, inst)));
    }
    words.instructions().filter(is_prefetch).try_for_each(|inst| check(&definitions, inst))
}

fn check(definitions: &FxHashMap<Id, Instruction<'_>>, inst: Instruction<'_>) -> Result<()> {
    let broken = |rule: &str| {
        Err(inst.place(internals::broken_rule(Code::InstructionRule, "OpSubgroupBlockPrefetchINTEL", rule)))
    };
    let type_of = |id: &Id| definitions.get(id)?.result_type().and_then(|ty| definitions.get(&ty)).copied();
    let [pointer, size, ..] = inst.in_operands() else { return Ok(()) };
    let (Some(pointer), Some(size)) = (type_of(pointer), type_of(size)) else { return Ok(()) };
    if pointer.in_operands().first() != Some(&(StorageClass::CrossWorkgroup as u32)) {
        return broken("Ptr must be in CrossWorkgroup storage class");
    }
    let pointee = pointer.in_operands().get(1).and_then(|ty| definitions.get(ty));
    if pointee.is_some_and(|ty| ty.opcode() != Op::TypeInt) {
        return broken("Ptr must point to a scalar integer type");
    }
    if size.opcode() != Op::TypeInt || size.in_operands().first() != Some(&32) {
        return broken("NumBytes must be a 32-bit integer scalar");
    }
    Ok(())
}
