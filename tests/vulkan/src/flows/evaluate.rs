//! The results of programs, computed by the host.

use super::program::{BOUND, ELEMENTS, End, FUEL, Inst, Op, Operand, Program, STEP};

/// Returns the return value of an invocation's call.
pub fn returned(program: &Program, lane: u32) -> u32 {
    Call::new(program, argument(program.number, lane)).run()
}

/// Returns the argument of an invocation's call.
pub fn argument(number: u64, lane: u32) -> u32 {
    (lane + 1).wrapping_mul(factor()) ^ mask(number)
}

/// Returns the factor of the number of an invocation, counted from 1.
pub fn factor() -> u32 {
    0x9E37_79B1
}

/// Returns the mask that makes a case's arguments different from those of others.
pub fn mask(number: u64) -> u32 {
    (number as u32).wrapping_mul(0x85EB_CA6B)
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Int(u32),
    Float(f32),
    Vector([u32; ELEMENTS as usize]),
}

impl Value {
    /// Returns an integer, a boolean as 0 and 1, and a pointer as the number of an element.
    fn int(self) -> u32 {
        match self {
            Self::Int(value) => value,
            Self::Float(value) => value.to_bits(),
            Self::Vector([first, ..]) => first,
        }
    }

    fn float(self) -> f32 {
        match self {
            Self::Float(value) => value,
            _ => 0.0,
        }
    }

    fn vector(self) -> [u32; ELEMENTS as usize] {
        match self {
            Self::Vector(parts) => parts,
            _ => [0; ELEMENTS as usize],
        }
    }
}

/// The state of a call.
struct Call<'p> {
    program: &'p Program,
    argument: u32,
    values: Vec<Value>,
    /// The elements of both arrays.
    memory: Vec<u32>,
    state: u32,
    fuel: u32,
}

impl<'p> Call<'p> {
    fn new(program: &'p Program, argument: u32) -> Self {
        let memory = (0..2 * ELEMENTS).map(|element| argument.wrapping_mul(element + 1)).collect();
        Self { program, argument, values: vec![Value::Int(argument)], memory, state: argument ^ STEP.1, fuel: FUEL }
    }

    fn run(mut self) -> u32 {
        let (mut from, mut at) = (0, 0);
        loop {
            let block = &self.program.blocks[at];
            let incoming = |(source, operand): &(usize, Operand)| (*source == from).then(|| self.operand(*operand));
            let phis: Vec<_> = block.phis.iter().map(|phi| (phi, phi.incoming.iter().find_map(incoming))).collect();
            for (phi, value) in phis {
                // A number stands for an integer.
                self.set(phi.result, value.unwrap_or(Value::Int(0)));
            }
            block.code.iter().for_each(|inst| self.step(inst));
            from = at;
            at = match &block.end {
                End::Return(operand) => return self.operand(*operand).int(),
                End::Unreachable => return self.argument,
                End::Branch(to) => *to,
                End::Conditional { by, yes, no, is_back } => {
                    let by = self.operand(*by).int() != 0;
                    if self.may_go(*is_back) && by { *yes } else { *no }
                }
                End::Switch { by, default, cases, is_back } => {
                    let by = self.operand(*by).int() & 7;
                    let may_go = self.may_go(*is_back);
                    let case = cases.get(by as usize).filter(|_| may_go);
                    *case.unwrap_or(default)
                }
            };
        }
    }

    /// Counts a jump backwards; returns whether it is allowed.
    fn may_go(&mut self, is_back: bool) -> bool {
        let may_go = !is_back || self.fuel != 0;
        self.fuel -= u32::from(is_back && self.fuel != 0);
        may_go
    }

    fn set(&mut self, result: usize, value: Value) {
        if self.values.len() <= result {
            self.values.resize(result + 1, Value::Int(0));
        }
        self.values[result] = value;
    }

    fn operand(&self, operand: Operand) -> Value {
        match operand {
            Operand::Value(result) => self.values.get(result).copied().unwrap_or(Value::Int(0)),
            Operand::Number(number) => Value::Int(number),
        }
    }

    fn step(&mut self, inst: &Inst) {
        let of = |index: usize| inst.operands.get(index).map_or(Value::Int(0), |operand| self.operand(*operand));
        let (a, b) = (of(0).int(), of(1).int());
        let value = match inst.op {
            Op::Add => a.wrapping_add(b),
            Op::Sub => a.wrapping_sub(b),
            Op::Mul => a.wrapping_mul(b),
            Op::Xor | Op::Either => a ^ b,
            Op::And | Op::Both => a & b,
            Op::Shift(bits) => a >> bits,
            Op::Below => u32::from(a < b),
            Op::Less => u32::from((a as i32) < b as i32),
            Op::Equal => u32::from(a == b),
            Op::Choose(_) => {
                let value = if a != 0 { of(1) } else { of(2) };
                return self.set(inst.result, value);
            }
            Op::Number => a,
            Op::OfFloat => of(0).float() as u32,
            Op::Lower => u32::from(of(0).float() < of(1).float()),
            Op::Part => of(0).vector()[(b % ELEMENTS) as usize],
            Op::Address(array) => array as u32 * ELEMENTS + a % ELEMENTS,
            Op::Load => self.memory[a as usize],
            Op::Store => {
                self.memory[b as usize] = a;
                return;
            }
            Op::Draw => {
                self.state = self.state.wrapping_mul(STEP.0).wrapping_add(STEP.1);
                self.state >> 16
            }
            Op::Call => self.program.helper.as_ref().map_or(0, |helper| Call::new(helper, a).run()),
            Op::ToFloat => return self.set(inst.result, Value::Float((a & 255) as f32)),
            Op::Sum => {
                let sum = of(0).float() + of(1).float();
                return self.set(inst.result, Value::Float(if sum > BOUND { 1.0 } else { sum }));
            }
            Op::Pair => return self.set(inst.result, Value::Vector([a, b, b, a])),
            Op::Plus => {
                let (left, right) = (of(0).vector(), of(1).vector());
                let sum = std::array::from_fn(|index| left[index].wrapping_add(right[index]));
                return self.set(inst.result, Value::Vector(sum));
            }
            Op::Turned => {
                let [x, y, z, w] = of(0).vector();
                return self.set(inst.result, Value::Vector([w, z, y, x]));
            }
        };
        self.set(inst.result, Value::Int(value));
    }
}
