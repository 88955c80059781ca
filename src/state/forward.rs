//! The way to SPIR-V: the values, types and functions known so far, and the SPIR-V builder.

use crate::error::{Code, Collected, Error, Result};
use crate::llvm::{Block, Module, Type, Value};
use crate::near::NearMap;
use crate::options::Options;
use crate::spirv::builder::{Builder, Id};
use crate::spirv::write;
use ::spirv::{Decoration, Op, StorageClass};
use rustc_hash::FxHashMap;

/// A SPIR-V value with its type: what LLVM's opaque pointers do not say, the id of the pointer type says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The result id.
    pub id: Id,
    /// The id of its type.
    pub ty: Id,
}

/// A member of a structure that is known by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The member.
    pub operand: Operand,
    /// Has it got the name of the first instruction that takes it?
    pub is_named: bool,
}

/// A function as SPIR-V sees it.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The `OpFunction`.
    pub id: Id,
    /// Its `OpTypeFunction`.
    pub ty: Id,
    /// What it returns.
    pub result: Id,
    /// What it takes, in order.
    pub params: Vec<Id>,
}

/// A phi whose incoming values are filled in when the whole body is known.
#[derive(Clone, Copy, Debug)]
pub struct PendingPhi<'m> {
    /// The LLVM instruction.
    pub phi: Value<'m>,
    /// Its SPIR-V type.
    pub ty: Id,
    /// Where its operand pairs start in [`Body::code`].
    pub at: usize,
}

/// What the uses of the pointers in a function tell about them.
#[derive(Clone, Debug, Default)]
pub struct Wants<'m> {
    /// For arguments, phis and the like: what they are wanted to point to.
    pub pointees: NearMap<Value<'m>, Type<'m>>,
    /// Variables that are only ever loaded and stored as a pointer, with the first value stored.
    pub slots: FxHashMap<Value<'m>, Option<Value<'m>>>,
    /// The calls of the function, which were passed on the way.
    pub calls: Vec<Value<'m>>,
    /// How many instructions it has.
    pub instructions: usize,
}

/// The kinds of calls that are constants in SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Late {
    /// `OpConstantSampler`.
    Sampler,
    /// A specialization constant.
    SpecConstant,
    /// What a builtin returns whatever the device: this number.
    Number(u64),
}

/// The function that is being translated.
#[derive(Debug, Default)]
pub struct Body<'m> {
    /// Arguments and instructions translated so far.
    pub values: NearMap<Value<'m>, Operand>,
    /// The labels of all blocks that are translated.
    pub labels: NearMap<Block<'m>, Id>,
    /// Labels of what was split off the end of a block.
    pub exits: FxHashMap<Block<'m>, Id>,
    /// The `OpSelectionMerge` before the terminator that comes next: merge block and control.
    pub selection: Option<[u32; 2]>,
    /// Blocks that nothing reaches, to append.
    pub dead_ends: Vec<Id>,
    /// The `OpVariable`s, which come first in the first block.
    pub variables: Vec<u32>,
    /// The stores that come behind them, into variables that the translation adds.
    pub first_stores: Vec<u32>,
    /// Everything after them.
    pub code: Vec<u32>,
    /// The result of the instruction that was appended last.
    pub last: Id,
    /// Phis to complete.
    pub phis: Vec<PendingPhi<'m>>,
    /// For each block by label: where its terminator (or the merge before it) starts in `code`.
    pub ends: NearMap<Id, usize>,
    /// Words to insert into `code` before a position, for what a phi needs in its predecessors.
    pub insertions: Vec<(usize, Vec<u32>)>,
    /// Pointer casts made in the current block, so that each is made once.
    pub casts: FxHashMap<(Id, Id), Id>,
    /// What the uses of pointers want them to point to.
    pub wants: Wants<'m>,
    /// Variables that hold just a pointer: the type of what they hold.
    pub slots: FxHashMap<Value<'m>, Id>,
    /// The `alloca`s that may be executed more than once; `None` until one outside the entry block is met.
    pub repeated: Option<std::rc::Rc<rustc_hash::FxHashSet<Value<'m>>>>,
    /// How many uses of them were looked at.
    pub repeated_uses: u32,
    /// For how many of them it was analysed whether their address outlives the round.
    pub repeated_analysed: usize,
    /// For how many of them LLVM was asked how often they are executed.
    pub repeated_counted: usize,
    /// What `alloca`s in the generic address space are: the variable, not the pointer to it.
    pub generic_variables: FxHashMap<Value<'m>, Operand>,
    /// Intrinsics that return a structure of two members: what these were made of.
    pub members: FxHashMap<Value<'m>, [Member; 2]>,
    /// Instructions that another one has taken over (a chain that became one instruction).
    pub absorbed: rustc_hash::FxHashSet<Value<'m>>,
    /// Calls that are constants, which are made where they are first used.
    pub late: FxHashMap<Value<'m>, Late>,
    /// Those that are specialization constants, in order.
    pub spec_constants: Vec<Value<'m>>,
    /// For headers of loops that do not end in a branch: the label of the block that gets the terminator.
    pub splits: FxHashMap<Block<'m>, Id>,
    /// The variables of builtins that the function reads.
    pub inputs: std::collections::BTreeSet<Id>,
    /// The functions that it calls.
    pub callees: std::collections::BTreeSet<Id>,
    /// Is there a product and a sum of it that must be rounded one by one?
    pub is_uncontracted: bool,
    /// Chains of builtin calls that are one load of a builtin variable: last instruction to builtin number.
    pub vector_builtins: FxHashMap<Value<'m>, ::spirv::BuiltIn>,
}

impl<'m> Body<'m> {
    /// Of a function that is about to be translated.
    pub fn of(wants: Wants<'m>) -> Self {
        // Most instructions have a value: room for all of them at once spares moving them again and again.
        let values = NearMap::with_capacity_and_hasher(wants.instructions, Default::default());
        let code = Vec::with_capacity(wants.instructions.saturating_mul(WORDS));
        Self { values, code, wants, ..Self::default() }
    }
}

/// How many words an instruction has at most, as a rule.
const WORDS: usize = 6;

/// The variable of a builtin.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinVariable {
    /// The pointer.
    pub pointer: Operand,
    /// The type of what it holds.
    pub held: Id,
    /// The type of a component of it.
    pub component: Id,
    /// The width of a component.
    pub width: u32,
    /// How many components there are; a scalar has one.
    pub lanes: u32,
    /// Is it of class `Input`, as the specification wants it?
    pub is_input: bool,
}

/// Calls of the getter of a builtin variable for each component, and the `insertelement`s that make a vector of them.
#[derive(Clone, Debug)]
pub struct BuiltinChain<'m> {
    /// The last `insertelement`; none if these are pointers into a variable that are only loaded through.
    pub last: Option<Value<'m>>,
    /// Which variable.
    pub builtin: ::spirv::BuiltIn,
    /// The other instructions.
    pub absorbed: Vec<Value<'m>>,
}

/// What an entry point must know of the functions it reaches.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// The variables of builtins that the function reads.
    pub inputs: std::collections::BTreeSet<Id>,
    /// The functions that it calls.
    pub callees: std::collections::BTreeSet<Id>,
    /// Is there a product and a sum of it that must be rounded one by one?
    pub is_uncontracted: bool,
}

/// How deep types and constants may nest (SPIR-V 2.17 "Universal Limits" has 255 for structures).
const MAX_DEPTH: u32 = 255;

/// From here on constant expressions are taken apart instead; what is left is for what they are made of.
const DEEP: u32 = 200;

/// The state of one translation to SPIR-V.
#[derive(Debug)]
pub struct Forward<'m> {
    /// The settings.
    pub options: &'m Options,
    /// The LLVM module.
    pub module: &'m Module<'m>,
    /// The SPIR-V module.
    pub spv: Builder,
    /// LLVM types to SPIR-V types.
    pub types: NearMap<Type<'m>, Id>,
    /// Each `OpTypePointer` by storage class and pointee.
    pub pointer_types: NearMap<(StorageClass, Id), Id>,
    /// For each `OpTypePointer`: storage class and pointee.
    pub pointers: NearMap<Id, (StorageClass, Id)>,
    /// The type of pointers in the address space of one LLVM type to another.
    pub pointing_to: NearMap<(Type<'m>, Type<'m>), Id>,
    /// For each `OpTypeImage`: its shape.
    pub images: FxHashMap<Id, crate::concepts::opaque_types::Shape>,
    /// For each type of cooperative matrices: its component type.
    pub matrices: FxHashMap<Id, Id>,
    /// Constants and module-scope variables.
    pub globals: NearMap<Value<'m>, Operand>,
    /// Functions, by their LLVM value.
    pub functions: NearMap<Value<'m>, Signature>,
    /// All module-scope variables, in order.
    pub variables: Vec<Id>,
    /// The entry points: function and name.
    pub entry_points: Vec<(Id, String)>,
    /// For kernels that came from SPIR-V, the lists of their arguments that no `OpString` gave.
    pub derived_args: FxHashMap<Value<'m>, Vec<String>>,
    /// Functions whose entry points must not contract, by metadata.
    pub uncontracted: std::collections::BTreeSet<Id>,
    /// What each function reaches directly.
    pub reach: FxHashMap<Id, Reach>,
    /// The variables of builtins (`BuiltIn` decorations), by builtin number.
    pub builtin_variables: FxHashMap<u32, BuiltinVariable>,
    /// What the declared functions are that are builtins; `None` for those that are not.
    pub builtins: FxHashMap<Value<'m>, Option<std::rc::Rc<crate::state::Builtin>>>,
    /// Chains of calls of getters that are one vector, by function; found when the first body comes.
    pub builtin_chains: Option<FxHashMap<Value<'m>, Vec<BuiltinChain<'m>>>>,
    /// Copies of strings in constant memory, by the string.
    pub formats: FxHashMap<Value<'m>, Value<'m>>,
    /// What calls of intrinsics turn into, by the number that LLVM has for the intrinsic; `None` for those that cannot.
    pub intrinsics: FxHashMap<u32, Option<crate::state::Lowering>>,
    /// The `OpAsmINTEL` of each text of inline assembly.
    pub assembly: FxHashMap<Value<'m>, Id>,
    /// The `OpAsmTargetINTEL`.
    pub assembly_target: Option<Id>,
    /// The specialization constants.
    pub spec_constants: crate::concepts::spec_constants::Made<'m>,
    /// Functions and variables that the translation adds.
    pub helpers: crate::state::Helpers,
    /// Has older IR left plain pointers for opaque types? None: not asked yet.
    pub has_plain_opaque: Option<bool>,
    /// What the uses of pointers want, for the functions whose signature was asked for before their body came.
    pub wants: FxHashMap<Value<'m>, Wants<'m>>,
    /// What pointers point to as the Khronos translator has it, in strict mode.
    pub inferred: Option<std::rc::Rc<crate::concepts::pointees::peer::Inferred<'m>>>,
    /// The LLVM values that instructions are made for, where that is asked for.
    pub origins: Option<crate::state::Origins<'m>>,
    /// How deep into types and constants the translation is.
    depth: u32,
    /// The function being translated.
    pub body: Body<'m>,
    /// Wrap decorations of instructions that were translated when the version of the module did not have them.
    pub wraps: Vec<(Id, Decoration)>,
    /// What the user should know although the translation goes on; each sentence once.
    pub warnings: Vec<String>,
    /// The errors so far, and the values that could not be translated.
    pub errors: Collected<Value<'m>>,
}

impl<'m> Forward<'m> {
    /// Nothing translated yet.
    pub fn new(options: &'m Options, module: &'m Module<'m>, spv: Builder) -> Self {
        Self {
            options,
            module,
            spv,
            types: NearMap::default(),
            pointer_types: NearMap::default(),
            pointers: NearMap::default(),
            pointing_to: NearMap::default(),
            images: FxHashMap::default(),
            matrices: FxHashMap::default(),
            globals: NearMap::default(),
            functions: NearMap::default(),
            variables: Vec::new(),
            entry_points: Vec::new(),
            derived_args: FxHashMap::default(),
            uncontracted: Default::default(),
            reach: FxHashMap::default(),
            builtin_variables: FxHashMap::default(),
            builtins: FxHashMap::default(),
            builtin_chains: None,
            formats: FxHashMap::default(),
            intrinsics: FxHashMap::default(),
            assembly: FxHashMap::default(),
            assembly_target: None,
            spec_constants: crate::concepts::spec_constants::Made::default(),
            helpers: crate::state::Helpers::default(),
            has_plain_opaque: None,
            wants: FxHashMap::default(),
            inferred: None,
            origins: None,
            depth: 0,
            body: Body::default(),
            wraps: Vec::new(),
            warnings: Vec::new(),
            errors: Collected::new(options.error_limit),
        }
    }

    /// Goes one level deeper into a type or constant, which must not be deep without end.
    pub fn nested<T>(&mut self, translate: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(Error::of(Code::Limit, format!("types or constants that nest deeper than {MAX_DEPTH} levels")));
        }
        self.depth += 1;
        let outcome = translate(self);
        self.depth -= 1;
        outcome
    }

    /// Is the translation so deep that constant expressions are better taken apart than gone into?
    pub fn is_deep(&self) -> bool {
        self.depth >= DEEP
    }

    /// Says something to the user, once.
    pub fn warn(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        if !self.warnings.contains(&sentence) {
            self.warnings.push(sentence);
        }
    }

    /// Appends an instruction without a result to the current block.
    pub fn emit(&mut self, op: Op, operands: &[u32]) -> Result<()> {
        self.spv.note(op);
        write::instruction(&mut self.body.code, op, operands)
    }

    /// Appends an instruction with a fresh result id to the current block.
    pub fn emit_value(&mut self, op: Op, ty: Id, operands: &[u32]) -> Result<Operand> {
        let id = self.spv.fresh();
        self.emit_as(id, op, ty, operands)
    }

    /// Appends an instruction with a given result id to the current block.
    pub fn emit_as(&mut self, id: Id, op: Op, ty: Id, operands: &[u32]) -> Result<Operand> {
        self.spv.note(op);
        let start = write::begin(&mut self.body.code);
        self.body.code.extend([ty, id]);
        write::words(&mut self.body.code, operands);
        write::end(&mut self.body.code, start, op)?;
        self.body.last = id;
        Ok(Operand { id, ty })
    }

    /// Appends the instruction that computes `value`.
    pub fn define(&mut self, value: Value<'m>, op: Op, ty: Id, operands: &[u32]) -> Result<Operand> {
        let id = self.spv.fresh();
        let operand = self.emit_as(id, op, ty, operands)?;
        self.body.values.insert(value, operand);
        Ok(operand)
    }

    /// Says that `value` is what was computed already.
    pub fn bind(&mut self, value: Value<'m>, operand: Operand) -> Result<()> {
        self.body.values.insert(value, operand);
        Ok(())
    }

    /// The label of a block of the current function.
    pub fn label(&self, block: Block<'m>) -> Result<Id> {
        self.body
            .labels
            .get(&block)
            .copied()
            .ok_or_else(|| Error::internal("a branch to a block that was not laid out"))
    }

    /// The storage class and pointee of a pointer type.
    pub fn pointer_parts(&self, ty: Id) -> Option<(StorageClass, Id)> {
        self.pointers.get(&ty).copied()
    }
}
