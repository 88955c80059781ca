//! An interpreter of phis, additions, comparisons, branches and switches, which records the traced values.

use crate::llvm::{Block, Opcode, Predicate, Value};
use llvm_spirv_testing::Random;
use std::collections::HashMap;

/// The number of traced values after which an execution stops.
const EVENTS: usize = 120;
/// The number of instructions that are executed without a traced value at most.
const STEPS: usize = 20_000;

/// The random branch decisions of one execution.
pub struct Run(Random);

impl Run {
    pub fn new(seed: u64) -> Self {
        Self(Random::new(seed, 1))
    }
}

/// The end of an execution.
#[derive(Debug, PartialEq, Eq)]
pub enum Ending {
    Return,
    Unreachable,
    Stopped,
}

/// Returns the values that a function traces, and its end. Panics on poison.
pub fn run(function: Value<'_>, mut run: Run) -> (Vec<u64>, Ending) {
    let (mut events, mut values) = (Vec::new(), HashMap::new());
    let (mut at, mut from) = (function.entry_block().unwrap(), None);
    for _ in 0..STEPS {
        if events.len() >= EVENTS {
            return (events, Ending::Stopped);
        }
        match block(at, from, &mut values, &mut events, &mut run) {
            Ok(next) => (from, at) = (Some(at), next),
            Err(ending) => return (events, ending),
        }
    }
    panic!("nothing is traced any more")
}

fn number(values: &HashMap<Value<'_>, Option<u64>>, value: Value<'_>) -> Option<u64> {
    match value.is_instruction() {
        true => values[&value],
        false => value.int_value(),
    }
}

fn block<'m>(
    at: Block<'m>,
    from: Option<Block<'m>>,
    values: &mut HashMap<Value<'m>, Option<u64>>,
    events: &mut Vec<u64>,
    run: &mut Run,
) -> Result<Block<'m>, Ending> {
    let phis = at.instructions().take_while(|inst| inst.is_op(Opcode::Phi));
    let incoming = |phi: Value<'m>| phi.incoming().find(|(_, block)| Some(*block) == from).unwrap().0;
    let new: Vec<_> = phis.map(|phi| (phi, number(values, incoming(phi)))).collect();
    values.extend(new);
    for inst in at.instructions().filter(|inst| !inst.is_op(Opcode::Phi)) {
        let operand = |index| number(values, inst.operand(index).unwrap());
        match inst.opcode().unwrap() {
            Opcode::Add => {
                let sum = operand(0).zip(operand(1)).map(|(a, b)| (a + b) & 0xFFFF_FFFF);
                values.insert(inst, sum);
            }
            Opcode::ICmp => {
                assert_eq!(inst.int_predicate(), Some(Predicate::Eq));
                let equal = operand(0).zip(operand(1)).map(|(a, b)| u64::from(a == b));
                values.insert(inst, equal);
            }
            Opcode::Call if inst.called_function().unwrap().name() == "next" => {
                values.insert(inst, Some(run.0.below(4) as u64));
            }
            Opcode::Call => events.push(operand(0).expect("poison is traced")),
            Opcode::Br => match inst.condition() {
                None => return Ok(inst.successor(0).unwrap()),
                Some(condition) => {
                    let condition = number(values, condition).expect("a branch on poison");
                    return Ok(inst.successor(u32::from(condition == 0)).unwrap());
                }
            },
            Opcode::Switch => {
                let chosen = operand(0).expect("a switch on poison");
                let case = inst.cases().find(|(value, _)| value.int_value() == Some(chosen));
                return Ok(case.map_or_else(|| inst.switch_default().unwrap(), |(_, to)| to));
            }
            Opcode::Ret => return Err(Ending::Return),
            Opcode::Unreachable => return Err(Ending::Unreachable),
            other => panic!("{other:?}"),
        }
    }
    panic!("a block without an end")
}
