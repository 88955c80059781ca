//! The tables of chapters: each declares a [`Chapter`]. The registry builds the tables of opcodes, and [`Hooks`], which
//! the core chapters call. So the core chapters (types, constants, variables, functions, decorations) do not depend on
//! chapters that extend them.

use super::handlers::{Handlers, LlvmHandlers};
use super::{Forward, Lower, Lowering, Operand, OperandTypes, Reverse, RoleOf};
use crate::binary::{DecorationView, Function, Id, Instruction, Op};
use crate::environment::Models;
use crate::error::{Error, Result};
use crate::llvm::{Metadata, Opcode, Predicate, Type, Value};
use ::spirv::{Capability, ExecutionMode, LinkageType, MemoryAccess, StorageClass};
use llvm_spirv_mangling as mangling;
use llvm_spirv_metadata::{Decorations, Node};

/// Returns the concatenation of two lists with `COUNT` chapters in all.
pub const fn joined<const COUNT: usize>(first: &[Chapter], second: &[Chapter]) -> [Chapter; COUNT] {
    let mut all = [Chapter::NONE; COUNT];
    let mut index = 0;
    while index < COUNT {
        all[index] = if index < first.len() { first[index] } else { second[index - first.len()] };
        index += 1;
    }
    all
}

impl Hooks {
    /// Returns the function that determines the roles of intrinsics.
    pub fn role(&self) -> RoleOf {
        self.intrinsic_role.first().copied().unwrap_or(|_| None)
    }
}

/// An operation on constants that LLVM IR has.
#[derive(Clone, Copy, Debug)]
pub enum ConstantOperation {
    /// An instruction of two operands.
    Binary(Opcode),
    /// A comparison of integers.
    CompareInt(Predicate),
    /// A comparison of floating-point numbers.
    CompareFloat(Predicate),
    /// A cast.
    Cast(Opcode),
}

/// The operands of a builtin that are booleans in SPIR-V.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Booleans {
    /// The result.
    pub result: bool,
    /// The first argument.
    pub argument: bool,
}

/// The target of a decoration.
#[derive(Clone, Copy, Debug)]
pub enum Target<'m> {
    /// The result of an instruction, and its LLVM value.
    Instruction(Op, Value<'m>),
    /// A module-scope variable.
    Variable,
    /// A function.
    Function(Value<'m>),
    /// A parameter of a function.
    Parameter {
        /// The function.
        function: Value<'m>,
        /// The index of the parameter, from 0.
        index: u32,
        /// True if it is a pointer.
        pointer: bool,
        /// True if the function is a kernel.
        kernel: bool,
    },
}

/// A translation of instructions that is tried before the handlers of their opcodes.
#[derive(Clone, Copy, Debug)]
pub struct Interceptor {
    /// Returns whether the function that is to be translated may have such instructions.
    pub applies: fn(&Reverse<'_>) -> bool,
    /// Translates an instruction; returns whether it did.
    pub translate: Intercept,
}

/// Translates an instruction; returns whether it did.
pub type Intercept = for<'m> fn(&mut Reverse<'m>, Instruction<'m>) -> Result<bool>;

/// Returns the first result of the hooks in a list that satisfies a predicate, or else the default.
macro_rules! first {
    ($is_answer:expr, $hooks:expr, $($argument:expr),* $(,)?) => {{
        let mut answer = Default::default();
        for hook in $hooks.iter() {
            answer = hook($($argument),*)?;
            if $is_answer(&answer) {
                break;
            }
        }
        answer
    }};
}
pub(crate) use first;

/// Returns the first result of the hooks in a list that is not `None`.
macro_rules! ask {
    ($($hooks_and_arguments:tt)*) => { $crate::state::hooks::first!(Option::is_some, $($hooks_and_arguments)*) };
}
pub(crate) use ask;

/// Returns whether any hook of a list returns true.
macro_rules! any {
    ($($hooks_and_arguments:tt)*) => { $crate::state::hooks::first!(|yes: &bool| *yes, $($hooks_and_arguments)*) };
}
pub(crate) use any;

/// The modules for which a chapter has hooks, by the addressing model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Modules of any kind.
    All,
    /// Modules with physical addressing: kernels.
    Physical,
    /// Modules with logical addressing: shaders.
    Logical,
}

impl Scope {
    /// Returns the scope of the modules of a target.
    pub fn of(models: &Models) -> Self {
        if models.is_logical() { Self::Logical } else { Self::Physical }
    }
}

macro_rules! hooks {
    ($($(#[$doc:meta])* $name:ident: $hook:ty,)*) => {
        /// The instructions that one chapter translates, and its hooks in the core chapters.
        #[derive(Clone, Copy, Debug)]
        pub struct Chapter {
            /// The modules in which its hooks are called.
            pub scope: Scope,
            /// The instructions of blocks that it translates.
            pub instructions: Handlers,
            /// The instructions of blocks that the translation refuses.
            pub untranslated: &'static [Op],
            /// The instructions outside of functions that it translates.
            pub declarations: Handlers,
            /// The LLVM instructions that it translates.
            pub llvm_instructions: LlvmHandlers,
            $($(#[$doc])* pub $name: Option<$hook>,)*
        }

        impl Chapter {
            /// A chapter that adds nothing.
            pub const NONE: Self = Self {
                scope: Scope::All,
                instructions: &[],
                untranslated: &[],
                declarations: &[],
                llvm_instructions: &[],
                $($name: None,)*
            };
        }

        /// The hooks of all chapters, in the order of the registry.
        #[derive(Clone, Debug, Default)]
        pub struct Hooks {
            $($(#[$doc])* pub $name: Vec<$hook>,)*
        }

        impl Hooks {
            /// Returns the hooks of the chapters for modules of the scope, in order.
            pub fn of(chapters: &[Chapter], scope: Scope) -> Self {
                let applying = || chapters.iter().filter(|chapter| [Scope::All, scope].contains(&chapter.scope));
                Self { $($name: applying().filter_map(|chapter| chapter.$name).collect(),)* }
            }
        }
    };
}

hooks! {
    // --- Names of builtins ---

    /// Returns the lowering of calls of the builtin with this name.
    resolve: fn(&mangling::Name) -> Option<Lower>,
    /// Returns whether a symbol that is not mangled names a builtin.
    is_unmangled: fn(&str) -> bool,
    /// Returns the classes of the arguments and the result of the builtin with this name.
    operand_types: fn(&mangling::Name) -> Option<OperandTypes>,
    /// Returns which operands of a builtin of the chapter are booleans in SPIR-V.
    booleans: fn(&str) -> Option<Booleans>,
    /// Completes the operands of an instruction that a friendly name spells.
    complete_operands: fn(&mut Forward<'_>, &mangling::Name, Op, &mut Vec<u32>),
    /// Returns the result type of an instruction that a friendly name spells, if it differs from that of the call.
    generic_result: for<'m> fn(&mut Forward<'m>, Value<'m>, Op) -> Result<Option<Id>>,
    /// Declares the requirements of an instruction that a friendly name spells for its result type.
    require_for_result: fn(&mut Forward<'_>, Op, Id) -> Result<()>,
    /// Records the instructions of a function that together become one SPIR-V instruction.
    find_chains: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<()>,

    // --- LLVM to SPIR-V ---

    /// Reads the declarations in the module's metadata, before anything is translated.
    read_module: fn(&mut Forward<'_>) -> Result<()>,
    /// Returns the SPIR-V type of an LLVM type in place of the core chapter.
    forward_own_type: for<'m> fn(&mut Forward<'m>, Type<'m>) -> Result<Option<Id>>,
    /// Returns the type of signed integers of an LLVM type, in modules whose integer types have signs.
    signed_type: for<'m> fn(&mut Forward<'m>, Type<'m>) -> Result<Option<Id>>,
    /// Returns the storage class of an address space in place of the core chapter.
    class_of_space: fn(u32) -> Option<StorageClass>,
    /// Returns the types of the result and of the parameters of a function in place of the core chapter.
    forward_signature: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<Option<(Id, Vec<Id>)>>,
    /// Returns the name of a function in SPIR-V.
    shown_name: fn(Value<'_>) -> String,
    /// Returns whether the result of an instruction must not have a name.
    is_unnamed: for<'m> fn(&Forward<'m>, Value<'m>) -> bool,
    /// Returns whether a function is an entry point, by other means than its calling convention.
    is_entry_point: fn(Value<'_>) -> bool,
    /// Writes the entry points and execution modes in place of the core chapter; returns whether it did.
    finish_entry_points: fn(&mut Forward<'_>) -> Result<bool>,
    /// Prepares for an instruction before it is translated.
    prepare_instruction: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<()>,
    /// Translates an instruction of LLVM IR in place of the core chapter; returns whether it did.
    forward_instruction: for<'m> fn(&mut Forward<'m>, Value<'m>, Opcode) -> Result<bool>,
    /// Returns the type of an instruction's result, in place of the given one that corresponds to its LLVM type.
    typed_result: for<'m> fn(&mut Forward<'m>, Value<'m>, Id) -> Result<Option<Id>>,
    /// Returns an argument of a builtin, whose name spells the given type, in place of the core chapter.
    forward_operand: for<'m> fn(&mut Forward<'m>, Value<'m>, Option<&mangling::Type>) -> Result<Option<Operand>>,
    /// Returns the type of a specialization constant of an LLVM type, given its metadata.
    spec_type: for<'m> fn(&mut Forward<'m>, Type<'m>, Option<Metadata<'m>>) -> Result<Option<Id>>,
    /// Returns a constant as an operand in place of the core chapter.
    typed_constant: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<Option<Operand>>,
    /// Returns a constant as a value of a type in place of the core chapter.
    constant_as: for<'m> fn(&mut Forward<'m>, Value<'m>, Id) -> Result<Option<Operand>>,
    /// Returns a value converted to another type that has the same LLVM type.
    convert_value: for<'m> fn(&mut Forward<'m>, Operand, Id) -> Result<Option<Operand>>,
    /// Writes the fast-math flags of an instruction in place of the core chapter; returns whether it did.
    float_flags: for<'m> fn(&mut Forward<'m>, Value<'m>, Id) -> Result<bool>,
    /// Returns the SPIR-V type of an LLVM type that the core chapters do not know.
    forward_type: for<'m> fn(&mut Forward<'m>, Type<'m>) -> Result<Option<Id>>,
    /// Returns the type for an opcode without operands, if further declarations are needed.
    forward_plain_type: fn(&mut Forward<'_>, Op) -> Result<Option<Id>>,
    /// Returns whether the module prefers its own extension for vectors of any length.
    prefers_own_vectors: fn(&Forward<'_>) -> bool,
    /// Returns the storage class of a module-scope variable, if its address space does not determine it.
    storage_class: fn(&Forward<'_>, Value<'_>) -> Option<StorageClass>,
    /// Returns the constant for a function used as a value, in an address space.
    forward_function_value: for<'m> fn(&mut Forward<'m>, Value<'m>, u32) -> Result<Option<Operand>>,
    /// Returns the constituent for a constant, translated as the operand, in a composite or initializer of the type.
    forward_stored: for<'m> fn(&mut Forward<'m>, Value<'m>, Operand, Id) -> Result<Option<Id>>,
    /// Returns the opcode for a constant expression with two operands of the result's type.
    forward_operation: fn(Opcode) -> Option<Op>,
    /// Returns the operand for a global that does not become an `OpVariable` of its own.
    forward_global: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<Option<Operand>>,
    /// Returns whether a global is created at its uses; declares its type.
    defer_global: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<bool>,
    /// Returns whether a global with a special meaning in LLVM is translated nevertheless.
    keeps_global: fn(&Forward<'_>, Value<'_>) -> bool,
    /// Returns the initializer of a variable, which may be absent, for the value in LLVM IR.
    forward_initializer: for<'m> fn(&mut Forward<'m>, Value<'m>, Value<'m>) -> Result<Option<Option<Id>>>,
    /// Decorates a module-scope variable.
    decorate_variable: for<'m> fn(&mut Forward<'m>, Value<'m>, Id) -> Result<()>,
    /// Annotates a function before it is written.
    annotate_function: for<'m> fn(&mut Forward<'m>, Value<'m>, Id) -> Result<()>,
    /// Decorates a function.
    decorate_function: for<'m> fn(&mut Forward<'m>, Value<'m>, Id) -> Result<()>,
    /// Returns whether calls of a declared function become instructions, so that the function is not declared.
    is_instructions: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<bool>,
    /// Returns the argument of a call for a parameter of the type, if it is not a plain operand.
    forward_argument: for<'m> fn(&mut Forward<'m>, Value<'m>, Id) -> Result<Option<Id>>,
    /// Returns the pointer type of a value, where a chapter infers pointees.
    pointer_type: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<Option<Id>>,
    /// Returns the type of the pointer that a function returns, where a chapter infers pointees.
    result_type: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<Option<Id>>,
    /// Translates a call of `llvm.ptr.annotation`; returns whether it did.
    forward_annotation: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<bool>,
    /// Returns the annotated operand and the result of a call of `llvm.ptr.annotation`, for its first argument.
    annotated: for<'m> fn(&mut Forward<'m>, Value<'m>, Operand) -> Result<Option<(Operand, Operand)>>,
    /// Declares the features that accompany a capability.
    with_capability: fn(&mut Forward<'_>, Capability),
    /// Returns the lowering of calls of an LLVM intrinsic.
    lower_intrinsic: fn(&Forward<'_>, &str) -> Option<Lowering>,
    /// Returns the role of the LLVM intrinsic that an instruction calls.
    intrinsic_role: RoleOf,
    /// Returns the extension that supports an LLVM intrinsic.
    intrinsic_extension: fn(&str) -> Option<&'static str>,
    /// Returns the operand for a `memory_scope` that is not constant.
    forward_scope: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<Option<Id>>,
    /// Returns the operand for a `memory_order` that is not constant.
    forward_order: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<Option<Id>>,
    /// Returns the type of the pointer stored in a variable, if a chapter infers pointees.
    content_type: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<Option<Id>>,
    /// Returns the pointer types of the base and the result of a GEP, if a chapter infers pointees.
    stepped_type: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<Option<[Id; 2]>>,
    /// Writes the execution modes of a kernel.
    forward_modes: for<'m> fn(&mut Forward<'m>, Value<'m>, Id) -> Result<()>,
    /// Writes the execution modes of a kernel that come after those from its attributes.
    forward_last_modes: for<'m> fn(&mut Forward<'m>, Value<'m>, Id) -> Result<()>,
    /// Infers the pointees of the module, before any type is made.
    infer_pointees: fn(&mut Forward<'_>),
    /// Writes declarations that come before the functions.
    prepare_module: fn(&mut Forward<'_>) -> Result<()>,
    /// Writes declarations that accompany the variables of builtins, when all of them are known.
    finish_variables: fn(&mut Forward<'_>),
    /// Translates a load through a pointer; returns whether it did.
    forward_load: for<'m> fn(&mut Forward<'m>, Value<'m>, Value<'m>) -> Result<bool>,
    /// Returns additional memory operands of an access: their bits, and the ids in the order of the bits.
    memory_operands: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<Option<(MemoryAccess, Vec<Id>)>>,
    /// Decorates the results of an instruction with metadata: the instructions of the function from a word on.
    decorate_results: for<'m> fn(&mut Forward<'m>, Value<'m>, usize) -> Result<()>,
    /// Translates an `insertelement`; returns whether it did.
    forward_insert_element: for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<bool>,
    /// Translates an `alloca` that is executed repeatedly, or has a dynamic number of elements; returns whether it did.
    forward_alloca: for<'m> fn(&mut Forward<'m>, Value<'m>, Type<'m>, Value<'m>) -> Result<bool>,
    /// Converts booleans, translated as the operand, to floating-point numbers in place of the core chapter; returns
    /// whether it did.
    forward_booleans: for<'m> fn(&mut Forward<'m>, Value<'m>, Operand, Opcode) -> Result<bool>,
    /// Compares pointers in place of the core chapter; returns whether it did.
    compare_pointers: for<'m> fn(&mut Forward<'m>, Value<'m>, Predicate) -> Result<bool>,
    /// Translates a node of `!spirv.ExecutionMode` in place of the core chapter; returns whether it did.
    forward_mode_node: for<'m> fn(&mut Forward<'m>, Metadata<'m>) -> Result<bool>,
    /// Returns whether an execution mode is left out, with a warning.
    drops_mode: fn(&mut Forward<'_>, ExecutionMode) -> bool,

    // --- SPIR-V to LLVM ---

    /// Returns the target triple of the module in place of the core chapter.
    triple: fn(&Reverse<'_>) -> String,
    /// Writes module-level information in place of the core chapter; returns whether it did.
    reverse_module: fn(&mut Reverse<'_>) -> Result<bool>,
    /// Writes the entry points and execution modes in place of the core chapter; returns whether it did.
    reverse_entry_points: fn(&mut Reverse<'_>) -> Result<bool>,
    /// Returns the LLVM type of a type declaration in place of the core chapter.
    reverse_own_type: for<'m> fn(&mut Reverse<'m>, Instruction<'m>) -> Result<Option<Type<'m>>>,
    /// Returns the metadata for the type of a specialization constant, if LLVM's type does not determine it.
    spec_shape: for<'m> fn(&Reverse<'m>, Id) -> Result<Option<Metadata<'m>>>,
    /// Set by chapters for modules whose integer types are signed or unsigned, which the names of builtins encode.
    has_signs: (),
    /// Prepares for a function before it is translated.
    prepare_body: for<'m> fn(&mut Reverse<'m>, Function<'m>) -> Result<()>,
    /// Completes a function when all its blocks are complete.
    finish_body: fn(&mut Reverse<'_>) -> Result<()>,
    /// Returns whether the constant samplers of a function are created at their uses.
    defers_samplers: for<'m> fn(&Reverse<'m>, Function<'m>) -> bool,
    /// Returns the name in OpenCL C of an instruction on a group, in place of the one that the core chapter has.
    group_name: fn(Op, &str) -> Option<String>,
    /// Completes the module when its functions are complete.
    finish_module: fn(&mut Reverse<'_>) -> Result<()>,
    /// Translates instructions by their operands, before any other handler.
    intercept: Interceptor,
    /// Translates an instruction in place of the core chapter; returns whether it did.
    reverse_instruction: Intercept,
    /// Translates an `OpLoad` from a pointer that has no value in LLVM IR; returns whether it did.
    reverse_load: Intercept,
    /// Translates an `OpCompositeExtract` in place of the core chapter; returns whether it did.
    reverse_extract: Intercept,
    /// Returns the value of a composite with these constituents, and whether it is a new instruction.
    construct: for<'m> fn(&Reverse<'m>, Type<'m>, &[Value<'m>]) -> Result<Option<(Value<'m>, bool)>>,
    /// Translates a conversion that corresponds to the LLVM instruction in place of the core chapter; returns whether
    /// it did.
    reverse_conversion: for<'m> fn(&mut Reverse<'m>, Instruction<'m>, Opcode) -> Result<bool>,
    /// Returns the LLVM type of a type declaration.
    reverse_type: for<'m> fn(&mut Reverse<'m>, Instruction<'m>) -> Result<Option<Type<'m>>>,
    /// Returns the type in mangled names of builtins for a type declaration.
    mangled_type: for<'m> fn(&Reverse<'m>, Instruction<'m>) -> Result<Option<mangling::Type>>,
    /// Returns the address space of an `OpTypePointer` of a storage class, if the class does not determine it.
    address_space: fn(&Reverse<'_>, Instruction<'_>, u32) -> Option<u32>,
    /// Translates a constant; returns whether it did.
    reverse_constant: for<'m> fn(&mut Reverse<'m>, Instruction<'m>) -> Result<bool>,
    /// Returns the operation on constants for an opcode, from one type to another.
    reverse_operation: for<'m> fn(Op, Type<'m>, Type<'m>) -> Option<ConstantOperation>,
    /// Returns the error that explains why constituents do not fit, in place of LLVM's.
    explain_constituents: fn(&Reverse<'_>, &[Id]) -> Option<Error>,
    /// Translates a module-scope variable; returns whether it did.
    reverse_variable: for<'m> fn(&mut Reverse<'m>, Instruction<'m>) -> Result<bool>,
    /// Returns the initializer of a variable that has none in SPIR-V.
    missing_initializer: for<'m> fn(&Reverse<'m>, Instruction<'m>, Type<'m>, Option<LinkageType>) -> Result<Option<Value<'m>>>,
    /// Completes the linkage of a global.
    reverse_linkage: for<'m> fn(&Reverse<'m>, Instruction<'m>, Value<'m>, Option<LinkageType>) -> Result<()>,
    /// Translates the decorations of a module-scope variable.
    reverse_global: for<'m> fn(&mut Reverse<'m>, Id, Value<'m>) -> Result<()>,
    /// Returns the LLVM function for a function, if it is not a new one.
    reverse_function: for<'m> fn(&mut Reverse<'m>, Function<'m>) -> Result<Option<Value<'m>>>,
    /// Copies properties of the callee to a call, given the callee and the call.
    reverse_call: for<'m> fn(&Reverse<'m>, Value<'m>, Value<'m>) -> Result<()>,
    /// Returns the value of a call of a callee as a type, if it is not the call itself.
    reverse_result: for<'m> fn(&Reverse<'m>, Value<'m>, Value<'m>, Type<'m>) -> Result<Option<Value<'m>>>,
    /// Translates the decorations of an instruction that has some to something other than metadata.
    reverse_decorated: for<'m> fn(&mut Reverse<'m>, Instruction<'m>) -> Result<()>,
    /// Translates the decorations of an instruction, or what its type says, to something other than metadata.
    reverse_decorations: for<'m> fn(&mut Reverse<'m>, Instruction<'m>) -> Result<()>,
    /// Adds to an access the memory operands unknown to the core chapters, given their bits and their ids.
    reverse_memory_operands: for<'m> fn(&mut Reverse<'m>, Value<'m>, MemoryAccess, &[Id]) -> Result<()>,
    /// Translates the decorations of a global to something other than metadata.
    annotate_global: for<'m> fn(&mut Reverse<'m>, Id, Value<'m>) -> Result<()>,
    /// Returns the decorations of an id for the metadata, if these include ones that are also expressed in another way.
    listed_decorations: fn(&Reverse<'_>, Id) -> Option<Decorations>,
    /// Returns whether LLVM IR expresses an execution mode in another way than by metadata.
    expresses_mode: fn(&Reverse<'_>, Instruction<'_>) -> bool,
    /// Translates an execution mode in place of the core chapter; returns whether it did.
    reverse_mode: for<'m> fn(&mut Reverse<'m>, Instruction<'m>) -> Result<bool>,
    /// Returns the metadata of an execution mode in another form.
    mode_node: for<'m> fn(u32, Node<Metadata<'m>>) -> Node<Metadata<'m>>,
    /// Returns whether LLVM IR expresses a decoration of an id in another way than by metadata.
    expresses: for<'m> fn(&Reverse<'m>, Id, Target<'m>, &DecorationView<'_>) -> bool,
}
