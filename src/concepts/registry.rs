//! The lists of all chapters: the handler of each opcode, the chapters that resolve builtin names, and the hooks for
//! the core chapters, in the order in which they are called.
//!
//! The compiler builds the tables by opcode. An opcode with two handlers does not compile, nor does one without: an
//! instruction in blocks is in the rows of a chapter, or is translated by the grammar ([`generic::by_grammar`]), or a
//! chapter lists it as untranslated.

use super::{builtins, calls, extensions, instructions, interface, intrinsics, khronos, sets, shaders};
use crate::binary::{Instruction, Op, grammar};
use crate::concepts::base::{constants, functions, globals, pointers, types};
use crate::concepts::builtins::{booleans, generic, generic_pointers, relational};
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Value};
use crate::options::Policy;
use crate::state::handlers::{Handler, LlvmHandler, Table, table};
use crate::state::hooks::joined;
use crate::state::{Chapter, Forward, Hooks, Reverse, Scope};
use instructions::{
    arithmetic, atomics, barriers, bits, collectives, compare, composites, control_flow, convert, convert_builtins,
    distances, enqueue, groups, images, memory, pipes,
};
use interface::{builtin_variables, function_attributes, spec_constants};
use sets::{aux_data, descriptions, glsl_std_450, opencl_std, reflection};
use std::borrow::Cow;
use std::sync::LazyLock;

/// The chapters besides those of extensions. A chapter that resolves all names of a kind comes after those that resolve some of them.
const CORE: &[Chapter] = &[
    types::CHAPTER,
    constants::CHAPTER,
    globals::CHAPTER,
    pointers::CHAPTER,
    distances::CHAPTER,
    functions::CHAPTER,
    memory::CHAPTER,
    composites::CHAPTER,
    control_flow::CHAPTER,
    calls::CHAPTER,
    booleans::CHAPTER,
    descriptions::CHAPTER,
    builtins::CHAPTER,
    intrinsics::CHAPTER,
    aux_data::CHAPTER,
    reflection::CHAPTER,
    opencl_std::CHAPTER,
    glsl_std_450::CHAPTER,
    glsl_std_450::INTRINSICS,
    atomics::CHAPTER,
    barriers::CHAPTER,
    builtin_variables::CHAPTER,
    groups::CHAPTER,
    images::CHAPTER,
    collectives::CHAPTER,
    pipes::CHAPTER,
    enqueue::CHAPTER,
    convert_builtins::CHAPTER,
    relational::CHAPTER,
    generic_pointers::CHAPTER,
    spec_constants::CHAPTER,
    arithmetic::CHAPTER,
    bits::CHAPTER,
    compare::CHAPTER,
    convert::CHAPTER,
    function_attributes::CHAPTER,
    generic::CHAPTER,
];

/// The list of all chapters. Chapters of shaders and extensions come first, since each handles few names and instructions.
const CHAPTERS: &[Chapter] = &joined::<{ SPECIAL.len() + CORE.len() }>(SPECIAL, CORE);

/// The chapters of shaders and of extensions.
const SPECIAL: &[Chapter] =
    &joined::<{ shaders::CHAPTERS.len() + extensions::CHAPTERS.len() }>(shaders::CHAPTERS, extensions::CHAPTERS);

static HOOKS: LazyLock<Hooks> = LazyLock::new(|| Hooks::of(CHAPTERS, Scope::Physical));

/// The hooks with all of Khronos mode.
static KHRONOS_HOOKS: LazyLock<Hooks> = LazyLock::new(|| with(khronos::chapters(&Policy::khronos()), Scope::Physical));

/// The hooks for shaders. Those for logical addressing come before those for all modules.
static LOGICAL_HOOKS: LazyLock<Hooks> = LazyLock::new(|| Hooks::of(CHAPTERS, Scope::Logical));

/// Returns the hooks of `chapters`, which come first, and of all chapters.
fn with(mut chapters: Vec<Chapter>, scope: Scope) -> Hooks {
    chapters.extend_from_slice(CHAPTERS);
    Hooks::of(&chapters, scope)
}

/// Returns the hooks under a policy, in modules of a scope: each switch of the policy adds its own.
pub fn hooks(policy: &Policy, scope: Scope) -> Cow<'static, Hooks> {
    match (&policy.of_any_release(), scope) {
        (policy, Scope::Logical) if *policy == Policy::native() => Cow::Borrowed(&LOGICAL_HOOKS),
        (policy, _) if *policy == Policy::native() => Cow::Borrowed(&HOOKS),
        (policy, Scope::Physical) if *policy == Policy::khronos().of_any_release() => Cow::Borrowed(&KHRONOS_HOOKS),
        (policy, scope) => Cow::Owned(with(khronos::chapters(policy), scope)),
    }
}

const LLVM_OPCODES: usize = Opcode::ALL.len();

table! {
    /// The handlers of instructions in blocks.
    INSTRUCTIONS: Handler, rows instructions of CHAPTERS, grammar::OPCODES, names grammar::constant_name, else generic::reverse
}

table! {
    /// The handlers of instructions outside of functions.
    DECLARATIONS: Handler, rows declarations of CHAPTERS, grammar::OPCODES, names grammar::constant_name, else declaration
}

table! {
    /// The handlers of LLVM's instructions.
    LLVM_INSTRUCTIONS: LlvmHandler, rows llvm_instructions of CHAPTERS, LLVM_OPCODES, names of_llvm, else refuse
}

// An opcode that none of these knows does not build: the error tells its name.
const _: () = {
    let mut row = 0;
    while row < grammar::ROWS.len() {
        let info = &grammar::ROWS[row];
        let is_translated = INSTRUCTIONS.has(info.op as usize) || generic::by_grammar(info);
        assert!(is_translated != is_refused(info.op) || !stands_in_blocks(info), "{}", info.name);
        row += 1;
    }
};

/// Returns whether a chapter lists the opcode as one that the translation refuses.
const fn is_refused(op: Op) -> bool {
    let mut chapter = 0;
    while chapter < CHAPTERS.len() {
        let refused = CHAPTERS[chapter].untranslated;
        let mut index = 0;
        while index < refused.len() {
            if refused[index] as u32 == op as u32 {
                return true;
            }
            index += 1;
        }
        chapter += 1;
    }
    false
}

/// Returns whether the instruction may stand in a block, by its class.
const fn stands_in_blocks(info: &grammar::Info) -> bool {
    use ::spirv::Class::*;
    match info.class {
        Debug | Extension | ModeSetting | TypeDeclaration | ConstantCreation | Annotation | Function => false,
        _ if DECLARATIONS.has(info.op as usize) => INSTRUCTIONS.has(info.op as usize),
        _ => !matches!(
            info.op,
            Op::Label | Op::AliasDomainDeclINTEL | Op::AliasScopeDeclINTEL | Op::AliasScopeListDeclINTEL
        ),
    }
}

/// Returns the compile-time error message for an LLVM opcode with two handlers.
const fn of_llvm(_: Opcode) -> &'static str {
    "an LLVM instruction has two handlers"
}

/// Translates a declaration that no chapter handles: a constant if it has a result type, else a type.
fn declaration<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    match inst.result_type() {
        Some(_) => r.make_constant(|r| constants::reverse(r, inst)),
        None => types::reverse(r, inst),
    }
}

/// An LLVM instruction that no chapter translates.
fn refuse<'m>(_: &mut Forward<'m>, _: Value<'m>, opcode: Opcode) -> Result<()> {
    Err(Error::of(Code::Instruction, format!("the instruction {}", opcode.word())))
}

/// Translates an instruction of a block.
#[inline]
pub fn instruction<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    INSTRUCTIONS.get(inst.opcode_number().into()).unwrap_or(generic::reverse)(r, inst)
}

/// Translates an instruction outside of functions.
#[inline]
pub fn global<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    DECLARATIONS.get(inst.opcode_number().into()).unwrap_or(declaration)(r, inst)
}

/// Translates an LLVM instruction.
#[inline]
pub fn llvm_instruction<'m>(f: &mut Forward<'m>, inst: Value<'m>, opcode: Opcode) -> Result<()> {
    LLVM_INSTRUCTIONS.get(opcode as usize).unwrap_or(refuse)(f, inst, opcode)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::LlvmVersion;
    use std::collections::BTreeSet;

    #[test]
    fn what_is_untranslated_of_the_core_is_listed_as_unsupported() {
        let text = include_str!("../../tests/unsupported.txt");
        let listed: BTreeSet<_> = text.lines().filter_map(|line| line.split(' ').next()).collect();
        let refused = CHAPTERS.iter().flat_map(|chapter| chapter.untranslated);
        let core = refused.map(|op| grammar::info_or_unknown(*op as u16)).filter(|info| info.is_of_core());
        let untranslated: BTreeSet<_> = core.map(|info| info.name).collect();
        assert_eq!(untranslated, listed.into_iter().filter(|name| name.starts_with("Op")).collect());
    }

    #[test]
    fn hooks_do_not_depend_on_the_release() {
        let count = |policy: Policy| khronos::chapters(&policy).len();
        for release in [22, 23].into_iter().filter_map(LlvmVersion::new) {
            let policy = Policy::khronos_of(release);
            assert_eq!(count(policy), count(policy.of_any_release()));
        }
    }

    #[test]
    fn each_switch_adds_its_own_hooks() {
        let native = hooks(&Policy::native(), Scope::Physical);
        let one = hooks(&Policy { folds_constants: true, ..Policy::native() }, Scope::Physical);
        assert!(native.reverse_instruction.is_empty());
        assert_eq!(one.reverse_instruction.len(), 1);
        assert!(one.infer_pointees.is_empty());
        let all_but_one = hooks(&Policy { folds_constants: false, ..Policy::khronos() }, Scope::Physical);
        let all = hooks(&Policy::khronos(), Scope::Physical);
        assert_eq!(all_but_one.reverse_instruction.len() + 1, all.reverse_instruction.len());
    }
}
