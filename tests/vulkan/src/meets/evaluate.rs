//! The results of shaders, computed by the host: statements run under masks, all invocations of a workgroup at once.
//! Invocations that leave a statement wait behind it for the rest, which is maximal reconvergence.

use super::program::{self, Atom, Collective, Condition, Expr, Op, Program, Statement};
use super::{REGISTERS, SUBGROUP};

/// Returns the results of the invocations of a workgroup.
pub fn returned(program: &Program, group: u32) -> Vec<u32> {
    let lane = |local: u32| Lane {
        registers: std::array::from_fn(|register| program::first(register, local, group)),
        counters: Vec::new(),
    };
    let lanes = (0..program.size as u32).map(lane).collect();
    let mut run = Run { program, group, uniform: group * 5 + 3, lanes };
    let all = vec![true; program.size];
    if let Some(main) = program.functions.last() {
        run.function(main, &all);
    }
    run.lanes.iter().flat_map(|lane| lane.registers).collect()
}

struct Lane {
    registers: [u32; REGISTERS],
    counters: Vec<u32>,
}

/// A set of invocations by their positions in the workgroup.
type Mask = Vec<bool>;

/// The invocations that have left an enclosing statement.
struct Gone {
    /// The invocations that left the loop, its current iteration, or the function.
    broken: Mask,
    continued: Mask,
    returned: Mask,
}

impl Gone {
    fn none(size: usize) -> Self {
        Self { broken: vec![false; size], continued: vec![false; size], returned: vec![false; size] }
    }

    fn left(&self, mask: &Mask) -> Mask {
        let gone = |at: usize| self.broken[at] || self.continued[at] || self.returned[at];
        mask.iter().enumerate().map(|(at, is_here)| *is_here && !gone(at)).collect()
    }
}

struct Run<'p> {
    program: &'p Program,
    group: u32,
    uniform: u32,
    lanes: Vec<Lane>,
}

impl Run<'_> {
    fn function(&mut self, statements: &[Statement], mask: &Mask) {
        self.all(statements, mask, &mut Gone::none(mask.len()));
    }

    fn all(&mut self, statements: &[Statement], mask: &Mask, gone: &mut Gone) {
        for statement in statements {
            let here = gone.left(mask);
            if here.contains(&true) {
                self.one(statement, &here, gone);
            }
        }
    }

    fn one(&mut self, statement: &Statement, mask: &Mask, gone: &mut Gone) {
        match statement {
            Statement::Set(register, value) => {
                let values = self.values(value);
                self.set(*register, &values, mask);
            }
            Statement::Collect(register, op, value) => self.collect(*register, *op, value, mask),
            Statement::Exchange(register, value, from) => {
                let room = self.values(value);
                let taken: Vec<_> =
                    (0..mask.len()).map(|at| room[self.atom(*from, at) as usize % mask.len()]).collect();
                self.set(*register, &taken, mask);
            }
            Statement::Agree(value, from) => self.uniform = self.values(value)[*from as usize],
            Statement::Barrier => {}
            Statement::If(by, yes, no) => {
                let (then, other) = self.parted(by, mask);
                self.all(yes, &then, gone);
                self.all(no, &other, gone);
            }
            Statement::Loop { depth, bound, tests_last, body } => {
                self.repeat((*depth, *bound, *tests_last), body, mask, gone);
            }
            Statement::Switch(of, cases) => {
                let last = cases.len().saturating_sub(1);
                let chosen: Vec<_> = (0..mask.len()).map(|at| (self.atom(*of, at) & 3) as usize).collect();
                for (number, case) in cases.iter().enumerate() {
                    let here = (0..mask.len()).map(|at| mask[at] && chosen[at].min(last) == number).collect();
                    self.all(case, &here, gone);
                }
            }
            Statement::Break(by) => join(&mut gone.broken, &self.parted(by, mask).0),
            Statement::Continue(by) => join(&mut gone.continued, &self.parted(by, mask).0),
            Statement::Return(by) => join(&mut gone.returned, &self.parted(by, mask).0),
            Statement::Call(number) => {
                // What a function's loops count is its own.
                let counters: Vec<_> = self.lanes.iter().map(|lane| lane.counters.clone()).collect();
                let function = &self.program.functions[*number];
                self.function(function, mask);
                self.lanes.iter_mut().zip(counters).for_each(|(lane, counters)| lane.counters = counters);
            }
        }
    }

    fn repeat(
        &mut self,
        (depth, bound, tests_last): (usize, Atom, bool),
        body: &[Statement],
        mask: &Mask,
        gone: &mut Gone,
    ) {
        let bounds: Vec<_> = (0..mask.len()).map(|at| self.atom(bound, at) & 3).collect();
        let mut inner = Gone { returned: gone.returned.clone(), ..Gone::none(mask.len()) };
        let mut here = mask.clone();
        for round in 1.. {
            // A loop that tests last begins a round more.
            let reaches = |at: usize| round <= bounds[at] + u32::from(tests_last);
            here = inner.left(&here).iter().enumerate().map(|(at, is_here)| *is_here && reaches(at)).collect();
            if !here.contains(&true) {
                break;
            }
            for (lane, _) in self.lanes.iter_mut().zip(&here).filter(|(_, is_here)| **is_here) {
                lane.counters.resize(lane.counters.len().max(depth + 1), 0);
                lane.counters[depth] = round;
            }
            self.all(body, &here, &mut inner);
            inner.continued.fill(false);
        }
        gone.returned = inner.returned;
    }

    fn collect(&mut self, register: usize, op: Collective, value: &Expr, mask: &Mask) {
        let values = self.values(value);
        let mut results = values.clone();
        for begin in (0..mask.len()).step_by(SUBGROUP) {
            let members: Vec<_> = (begin..mask.len().min(begin + SUBGROUP)).filter(|at| mask[*at]).collect();
            for at in &members {
                results[*at] = collected(op, &values, &members, *at);
            }
        }
        for (at, result) in results.iter_mut().enumerate() {
            *result = result.wrapping_add(self.lanes[at].registers[register]);
        }
        self.set(register, &results, mask);
    }

    fn set(&mut self, register: usize, values: &[u32], mask: &Mask) {
        for ((lane, value), _) in self.lanes.iter_mut().zip(values).zip(mask).filter(|(_, is_here)| **is_here) {
            lane.registers[register] = *value;
        }
    }

    /// Returns the invocations for which a condition holds, and the others.
    fn parted(&self, condition: &Condition, mask: &Mask) -> (Mask, Mask) {
        let holds = |at: usize| (self.atom(condition.of, at) >> condition.shift & condition.mask) < condition.below;
        let chosen = |wanted: bool| (0..mask.len()).map(|at| mask[at] && holds(at) == wanted).collect();
        (chosen(true), chosen(false))
    }

    fn values(&self, Expr(op, a, b): &Expr) -> Vec<u32> {
        let value = |at: usize| {
            let (a, b) = (self.atom(*a, at), self.atom(*b, at));
            match op {
                Op::Add => a.wrapping_add(b),
                Op::Mul => a.wrapping_mul(b),
                Op::Xor => a ^ b,
                Op::And => a & b,
            }
        };
        (0..self.lanes.len()).map(value).collect()
    }

    fn atom(&self, atom: Atom, at: usize) -> u32 {
        match atom {
            Atom::Register(register) => self.lanes[at].registers[register],
            Atom::Uniform => self.uniform,
            Atom::Local => at as u32,
            Atom::Group => self.group,
            Atom::Counter(depth) => self.lanes[at].counters.get(depth).copied().unwrap_or(0),
            Atom::Number(number) => number,
        }
    }
}

fn join(to: &mut Mask, from: &Mask) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
}

/// Returns the result that an invocation gets from an operation over the participants.
fn collected(op: Collective, values: &[u32], members: &[usize], me: usize) -> u32 {
    let all = || members.iter().map(|at| values[*at]);
    let up_to = |last: usize| members.iter().filter(|at| **at < last).fold(0, |sum, at| values[*at].wrapping_add(sum));
    let first = members.first().copied().unwrap_or(me);
    match op {
        Collective::Add => up_to(usize::MAX),
        Collective::Min => all().min().unwrap_or(0),
        Collective::Max => all().max().unwrap_or(0),
        Collective::And => all().fold(u32::MAX, |a, b| a & b),
        Collective::Or => all().fold(0, |a, b| a | b),
        Collective::Xor => all().fold(0, |a, b| a ^ b),
        Collective::InclusiveAdd => up_to(me + 1),
        Collective::ExclusiveAdd => up_to(me),
        Collective::Ballot => members.iter().map(|at| (values[*at] & 1) << (at % SUBGROUP)).sum(),
        Collective::Any => u32::from(all().any(|value| value & 1 == 1)),
        Collective::All => u32::from(all().all(|value| value & 1 == 1)),
        Collective::Elect => u32::from(first == me),
        Collective::First => values[first],
    }
}
