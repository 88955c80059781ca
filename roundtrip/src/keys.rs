//! Keys of ids: a number for each id, equal in two modules if the contents are equal.
//!
//! In: an indexed module. Out: for each id a key, and its source if it is a cast without meaning in LLVM IR; for each
//! function its instructions. In kernels, pointer types are identified by their storage class alone and integer types
//! by their width; all zeros are equal. Operations with side effects are distinguished by the number of equal ones
//! before them.

mod casts;
mod layouts;
mod opcodes;
mod reach;

use llvm_spirv::binary::grammar::{self, Category, Kind};
use llvm_spirv::binary::{Decoration, Id, Instruction, Module, Op};
use llvm_spirv::error::Result;
use llvm_spirv::internals::Models;
pub(super) use opcodes::Opcode;
use opcodes::{BASE, ELEMENT, is_pure};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// A module with the contents of its ids.
pub(super) struct View<'m, 'w> {
    pub module: &'m Module<'w>,
    keys: Vec<u64>,
    /// For each id the source of a cast between pointers of one class, or of a copy; 0 if it is neither.
    behind: Vec<Id>,
    /// The module-level instructions.
    pub globals: Vec<Instruction<'w>>,
    pub functions: Vec<Body<'w>>,
    /// The number of casts between pointers of one class.
    pub pointer_casts: usize,
    /// The labels of the blocks that no path reaches, whose instructions are not compared.
    pub unreached: FxHashSet<Id>,
    /// The `OpLine` and `OpNoLine` instructions.
    pub lines: Vec<Instruction<'w>>,
    zeros: Vec<bool>,
    /// The parameters of functions without a body.
    declared: FxHashSet<Id>,
    /// True if signs, pointees and layouts are part of the keys of types, as in modules for shaders.
    pub is_logical: bool,
}

/// A function: its instructions, except lines and casts between pointers, and a number for the contents of each.
pub(super) struct Body<'w> {
    pub id: Id,
    pub code: Vec<Instruction<'w>>,
    pub tokens: Vec<u64>,
}

impl Body<'_> {
    /// Returns whether the function has no body.
    pub fn is_declaration(&self) -> bool {
        !self.code.iter().any(|i| i.opcode() == Op::Label)
    }
}

/// Returns the hash of a value, which is the same in each run.
pub(super) fn number(content: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    content.hash(&mut hasher);
    hasher.finish().max(1)
}

/// The operand index of the value in `DebugValue`, after the set, the number and the variable.
const VALUE: usize = 3;

/// A tag that distinguishes kinds of keys, combined with the parts of an instruction.
#[derive(Hash)]
enum Tag {
    Pointer,
    Zero,
    Function,
    Variable,
    BuiltIn,
    Parameter,
    Specialised,
    Integer,
    Array,
    Label,
    Undefined,
    Structure,
    Description,
}

impl<'m, 'w> View<'m, 'w> {
    /// Computes the keys of a module in one pass over all instructions.
    pub fn new(module: &'m Module<'w>) -> Result<Self> {
        let bound = module.bound() as usize;
        let is_logical = Models::of_addressing(module.memory_model().0).is_some_and(Models::is_logical);
        let mut view = Self {
            module,
            keys: vec![0; bound],
            behind: vec![0; bound],
            globals: Vec::new(),
            functions: Vec::new(),
            pointer_casts: 0,
            lines: Vec::new(),
            zeros: vec![false; bound],
            declared: FxHashSet::default(),
            unreached: reach::unreached(module, is_logical)?,
            is_logical,
        };
        view.name_functions();
        view.name_pointers()?;
        view.fill()?;
        Ok(view)
    }

    /// Assigns the keys of functions, which may be used before they are defined.
    fn name_functions(&mut self) {
        let mut counts = FxHashMap::default();
        for function in self.module.functions() {
            let key = match name_of(self.module, function.id()) {
                Some(name) => nth(&mut counts, number((Tag::Function, name))),
                None => nth(&mut counts, number((Tag::Function, ""))),
            };
            self.set(function.id(), key);
        }
    }

    fn fill(&mut self) -> Result<()> {
        let (mut counts, mut body) = (FxHashMap::default(), None::<Body<'w>>);
        let mut is_reached = true;
        for instruction in self.module.words().instructions() {
            is_reached = match instruction.opcode() {
                Op::Label => !instruction.result_id().is_some_and(|label| self.unreached.contains(&label)),
                opcode => is_reached || opcode == Op::FunctionEnd,
            };
            match (instruction.opcode(), &mut body) {
                _ if !is_reached => {}
                (Op::Line | Op::NoLine, _) => self.lines.push(instruction),
                (Op::Function, _) => {
                    counts.clear();
                    let id = instruction.result_id().unwrap_or_default();
                    let tokens = vec![number(Op::Function as u32)];
                    body = Some(Body { id, code: vec![instruction], tokens });
                }
                (_, Some(function)) => {
                    if let Some(token) = self.local(instruction, function, &mut counts)? {
                        function.code.push(instruction);
                        function.tokens.push(token);
                    }
                    if instruction.opcode() == Op::FunctionEnd {
                        self.functions.extend(body.take());
                    }
                }
                (_, None) => self.global(instruction, &mut counts)?,
            }
        }
        let bodiless = self.functions.iter().filter(|body| body.is_declaration());
        self.declared = bodiless.flat_map(|body| &body.code).filter_map(|i| i.result_id()).collect();
        let mut functions = std::mem::take(&mut self.functions);
        functions.iter_mut().for_each(|body| body.label(self));
        self.functions = functions;
        Ok(())
    }

    fn global(&mut self, instruction: Instruction<'w>, counts: &mut FxHashMap<u64, u32>) -> Result<()> {
        self.globals.push(instruction);
        let Some(id) = instruction.result_id() else { return Ok(()) };
        let key = match instruction.opcode() {
            Op::TypePointer | Op::TypeUntypedPointerKHR => self.pointer(instruction)?,
            Op::TypeInt => self.integer(instruction)?,
            Op::Constant | Op::ConstantComposite if self.is_logical && !self.is_zero(instruction) => {
                self.unsigned_constant(instruction)
            }
            Op::TypeArray | Op::TypeMatrix => self.array(instruction)?,
            Op::TypeRuntimeArray => number((Tag::Array, self.key(instruction.operand(0)?), self.stride(instruction))),
            Op::TypeStruct => self.structure(id, instruction),
            Op::Variable | Op::UntypedVariableKHR => self.variable(id, instruction, counts),
            Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse => {
                let number_of = self.module.decoration(id, Decoration::SpecId).map(<[u32]>::to_vec);
                number((Tag::Specialised, number_of, self.contents(instruction)?))
            }
            Op::ExtInst | Op::ExtInstWithForwardRefsKHR if self.is_debug_info(instruction) => {
                self.description(instruction)
            }
            _ if self.is_undefined(instruction) => self.undefined(instruction),
            _ if self.is_zero(instruction) => {
                self.zero(id);
                number((Tag::Zero, self.unsigned_key(instruction)))
            }
            _ => self.contents(instruction)?,
        };
        self.note_cast(instruction);
        self.set(id, key);
        Ok(())
    }

    /// Returns the key of an array: of its element and its length, regardless of the length's type; matrices are arrays
    /// of columns.
    fn array(&self, instruction: Instruction<'w>) -> Result<u64> {
        let (element, length) = (self.key(instruction.operand(0)?), instruction.operand(1)?);
        if instruction.opcode() == Op::TypeMatrix {
            return Ok(number((Tag::Array, element, [length], None::<&[u32]>)));
        }
        let constant = self.module.definition(length).filter(|i| i.opcode() == Op::Constant);
        Ok(match constant.map(|i| i.in_operands()) {
            Some([length, high @ ..]) if high.iter().all(|word| *word == 0) => {
                number((Tag::Array, element, [*length], self.stride(instruction)))
            }
            _ => number((Tag::Array, element, self.key(length), self.stride(instruction))),
        })
    }

    /// Returns the key of a variable: by its builtin or its name, else by its position among those of its kind.
    fn variable(&self, id: Id, instruction: Instruction<'w>, counts: &mut FxHashMap<u64, u32>) -> u64 {
        if let Some(builtin) = self.module.decoration(id, Decoration::BuiltIn) {
            return number((Tag::BuiltIn, builtin));
        }
        let class = instruction.operand(0).unwrap_or_default();
        nth(counts, number((Tag::Variable, class, name_of(self.module, id))))
    }

    /// Returns the number of an instruction of a function, if it is compared.
    fn local(
        &mut self,
        instruction: Instruction<'w>,
        function: &Body<'w>,
        counts: &mut FxHashMap<u64, u32>,
    ) -> Result<Option<u64>> {
        let opcode = instruction.opcode();
        if self.note_cast(instruction) {
            self.pointer_casts += 1;
            return Ok(None);
        }
        let token = match opcode {
            Op::FunctionParameter => number((Tag::Parameter, function.code.len())),
            Op::Label => number(opcode as u32),
            Op::Undef => self.undefined(instruction),
            // An initialiser may become a store, and tells no two variables apart.
            Op::Variable => number((opcode as u32, self.type_key(instruction))),
            // What they name may stand behind them.
            Op::Phi => number((opcode as u32, self.type_key(instruction), self.incoming(instruction))),
            Op::ExtInst if self.is_of_unknown(instruction) => number((Tag::Undefined, self.described(instruction))),
            _ => self.contents(instruction)?,
        };
        if let Some(id) = instruction.result_id() {
            let key = match opcode {
                // They never change, so that all loads of them are the same.
                Op::Load if instruction.operand(0).is_ok_and(|pointer| self.is_in_builtin(pointer)) => {
                    number((opcode as u32, self.operand_key(instruction.operand(0)?)))
                }
                _ if is_pure(opcode) => token,
                _ => nth(counts, token),
            };
            self.set(id, if opcode == Op::Label { 0 } else { key });
        }
        Ok(Some(token))
    }

    /// Returns whether an id is an `OpSpecConstant...` without a `SpecId`, or an operation on constants, of which LLVM
    /// IR has the value.
    pub fn is_folded(&self, id: Id) -> bool {
        let opcode = self.module.definition(id).map(Instruction::opcode);
        let name = opcode.map_or("", grammar::name);
        let is_fixed = self.module.decoration(id, Decoration::SpecId).is_none();
        is_fixed && (name.starts_with("OpSpecConstant") || name == "OpSizeOf")
    }

    /// Returns whether an id is a constant.
    pub fn is_constant(&self, id: Id) -> bool {
        self.module.definition(id).is_some_and(|i| grammar::name(i.opcode()).starts_with("OpConstant"))
    }

    fn is_pointer(&self, id: Id) -> bool {
        let definition = self.module.definition(id);
        definition.is_some_and(|d| matches!(d.opcode(), Op::TypePointer | Op::TypeUntypedPointerKHR))
    }

    /// Returns a number for the opcode and operands of an instruction; names of blocks are ignored.
    pub fn contents(&self, instruction: Instruction<'w>) -> Result<u64> {
        let mut hasher = FxHasher::default();
        let parts = Opcode::of(instruction);
        parts.number.hash(&mut hasher);
        let mut index = 0;
        self.module.visit_operands(instruction, |part| {
            index += 1;
            match part.kind {
                Some(Kind::IdResult) => {}
                Some(Kind::IdRef) if parts.element == Some(index) && self.is_null(part.word()) => {
                    ELEMENT.hash(&mut hasher)
                }
                Some(kind) if kind.info().category == Category::Id => self.operand_key(part.word()).hash(&mut hasher),
                Some(Kind::LiteralSpecConstantOpInteger) => {}
                // Without a bit it says what its absence does.
                Some(Kind::MemoryAccess | Kind::ImageOperands) if part.words == [0] => {}
                _ => part.words.hash(&mut hasher),
            }
            if parts.lacks_element && index == BASE {
                ELEMENT.hash(&mut hasher);
            }
        })?;
        Ok(hasher.finish().max(1))
    }

    fn operand_key(&self, id: Id) -> u64 {
        self.key(self.root(id))
    }

    /// Returns whether a debug instruction gives a variable an undefined value.
    pub fn is_of_unknown(&self, instruction: Instruction<'_>) -> bool {
        let value = instruction.in_operands().get(VALUE).and_then(|id| self.module.definition(*id));
        instruction.opcode() == Op::ExtInst
            && value.is_some_and(|value| self.is_undefined(value))
            && self.is_debug_info(instruction)
    }

    /// Returns the number of reachable blocks for which an `OpPhi` has a value.
    fn incoming(&self, phi: Instruction<'_>) -> usize {
        let pairs = phi.in_operands().as_chunks::<2>().0.iter();
        pairs.filter(|[_, block]| !self.unreached.contains(block)).count()
    }

    /// Returns the key of the type of an instruction's result; 0 if it has none.
    pub fn type_key(&self, instruction: Instruction<'_>) -> u64 {
        instruction.result_type().map_or(0, |ty| self.key(ty))
    }

    /// Returns whether an instruction yields an undefined value.
    fn is_undefined(&self, instruction: Instruction<'_>) -> bool {
        let is = |id: &Id| self.module.definition(*id).is_some_and(|i| i.opcode() == Op::Undef);
        match instruction.opcode() {
            Op::Undef => true,
            Op::ConstantComposite => !instruction.in_operands().is_empty() && instruction.in_operands().iter().all(is),
            _ => false,
        }
    }

    fn undefined(&self, instruction: Instruction<'_>) -> u64 {
        number((Tag::Undefined, self.unsigned_key(instruction)))
    }

    fn is_zero(&self, instruction: Instruction<'_>) -> bool {
        let operands = instruction.in_operands();
        match instruction.opcode() {
            Op::ConstantNull | Op::ConstantFalse => true,
            Op::Constant => operands.iter().all(|word| *word == 0),
            Op::ConstantComposite => operands.iter().all(|id| self.is_null(*id)),
            _ => false,
        }
    }

    /// Returns whether an id is a constant of zeros.
    pub fn is_null(&self, id: Id) -> bool {
        self.zeros.get(id as usize) == Some(&true)
    }

    fn zero(&mut self, id: Id) {
        if let Some(slot) = self.zeros.get_mut(id as usize) {
            *slot = true;
        }
    }

    fn set(&mut self, id: Id, key: u64) {
        if let Some(slot) = self.keys.get_mut(id as usize) {
            *slot = key;
        }
    }

    /// Returns whether a function is that of an entry point.
    pub fn is_entry_point(&self, function: Id) -> bool {
        self.module.entry_points().iter().any(|point| point.operand(1).ok() == Some(function))
    }

    /// Returns whether a function only calls another one, as entry points of older translators do.
    pub fn is_wrapper(&self, body: &Body<'_>) -> bool {
        let is_entry = self.is_entry_point(body.id);
        let is_trivial = |i: &Instruction<'_>| {
            matches!(
                i.opcode(),
                Op::Function | Op::FunctionParameter | Op::Label | Op::FunctionCall | Op::Return | Op::FunctionEnd
            )
        };
        is_entry && body.code.iter().all(is_trivial)
    }

    /// Returns the exported name of an id, or else its name.
    pub fn name(&self, id: Id) -> String {
        name_of(self.module, id).unwrap_or_default()
    }

    /// Returns whether the module declares one of these capabilities, or the list is empty.
    pub fn declares(&self, wanted: &[&str]) -> bool {
        let name = |capability| grammar::enumerant(Kind::Capability, capability).map_or("", |row| row.name);
        wanted.is_empty() || self.module.capabilities().iter().any(|have| wanted.contains(&name(*have as u32)))
    }

    /// Returns a description of an id that lost its name: parameters of declarations and loads of builtin variables
    /// have none in bitcode.
    pub fn state(&self, id: Id) -> &'static str {
        let definition = self.module.definition(id);
        let is_builtin = |i: Instruction<'_>| i.operand(0).is_ok_and(|pointer| self.is_in_builtin(pointer));
        match definition.map(Instruction::opcode) {
            Some(Op::FunctionParameter) if self.declared.contains(&id) => "of a declaration",
            Some(Op::Load) if definition.is_some_and(is_builtin) => "of a builtin variable",
            _ => "",
        }
    }

    /// Returns whether an id is the address of a builtin variable, or of a part of one.
    pub fn is_in_builtin(&self, id: Id) -> bool {
        let mut id = self.root(id);
        // Chains of more steps than types are deep are none of a builtin variable.
        for _ in 0..16 {
            if self.module.decoration(id, Decoration::BuiltIn).is_some() {
                return true;
            }
            let Some(definition) = self.module.definition(id) else { return false };
            let is_step = matches!(
                definition.opcode(),
                Op::AccessChain
                    | Op::InBoundsAccessChain
                    | Op::PtrAccessChain
                    | Op::InBoundsPtrAccessChain
                    | Op::PtrCastToGeneric
            );
            match definition.operand(0) {
                Ok(base) if is_step => id = self.root(base),
                _ => return false,
            }
        }
        false
    }

    /// Returns the value of a constant of at most 32 bits.
    pub fn literal(&self, id: Id) -> Option<u32> {
        let constant = self.module.definition(id)?;
        match (constant.opcode(), constant.in_operands()) {
            (Op::Constant, [word]) => Some(*word),
            (Op::ConstantNull, _) => Some(0),
            _ => None,
        }
    }

    /// Returns the key of an id; 0 if it has none yet.
    pub fn key(&self, id: Id) -> u64 {
        self.keys.get(id as usize).copied().unwrap_or_default()
    }

    /// Returns the source of an id behind casts between pointers of one class, and copies.
    pub fn root(&self, id: Id) -> Id {
        let mut id = id;
        // Each step leads to an earlier definition, but for damaged modules.
        for _ in 0..1024 {
            match self.behind.get(id as usize) {
                Some(next) if *next != 0 => id = *next,
                _ => break,
            }
        }
        id
    }
}

impl Body<'_> {
    /// Assigns the keys of labels: by name, else by the opcodes of the block; merge instructions and debug information,
    /// whose locations are written where they change, are ignored.
    fn label(&mut self, view: &View<'_, '_>) {
        let mut hasher = FxHasher::default();
        for (instruction, token) in self.code.iter().zip(&mut self.tokens).rev() {
            if instruction.opcode() == Op::Label {
                let name = instruction.result_id().and_then(|id| view.module.name(id)).filter(|name| !name.is_empty());
                *token = name.map_or_else(|| number((Tag::Label, hasher.finish())), |name| number((Tag::Label, name)));
                hasher = FxHasher::default();
            } else if !matches!(instruction.opcode(), Op::LoopMerge | Op::SelectionMerge | Op::FunctionEnd)
                && !view.is_debug_info(*instruction)
            {
                (instruction.opcode_number()).hash(&mut hasher);
            }
        }
    }
}

/// Returns the key of the `n`-th occurrence of a key.
fn nth(counts: &mut FxHashMap<u64, u32>, key: u64) -> u64 {
    let count = counts.entry(key).or_default();
    *count = count.saturating_add(1);
    if *count == 1 { key } else { number((key, *count)) }
}

/// Returns the exported name of an id, or else its name.
pub(super) fn name_of(module: &Module<'_>, id: Id) -> Option<String> {
    let linkage = module.decoration(id, Decoration::LinkageAttributes);
    let linked = linkage.and_then(|words| llvm_spirv::binary::strings::decode(words).ok()).map(|(name, _)| name);
    let entry = || {
        let point = module.entry_points().iter().find(|point| point.operand(1).ok() == Some(id));
        point.and_then(|point| point.string(2).ok()).map(|(name, _)| name)
    };
    linked.or_else(entry).or_else(|| module.name(id).map(str::to_owned)).filter(|name| !name.is_empty())
}
