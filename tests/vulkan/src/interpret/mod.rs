//! An interpreter of compute shaders on the host: control flow, memory and calls, word by word. It shares only the
//! grammar with the translator, so that its results are independent of both it and the driver, and it is faster.
//!
//! Unknown constructs are errors; undefined numbers are [`UNDEFINED`], since no result may depend on them.

mod buffers;
mod operations;
mod words;

use crate::setup::{Setup, Thing};
use buffers::Layouts;
use operations::{UNDEFINED, Value, elementwise, extended};
use spirv::{Decoration, Op, StorageClass};
use words::{Instruction, Words};

type Result<T> = std::result::Result<T, String>;

/// The limit on the instructions of an invocation.
const MOST: usize = 4_000_000;

/// The contents of a variable.
#[derive(Clone, Debug)]
enum Contents {
    Value(Value),
    /// A block of a type, as bytes.
    Bytes(u32, Vec<u8>),
}

/// The state of a running module. Functions do not call themselves, so that each id has one value and each variable one
/// place.
struct Machine<'w> {
    code: Vec<Instruction<'w>>,
    /// The position of the instruction that defines an id.
    definitions: Vec<usize>,
    values: Vec<Option<Value>>,
    memory: Vec<Option<Contents>>,
    layouts: Layouts<'w>,
    steps: usize,
}

/// A storage buffer: its set and binding, and its bytes.
pub type Buffer = ((u32, u32), Vec<u8>);

/// Runs workgroups of one invocation each, and returns the contents of the storage buffers.
///
/// # Errors
///
/// Constructs that the interpreter does not know, and undefined behaviour.
pub fn run(bytes: &[u8], setup: &Setup) -> Result<Vec<Buffer>> {
    let words = Words::read(bytes)?;
    let mut machine = Machine::new(&words)?;
    let entry = machine.code.iter().find(|inst| inst.opcode() == Op::EntryPoint).ok_or("no entry point")?;
    let (entry, id, mut storage) = (entry.operand(1)?, machine.input(), Vec::new());
    for slot in &setup.slots {
        let (Thing::Uniform(block) | Thing::Storage(block)) = &slot.thing else {
            return Err("a resource that is no buffer".to_owned());
        };
        let Some(variable) = machine.bound(slot.set, slot.binding) else { continue };
        let ty = machine.pointee(machine.definition(variable)?)?;
        machine.set_memory(variable as usize, Contents::Bytes(ty, block.bytes.clone()))?;
        if matches!(slot.thing, Thing::Storage(_)) {
            storage.push(((slot.set, slot.binding), variable as usize));
        }
    }
    for group in 0..u64::from(setup.groups[0]) {
        if let Some(id) = id {
            let number = Value::Parts([group, 0, 0].map(Value::Word).to_vec());
            machine.set_memory(id, Contents::Value(number))?;
        }
        machine.steps = 0;
        machine.call(entry, &[])?;
    }
    Ok(storage.into_iter().filter_map(|(place, variable)| Some((place, machine.block(variable)?))).collect())
}

impl<'w> Machine<'w> {
    fn new(words: &'w Words) -> Result<Self> {
        let (code, bound) = (words.instructions()?, words.bound());
        let mut definitions = vec![usize::MAX; bound];
        for (at, inst) in code.iter().enumerate() {
            if let Some(place) = inst.result_id().and_then(|id| definitions.get_mut(id as usize)) {
                *place = at;
            }
        }
        let (values, memory, layouts) = (vec![None; bound], vec![None; bound], Layouts::default());
        let mut machine = Self { code, definitions, values, memory, layouts, steps: 0 };
        for at in 0..machine.code.len() {
            let Some(inst) = machine.code.get(at).copied() else { break };
            machine.layouts.note(inst);
            match inst.opcode() {
                Op::Function => break,
                Op::Variable => machine.variable(inst)?,
                _ => machine.constant(inst)?,
            }
        }
        Ok(machine)
    }

    fn definition(&self, id: u32) -> Result<Instruction<'w>> {
        let at = self.definitions.get(id as usize).copied();
        at.and_then(|at| self.code.get(at)).copied().ok_or_else(|| format!("no definition of {id}"))
    }

    /// Returns the input variable that holds the number of the workgroup.
    fn input(&self) -> Option<usize> {
        let is_input = |inst: &&Instruction<'w>| {
            inst.opcode() == Op::Variable && inst.operand(0).is_ok_and(|class| class == StorageClass::Input as u32)
        };
        self.code.iter().find(is_input).and_then(|inst| inst.result_id()).map(|id| id as usize)
    }

    /// Returns the variable of a set and binding.
    fn bound(&self, set: u32, binding: u32) -> Option<u32> {
        let decorated = |kind: Decoration, number: u32| {
            let is_it = move |inst: &&Instruction<'w>| {
                inst.opcode() == Op::Decorate && inst.in_operands().get(1..) == Some(&[kind as u32, number])
            };
            self.code.iter().filter(is_it).filter_map(|inst| inst.in_operands().first().copied())
        };
        let of_set: Vec<_> = decorated(Decoration::DescriptorSet, set).collect();
        decorated(Decoration::Binding, binding).find(|id| of_set.contains(id))
    }

    /// Returns the type of a variable's contents.
    fn pointee(&self, variable: Instruction<'_>) -> Result<u32> {
        self.definition(variable.result_type().ok_or("no type")?)?.operand(1)
    }

    /// Returns the bytes of a block.
    fn block(&self, variable: usize) -> Option<Vec<u8>> {
        match self.memory.get(variable)? {
            Some(Contents::Bytes(_, bytes)) => Some(bytes.clone()),
            _ => None,
        }
    }

    fn set_memory(&mut self, id: usize, contents: Contents) -> Result<()> {
        *self.memory.get_mut(id).ok_or("no such variable")? = Some(contents);
        Ok(())
    }

    fn set(&mut self, inst: Instruction<'_>, value: Value) -> Result<()> {
        let place = inst.result_id().and_then(|id| self.values.get_mut(id as usize));
        *place.ok_or("an instruction without a result")? = Some(value);
        Ok(())
    }

    fn value(&self, id: u32) -> Result<&Value> {
        self.values.get(id as usize).and_then(Option::as_ref).ok_or_else(|| format!("{id} has no value"))
    }

    fn word(&self, id: u32) -> Result<u64> {
        self.value(id)?.word()
    }

    /// Creates a variable with the value of its initializer.
    fn variable(&mut self, inst: Instruction<'_>) -> Result<()> {
        let ty = self.pointee(inst)?;
        let value = match inst.operand(1) {
            Ok(initial) => self.value(initial)?.clone(),
            // What is in resources comes later.
            Err(_) if inst.operand(0)? != StorageClass::Function as u32 => Value::Parts(Vec::new()),
            Err(_) => self.filled(ty, UNDEFINED)?,
        };
        let id = inst.result_id().ok_or("no id")? as usize;
        self.set_memory(id, Contents::Value(value))?;
        self.set(inst, Value::Pointer(id, Vec::new()))
    }

    /// Returns a value of a type whose numbers are all the same.
    fn filled(&self, ty: u32, word: u64) -> Result<Value> {
        let definition = self.definition(ty)?;
        let part = |index| definition.operand(index);
        let count = match definition.opcode() {
            Op::TypeVector | Op::TypeMatrix => part(1)? as usize,
            Op::TypeArray => self.word(part(1)?)? as usize,
            Op::TypeStruct => {
                let members = definition.in_operands().iter().map(|member| self.filled(*member, word));
                return members.collect::<Result<_>>().map(Value::Parts);
            }
            _ => return Ok(Value::Word(elementwise(Op::UConvert, &[Value::Word(word)], 64, self.bits(ty))?.word()?)),
        };
        Ok(Value::Parts(vec![self.filled(part(0)?, word)?; count]))
    }

    /// Returns the width of the numbers of a type; 1 for booleans.
    fn bits(&self, ty: u32) -> u32 {
        let Ok(definition) = self.definition(ty) else { return 64 };
        match (definition.opcode(), definition.operand(0)) {
            (Op::TypeBool, _) => 1,
            (Op::TypeInt | Op::TypeFloat, Ok(width)) => width,
            (Op::TypeVector, Ok(component)) => self.bits(component),
            _ => 64,
        }
    }

    fn constant(&mut self, inst: Instruction<'_>) -> Result<()> {
        let Some(ty) = inst.result_type() else { return Ok(()) };
        let value = match inst.opcode() {
            Op::ConstantTrue => Value::Word(1),
            Op::ConstantFalse => Value::Word(0),
            Op::Constant => {
                Value::Word(inst.in_operands().iter().rev().fold(0, |sum, word| sum << 32 | u64::from(*word)))
            }
            Op::ConstantComposite => self.all(inst.in_operands()).map(Value::Parts)?,
            Op::ConstantNull => self.filled(ty, 0)?,
            Op::Undef => self.filled(ty, UNDEFINED)?,
            other => return Err(format!("{other:?} outside functions")),
        };
        self.set(inst, value)
    }

    fn all(&self, ids: &[u32]) -> Result<Vec<Value>> {
        ids.iter().map(|id| self.value(*id).cloned()).collect()
    }

    /// Calls a function; returns its result, if any.
    fn call(&mut self, function: u32, arguments: &[Value]) -> Result<Option<Value>> {
        let mut at = *self.definitions.get(function as usize).ok_or("no function")? + 1;
        let (mut label, mut next_argument) = (0, arguments.iter());
        loop {
            let inst = *self.code.get(at).ok_or("a function without an end")?;
            self.steps += 1;
            if self.steps > MOST {
                return Err("no end".to_owned());
            }
            at += 1;
            match inst.opcode() {
                Op::FunctionParameter => self.set(inst, next_argument.next().ok_or("too few arguments")?.clone())?,
                Op::Label => label = inst.result_id().ok_or("no label")?,
                Op::Return => return Ok(None),
                Op::ReturnValue => return self.value(inst.operand(0)?).cloned().map(Some),
                Op::FunctionCall => {
                    let arguments = self.all(inst.in_operands().get(1..).unwrap_or_default())?;
                    if let Some(value) = self.call(inst.operand(0)?, &arguments)? {
                        self.set(inst, value)?;
                    }
                }
                _ => match self.target(inst)? {
                    Some(target) => (at, label) = (self.enter(label, target)?, target),
                    None => self.step(inst)?,
                },
            }
        }
    }

    /// Returns the target block of a branch.
    fn target(&self, inst: Instruction<'_>) -> Result<Option<u32>> {
        let index = match inst.opcode() {
            Op::Branch => 0,
            Op::BranchConditional if self.word(inst.operand(0)?)? != 0 => 1,
            Op::BranchConditional => 2,
            Op::Switch => {
                let by = self.word(inst.operand(0)?)? as u32;
                let cases = inst.in_operands().get(2..).unwrap_or_default().as_chunks::<2>().0;
                let case = cases.iter().find(|[number, _]| *number == by).map(|[_, target]| *target);
                return case.map_or_else(|| inst.operand(1), Ok).map(Some);
            }
            _ => return Ok(None),
        };
        inst.operand(index).map(Some)
    }

    /// Enters a block and sets its phis all at once; returns the position behind them.
    fn enter(&mut self, from: u32, to: u32) -> Result<usize> {
        let start = *self.definitions.get(to as usize).ok_or("no such block")? + 1;
        let phis = self.code.get(start..).unwrap_or_default().iter().take_while(|inst| inst.opcode() == Op::Phi);
        let incoming = |inst: &Instruction<'w>| {
            let edge = inst.in_operands().as_chunks::<2>().0.iter().find(|[_, block]| *block == from);
            Ok((*inst, self.value(edge.ok_or("a phi without the block that comes before")?[0])?.clone()))
        };
        let values = phis.map(incoming).collect::<Result<Vec<_>>>()?;
        let count = values.len();
        values.into_iter().try_for_each(|(inst, value)| self.set(inst, value))?;
        Ok(start + count)
    }

    /// Runs an instruction that does not end a block.
    fn step(&mut self, inst: Instruction<'_>) -> Result<()> {
        let value = match inst.opcode() {
            Op::Variable => return self.variable(inst),
            Op::Store => return self.store(inst.operand(0)?, inst.operand(1)?),
            Op::LoopMerge | Op::SelectionMerge | Op::Line | Op::NoLine => return Ok(()),
            Op::Load => self.load(inst.operand(0)?)?,
            Op::AccessChain | Op::InBoundsAccessChain => self.chain(inst)?,
            Op::CompositeConstruct => self.constructed(inst)?,
            Op::CompositeExtract => {
                let path: Vec<_> = inst.in_operands().iter().skip(1).map(|at| *at as usize).collect();
                self.value(inst.operand(0)?)?.part(&path)?.clone()
            }
            Op::CompositeInsert => {
                let path: Vec<_> = inst.in_operands().iter().skip(2).map(|at| *at as usize).collect();
                self.with(inst.operand(1)?, &path, inst.operand(0)?)?
            }
            Op::VectorExtractDynamic => {
                let at = self.word(inst.operand(1)?)? as usize;
                let parts = self.value(inst.operand(0)?)?.parts()?;
                parts.get(at).cloned().unwrap_or(Value::Word(UNDEFINED))
            }
            Op::VectorInsertDynamic => {
                let at = self.word(inst.operand(2)?)? as usize;
                self.with(inst.operand(0)?, &[at], inst.operand(1)?)?
            }
            Op::VectorShuffle => self.shuffle(inst)?,
            Op::ExtInst => self.extended(inst)?,
            Op::Undef => self.filled(inst.result_type().ok_or("no type")?, UNDEFINED)?,
            op => {
                let first = if op == Op::Select { 1 } else { 0 };
                let operands = self.all(inst.in_operands())?;
                let from = self.bits_of(inst.operand(first)?)?;
                elementwise(op, &operands, from, self.bits(inst.result_type().ok_or("no type")?))?
            }
        };
        self.set(inst, value)
    }

    /// Returns the width of the numbers of a value.
    fn bits_of(&self, id: u32) -> Result<u32> {
        Ok(self.definition(id)?.result_type().map_or(64, |ty| self.bits(ty)))
    }

    /// Returns a variable, and the path to a part of it.
    fn pointer(&self, id: u32) -> Result<(usize, &[usize])> {
        match self.value(id)? {
            Value::Pointer(variable, path) => Ok((*variable, path)),
            other => Err(format!("{other:?} where a pointer should be")),
        }
    }

    fn load(&self, pointer: u32) -> Result<Value> {
        let (variable, path) = self.pointer(pointer)?;
        match self.memory.get(variable).and_then(Option::as_ref).ok_or("no such variable")? {
            Contents::Value(value) => value.part(path).cloned(),
            Contents::Bytes(ty, bytes) => self.layouts.load(bytes, *ty, path),
        }
    }

    fn store(&mut self, pointer: u32, value: u32) -> Result<()> {
        let value = self.value(value)?.clone();
        let (variable, path) = self.pointer(pointer)?;
        let (variable, path) = (variable, path.to_vec());
        match self.memory.get_mut(variable).and_then(Option::as_mut).ok_or("no such variable")? {
            Contents::Value(contents) => *contents.part_mut(&path)? = value,
            Contents::Bytes(ty, bytes) => self.layouts.store(bytes, *ty, &path, &value)?,
        }
        Ok(())
    }

    fn chain(&self, inst: Instruction<'_>) -> Result<Value> {
        let (variable, path) = self.pointer(inst.operand(0)?)?;
        let mut path = path.to_vec();
        for index in inst.in_operands().iter().skip(1) {
            path.push(self.word(*index)? as usize);
        }
        Ok(Value::Pointer(variable, path))
    }

    /// Returns a composite with one part replaced.
    fn with(&self, composite: u32, path: &[usize], part: u32) -> Result<Value> {
        let mut composite = self.value(composite)?.clone();
        *composite.part_mut(path)? = self.value(part)?.clone();
        Ok(composite)
    }

    /// Returns a constructed composite; a vector may be constructed from vectors, too.
    fn constructed(&self, inst: Instruction<'_>) -> Result<Value> {
        let mut parts = self.all(inst.in_operands())?;
        let ty = self.definition(inst.result_type().ok_or("no type")?)?;
        if ty.opcode() == Op::TypeVector {
            let flat = |part| match part {
                Value::Parts(parts) => parts,
                other => vec![other],
            };
            parts = parts.into_iter().flat_map(flat).collect();
        }
        Ok(Value::Parts(parts))
    }

    fn shuffle(&self, inst: Instruction<'_>) -> Result<Value> {
        let mut parts = self.value(inst.operand(0)?)?.parts()?.to_vec();
        parts.extend(self.value(inst.operand(1)?)?.parts()?.iter().cloned());
        let part = |at: &u32| match *at {
            u32::MAX => Ok(Value::Word(UNDEFINED)),
            at => parts.get(at as usize).cloned().ok_or_else(|| format!("no part {at}")),
        };
        inst.in_operands().iter().skip(2).map(part).collect::<Result<_>>().map(Value::Parts)
    }

    fn extended(&self, inst: Instruction<'_>) -> Result<Value> {
        let (a, b) = (inst.operand(2)?, inst.operand(3)?);
        let word = extended(inst.operand(1)?, self.word(a)?, self.word(b)?, self.bits_of(a)?);
        word.map(Value::Word).ok_or_else(|| format!("an instruction {:?} of a set", inst.in_operands()))
    }
}
