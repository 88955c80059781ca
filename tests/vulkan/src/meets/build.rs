//! Random shaders.

use super::REGISTERS;
use super::program::{Atom, COLLECTIVES, Condition, Expr, Op, Program, Statement};
use llvm_spirv_testing::Random;

/// The limit on the statements of a shader.
const MOST: usize = 60;

/// The position of a statement.
#[derive(Clone, Copy)]
struct Place {
    /// True if all invocations of the workgroup arrive here together.
    is_uniform: bool,
    /// The number of enclosing loops, and true if all invocations leave the inner one together.
    loops: usize,
    leaves_together: bool,
    /// True if all invocations return from the function together.
    returns_together: bool,
    /// The number of enclosing statements.
    depth: usize,
    /// The functions that may be called.
    functions: usize,
    /// The number of enclosing loops up to the first that invocations do not run together; its counter is not the same
    /// for all.
    uniform_loops: usize,
}

struct Build {
    random: Random,
    /// True for each function that all invocations call together.
    together: Vec<bool>,
    count: usize,
    may_diverge: bool,
    has_divergent_loop: bool,
}

/// Returns the shader of a case.
pub fn program(seed: u64, number: u64) -> Program {
    let mut random = Random::new(seed ^ 0x6D65_6574, number);
    let size = random.pick(&[8, 16, 32]);
    let may_diverge = random.one_in(2);
    let mut build = Build { random, together: Vec::new(), count: 0, may_diverge, has_divergent_loop: false };
    let mut functions = Vec::new();
    for index in 0..build.random.below(3) {
        let together = build.random.one_in(2);
        functions.push(build.function(together, index));
        build.together.push(together);
    }
    let mut main = build.function(true, functions.len());
    // At the end each may go its own way.
    if build.random.one_in(3) {
        main.extend(build.function(false, functions.len()));
    }
    functions.push(main);
    Program { size, functions, has_divergent_loop: build.has_divergent_loop }
}

impl Build {
    fn function(&mut self, together: bool, functions: usize) -> Vec<Statement> {
        let place = Place {
            is_uniform: together,
            loops: 0,
            leaves_together: true,
            returns_together: together,
            depth: 0,
            functions,
            uniform_loops: 0,
        };
        let mut all = self.statements(place);
        all.extend(self.statements(place));
        all
    }

    fn statements(&mut self, place: Place) -> Vec<Statement> {
        (0..1 + self.random.below(4)).map(|_| self.statement(place)).collect()
    }

    fn statement(&mut self, place: Place) -> Statement {
        self.count += 1;
        let is_deep = place.depth >= 3 || self.count > MOST;
        let inner = Place { depth: place.depth + 1, ..place };
        match self.random.below(if is_deep { 7 } else { 14 }) {
            0 => Statement::Set(self.register(), self.expr(place)),
            1 | 2 => Statement::Collect(self.register(), self.random.pick(COLLECTIVES), self.expr(place)),
            3 | 4 if place.is_uniform => self.meeting(place),
            3 | 4 => Statement::Collect(self.register(), self.random.pick(COLLECTIVES), self.expr(place)),
            5 => self.exit(place),
            6 => self.call(place),
            7..=9 => self.selection(inner),
            10 | 11 => self.repeat(inner),
            12 => self.switch(inner),
            _ => Statement::Set(self.register(), self.expr(place)),
        }
    }

    fn meeting(&mut self, place: Place) -> Statement {
        match self.random.below(4) {
            0 => Statement::Barrier,
            1 => Statement::Agree(self.expr(place), self.random.below(8) as u32),
            _ => Statement::Exchange(self.register(), self.expr(place), Atom::Register(self.register())),
        }
    }

    fn exit(&mut self, place: Place) -> Statement {
        let (may_leave, may_return) = (
            place.loops > 0 && (!place.leaves_together || place.is_uniform),
            !place.returns_together || place.is_uniform,
        );
        if may_leave && self.random.below(4) != 0 {
            let condition = self.condition(place.leaves_together, place);
            return if self.random.one_in(2) { Statement::Break(condition) } else { Statement::Continue(condition) };
        }
        if may_return && self.random.one_in(2) {
            return Statement::Return(self.condition(place.returns_together, place));
        }
        Statement::Set(self.register(), self.expr(place))
    }

    fn call(&mut self, place: Place) -> Statement {
        let called = self.random.below(place.functions);
        // Whoever calls a function with barriers comes together with all.
        match self.together.get(called).filter(|_| called < place.functions) {
            Some(together) if !*together || place.is_uniform => Statement::Call(called),
            _ => Statement::Set(self.register(), self.expr(place)),
        }
    }

    fn selection(&mut self, place: Place) -> Statement {
        let is_uniform = place.is_uniform && self.random.one_in(2);
        let condition = self.condition(is_uniform, place);
        let inner = Place { is_uniform, ..place };
        let other = if self.random.one_in(2) { self.statements(inner) } else { Vec::new() };
        Statement::If(condition, self.statements(inner), other)
    }

    fn repeat(&mut self, place: Place) -> Statement {
        let is_uniform = place.is_uniform && (!self.may_diverge || self.random.one_in(2));
        if !is_uniform && !self.may_diverge {
            return self.selection(place);
        }
        let bound = if is_uniform { self.uniform(place) } else { self.any(place) };
        self.has_divergent_loop |= !is_uniform;
        let depth = place.loops;
        let inner = Place {
            is_uniform,
            loops: depth + 1,
            leaves_together: is_uniform,
            uniform_loops: if is_uniform && place.uniform_loops == depth { depth + 1 } else { place.uniform_loops },
            ..place
        };
        Statement::Loop { depth, bound, tests_last: self.random.one_in(3), body: self.statements(inner) }
    }

    fn switch(&mut self, place: Place) -> Statement {
        let is_uniform = place.is_uniform && self.random.one_in(2);
        let of = if is_uniform { self.uniform(place) } else { self.any(place) };
        // A `break` in a switch leaves the switch: there is none.
        let inner = Place { is_uniform, loops: 0, leaves_together: true, ..place };
        let inner = Place { uniform_loops: 0, ..inner };
        let inner = Place { depth: inner.depth.max(2), ..inner };
        Statement::Switch(of, (0..2 + self.random.below(3)).map(|_| self.flat(inner)).collect())
    }

    /// Returns statements without loops: the depths of loops in a switch would be those of the loops around it.
    fn flat(&mut self, place: Place) -> Vec<Statement> {
        let deep = Place { depth: 3, ..place };
        (0..1 + self.random.below(3))
            .map(|_| match self.random.below(3) {
                0 if place.depth < 3 => {
                    let is_uniform = place.is_uniform && self.random.one_in(2);
                    let condition = self.condition(is_uniform, place);
                    let inner = Place { is_uniform, ..deep };
                    Statement::If(condition, vec![self.statement(inner)], vec![self.statement(inner)])
                }
                _ => self.statement(deep),
            })
            .collect()
    }

    fn register(&mut self) -> usize {
        self.random.below(REGISTERS)
    }

    fn any(&mut self, place: Place) -> Atom {
        match self.random.below(8) {
            0 => Atom::Local,
            1 => self.uniform(place),
            2 if place.loops > 0 => Atom::Counter(self.random.below(place.loops)),
            3 => Atom::Number(self.random.number() as u32 >> self.random.below(31)),
            _ => Atom::Register(self.register()),
        }
    }

    fn uniform(&mut self, place: Place) -> Atom {
        match self.random.below(4) {
            0 => Atom::Group,
            1 if place.uniform_loops > 0 => Atom::Counter(self.random.below(place.uniform_loops)),
            1 => Atom::Number(self.random.below(8) as u32),
            _ => Atom::Uniform,
        }
    }

    fn expr(&mut self, place: Place) -> Expr {
        let op = self.random.pick(&[Op::Add, Op::Mul, Op::Xor, Op::And]);
        Expr(op, self.any(place), self.any(place))
    }

    fn condition(&mut self, is_uniform: bool, place: Place) -> Condition {
        let of = if is_uniform { self.uniform(place) } else { self.any(place) };
        let mask = self.random.pick(&[1, 3, 7]);
        Condition { of, shift: self.random.below(4) as u32, mask, below: 1 + self.random.below(mask as usize) as u32 }
    }
}
