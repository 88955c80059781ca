//! Analysis whether the address of a local variable that is executed in each iteration of a loop is used in a later
//! iteration, when LLVM has new memory for the variable, but SPIR-V has not (LangRef "alloca").
//!
//! It is a forward analysis over the blocks of the function: for each holder of the address, whether it may have the
//! address of the latest execution, and whether it may have that of an earlier one. An execution turns every latest
//! address into an earlier one. `llvm.lifetime.end` and `llvm.stackrestore` end the latest: a later use of its address
//! is undefined behaviour.

use super::addresses::{Addresses, Event, Search};
use crate::error::Result;
use crate::llvm::{Block, Opcode, Value};
use crate::state::{Forward, Role, RoleOf};
use rustc_hash::FxHashMap;

/// The limit on passes over all blocks; beyond it the address is assumed to outlive the iteration.
const MOST_PASSES: usize = 64;

/// The limit on the number of analysed variables in a function, which keeps the work linear in the input.
const MOST_VARIABLES: usize = 64;

/// The limit on the number of words of the sets of all blocks.
const MOST_WORDS: usize = 1 << 22;

/// Returns whether the address of `variable`, an `alloca` in a cycle of blocks, may be used after it is executed again.
pub fn outlives<'m>(f: &mut Forward<'m>, variable: Value<'m>) -> Result<bool> {
    let addresses = Search::new(f).run(variable);
    if !addresses.may_be_kept {
        return Ok(false);
    }
    f.body.memory.repeated_analysed += 1;
    let Some(function) = variable.parent_function().filter(|_| f.body.memory.repeated_analysed <= MOST_VARIABLES)
    else {
        return Ok(true);
    };
    let flow = Flow::new(function, variable, addresses, f.hooks.role());
    Ok(flow.words.saturating_mul(flow.nodes.len()) > MOST_WORDS || flow.run())
}

/// A set of holders.
type Set = Vec<u64>;

fn has(set: &Set, at: usize) -> bool {
    set.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 != 0)
}

fn put(set: &mut Set, at: usize, is_in: bool) {
    if let Some(word) = set.get_mut(at / 64) {
        *word = *word & !(1 << (at % 64)) | u64::from(is_in) << (at % 64);
    }
}

fn join(set: &mut Set, other: &Set) {
    set.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

/// The addresses that holders may have.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    /// The holders that may have the address of the latest execution.
    latest: Set,
    /// The holders that may have the address of an earlier execution.
    earlier: Set,
}

impl State {
    fn both(&self, at: usize) -> [bool; 2] {
        [has(&self.latest, at), has(&self.earlier, at)]
    }

    fn set(&mut self, at: usize, [latest, earlier]: [bool; 2]) {
        put(&mut self.latest, at, latest);
        put(&mut self.earlier, at, earlier);
    }

    fn join(&mut self, other: &Self) {
        join(&mut self.latest, &other.latest);
        join(&mut self.earlier, &other.earlier);
    }
}

/// A block: its phis, the relevant instructions, and its predecessors.
#[derive(Debug, Default)]
struct Node<'m> {
    phis: Vec<Value<'m>>,
    steps: Vec<Value<'m>>,
    predecessors: Vec<usize>,
}

struct Flow<'m> {
    role: RoleOf,
    variable: Value<'m>,
    addresses: Addresses<'m>,
    numbers: FxHashMap<Block<'m>, usize>,
    nodes: Vec<Node<'m>>,
    /// The number that stands for all memory that is not followed; the numbers behind it are those of the `llvm.stacksave`s.
    memory: usize,
    saves: FxHashMap<Value<'m>, usize>,
    words: usize,
}

impl<'m> Flow<'m> {
    fn new(function: Value<'m>, variable: Value<'m>, addresses: Addresses<'m>, role: RoleOf) -> Self {
        let numbers: FxHashMap<_, _> = (0..).zip(function.blocks()).map(|(number, block)| (block, number)).collect();
        let memory = addresses.holders.len();
        let nodes = Vec::new();
        let mut flow =
            Self { role, variable, addresses, numbers, nodes, memory, saves: FxHashMap::default(), words: 0 };
        flow.nodes.resize_with(flow.numbers.len(), Node::default);
        for (number, block) in function.blocks().enumerate() {
            flow.block(number, block);
        }
        flow.words = (memory + flow.saves.len()) / 64 + 1;
        flow
    }

    /// Notes the relevant instructions of a block.
    fn block(&mut self, number: usize, block: Block<'m>) {
        let mut node = std::mem::take(&mut self.nodes[number].steps);
        for inst in block.instructions() {
            if inst.is_op(Opcode::Phi) {
                if self.addresses.holders.contains_key(&inst) {
                    self.nodes[number].phis.push(inst);
                }
                continue;
            }
            let role = (self.role)(inst);
            if role == Some(Role::StackSave) {
                let next = self.memory + 1 + self.saves.len();
                self.saves.insert(inst, next);
            }
            let ends = matches!(role, Some(Role::StackRestore | Role::StackSave));
            if ends || inst == self.variable || self.addresses.events.contains_key(&inst) {
                node.push(inst);
            }
        }
        self.nodes[number].steps = node;
        for next in block.terminator().into_iter().flat_map(Value::successors) {
            if let Some(next) = self.numbers.get(&next).copied() {
                self.nodes[next].predecessors.push(number);
            }
        }
    }

    fn run(&self) -> bool {
        let empty = State { latest: vec![0; self.words], earlier: vec![0; self.words] };
        let mut ends = vec![empty.clone(); self.nodes.len()];
        for _ in 0..MOST_PASSES {
            let mut is_fixed_point = true;
            for number in 0..self.nodes.len() {
                let mut state = self.enter(number, &ends, &empty);
                if self.nodes[number].steps.iter().any(|step| self.step(&mut state, *step)) {
                    return true;
                }
                is_fixed_point &= ends[number] == state;
                ends[number] = state;
            }
            if is_fixed_point {
                return false;
            }
        }
        true
    }

    /// Returns the state at the beginning of a block.
    fn enter(&self, number: usize, ends: &[State], empty: &State) -> State {
        let node = &self.nodes[number];
        let mut state = empty.clone();
        for from in &node.predecessors {
            state.join(&ends[*from]);
        }
        for phi in &node.phis {
            let mut both = [false; 2];
            for (value, from) in phi.incoming() {
                let end = self.numbers.get(&from).map(|from| &ends[*from]);
                let held = self.addresses.holders.get(&value).zip(end).map_or([false; 2], |(at, end)| end.both(*at));
                both = [both[0] | held[0], both[1] | held[1]];
            }
            if let Some(at) = self.addresses.holders.get(phi) {
                state.set(*at, both);
            }
        }
        state
    }

    fn held(&self, state: &State, value: Value<'m>) -> [bool; 2] {
        self.addresses.holders.get(&value).map_or([false; 2], |at| state.both(*at))
    }

    /// Applies an instruction to the state; returns whether it uses the address of an earlier execution.
    fn step(&self, state: &mut State, inst: Value<'m>) -> bool {
        if inst == self.variable {
            let latest = std::mem::replace(&mut state.latest, vec![0; self.words]);
            join(&mut state.earlier, &latest);
            state.set(0, [true, false]);
            return has(&state.earlier, self.memory);
        }
        if self.ends_latest(state, inst) {
            state.latest.fill(0);
        }
        let Some(events) = self.addresses.events.get(&inst) else { return false };
        events.iter().any(|event| self.event(state, inst, *event))
    }

    /// Returns whether an instruction ends the lifetime of the latest execution's memory.
    fn ends_latest(&self, state: &mut State, inst: Value<'m>) -> bool {
        if let Some(save) = self.saves.get(&inst) {
            // What was executed before is not given back when this is restored.
            put(&mut state.latest, *save, true);
            return false;
        }
        let argument = || inst.call_arg(0);
        match (self.role)(inst) {
            Some(Role::LifetimeEnd) => argument() == Some(self.variable),
            Some(Role::StackRestore) => {
                argument().and_then(|save| self.saves.get(&save)).is_some_and(|save| !has(&state.latest, *save))
            }
            _ => false,
        }
    }

    fn event(&self, state: &mut State, inst: Value<'m>, event: Event<'m>) -> bool {
        let at = |value: Value<'m>| self.addresses.holders.get(&value).copied().unwrap_or(self.memory);
        match event {
            Event::Derive => {
                let held = inst.operands().map(|operand| self.held(state, operand));
                let both = held.fold([false; 2], |both, held| [both[0] | held[0], both[1] | held[1]]);
                state.set(at(inst), both);
                false
            }
            Event::Begin => {
                state.set(at(inst), [false; 2]);
                false
            }
            Event::Load(from) => {
                state.set(at(inst), state.both(at(from)));
                false
            }
            Event::Store(to) => {
                let held = inst.operand(0).map_or([false; 2], |value| self.held(state, value));
                state.set(at(to), held);
                false
            }
            Event::Use(value) => self.held(state, value)[1],
            Event::Escape(value) => {
                let [latest, earlier] = self.held(state, value);
                if latest {
                    put(&mut state.latest, self.memory, true);
                }
                earlier
            }
        }
    }
}
