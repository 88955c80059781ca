//! Random programs over random graphs.

use super::graph::{self, graph};
use super::program::{Block, ELEMENTS, End, Inst, Op, Operand, Phi, Program, TYPES, Type};
use llvm_spirv_testing::Random;

/// The state of building a program.
struct Build {
    random: Random,
    /// The results in each block, with their types.
    results: Vec<Vec<(usize, Type)>>,
    /// The blocks that dominate each block, itself included.
    above: Vec<Vec<usize>>,
    next: usize,
    has_helper: bool,
}

/// Returns the program of a case.
pub fn program(seed: u64, number: u64) -> Program {
    let mut random = Random::new(seed, number);
    let helper = random.one_in(4).then(|| Box::new(function(random.clone(), number, None)));
    random.number();
    function(random, number, helper)
}

fn function(mut random: Random, number: u64, helper: Option<Box<Program>>) -> Program {
    let mut ends = graph(&mut random);
    while helper.is_none() && ends.len() > 24 {
        ends = graph(&mut random);
    }
    let before = before(&ends);
    let above = dominators(&before);
    let results = vec![Vec::new(); ends.len()];
    let mut build = Build { random, results, above, next: 1, has_helper: helper.is_some() };
    let mut blocks: Vec<Option<Block>> = vec![None; ends.len()];
    let mut order: Vec<_> = (0..ends.len()).collect();
    order.sort_by_key(|block| build.above[*block].len());
    for block in order {
        blocks[block] = Some(build.block(block, &ends, &before[block]));
    }
    let mut blocks: Vec<Block> = blocks.into_iter().flatten().collect();
    for block in &mut blocks {
        block.phis.iter_mut().for_each(|phi| build.incoming(phi));
    }
    Program { number, blocks, helper }
}

/// Returns the predecessors of each block, without repetition.
fn before(ends: &[graph::End]) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); ends.len()];
    for (from, end) in ends.iter().enumerate() {
        for to in end.targets() {
            if !before[to].contains(&from) {
                before[to].push(from);
            }
        }
    }
    before
}

fn dominators(before: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..before.len()).collect();
    let mut above = vec![all; before.len()];
    above[0] = vec![0];
    let mut is_done = false;
    while !is_done {
        is_done = true;
        for block in 1..before.len() {
            let is_above =
                |node: &usize| *node == block || before[block].iter().all(|from| above[*from].contains(node));
            let kept: Vec<_> = above[block].iter().copied().filter(is_above).collect();
            is_done &= kept.len() == above[block].len();
            above[block] = kept;
        }
    }
    above
}

impl Build {
    fn block(&mut self, block: usize, ends: &[graph::End], before: &[usize]) -> Block {
        let mut phis = Vec::new();
        let count = if before.len() > 1 { self.random.below(4) } else { usize::from(self.random.one_in(8)) };
        for _ in 0..if before.is_empty() { 0 } else { count } {
            let ty = self.random.pick(TYPES);
            let incoming = before.iter().map(|from| (*from, Operand::Number(0))).collect();
            phis.push(Phi { result: self.result(block, ty), ty, incoming });
        }
        let mut code = Vec::new();
        if block == 0 {
            self.results[0].push((0, Type::Int));
            self.first(&mut code);
        }
        for _ in 0..self.random.below(5) {
            self.any(block, &mut code);
        }
        let end = self.end(block, ends, &mut code);
        Block { phis, code, end }
    }

    fn result(&mut self, block: usize, ty: Type) -> usize {
        self.results[block].push((self.next, ty));
        self.next += 1;
        self.next - 1
    }

    fn add(&mut self, block: usize, code: &mut Vec<Inst>, ty: Type, op: Op, operands: &[Operand]) -> Operand {
        let result = self.result(block, ty);
        code.push(Inst { result, op, operands: operands.to_vec() });
        Operand::Value(result)
    }

    /// Adds a value of each type.
    fn first(&mut self, code: &mut Vec<Inst>) {
        let drawn = self.add(0, code, Type::Int, Op::Draw, &[]);
        let of = [Operand::Value(0), drawn];
        self.add(0, code, Type::Bool, Op::Below, &of);
        self.add(0, code, Type::Float, Op::ToFloat, &of[1..]);
        self.add(0, code, Type::Vector, Op::Pair, &of);
        self.add(0, code, Type::Pointer, Op::Address(0), &of[..1]);
        self.add(0, code, Type::Pointer, Op::Address(1), &of[1..]);
    }

    /// Returns a value that is available at the end of a block.
    fn value(&mut self, block: usize, ty: Type) -> Operand {
        if ty == Type::Int && self.random.one_in(8) {
            return Operand::Number(self.random.number() as u32 >> self.random.below(31));
        }
        let all = self.above[block].iter().flat_map(|above| &self.results[*above]);
        let found: Vec<_> = all.filter(|(_, known)| *known == ty).map(|(result, _)| *result).collect();
        // The latest ones most often.
        let back = self.random.below(found.len());
        let back = if self.random.one_in(2) { back } else { self.random.below(found.len().min(3)) };
        found.get(found.len().wrapping_sub(1 + back)).map_or(Operand::Number(0), |result| Operand::Value(*result))
    }

    fn any(&mut self, block: usize, code: &mut Vec<Inst>) {
        use Type::{Bool, Float, Int, Pointer, Vector};
        let chosen = self.random.pick(TYPES);
        let rows: &[(Op, Type, &[Type])] = &[
            (Op::Add, Int, &[Int, Int]),
            (Op::Sub, Int, &[Int, Int]),
            (Op::Mul, Int, &[Int, Int]),
            (Op::Xor, Int, &[Int, Int]),
            (Op::And, Int, &[Int, Int]),
            (Op::Shift(1 + self.random.below(30) as u32), Int, &[Int]),
            (Op::Below, Bool, &[Int, Int]),
            (Op::Less, Bool, &[Int, Int]),
            (Op::Equal, Bool, &[Int, Int]),
            (Op::Either, Bool, &[Bool, Bool]),
            (Op::Both, Bool, &[Bool, Bool]),
            (Op::Choose(chosen), chosen, &[Bool, chosen, chosen]),
            (Op::Number, Int, &[Bool]),
            (Op::ToFloat, Float, &[Int]),
            (Op::OfFloat, Int, &[Float]),
            (Op::Sum, Float, &[Float, Float]),
            (Op::Lower, Bool, &[Float, Float]),
            (Op::Pair, Vector, &[Int, Int]),
            (Op::Plus, Vector, &[Vector, Vector]),
            (Op::Turned, Vector, &[Vector]),
            (Op::Part, Int, &[Vector, Int]),
            (Op::Address(0), Pointer, &[Int]),
            (Op::Address(1), Pointer, &[Int]),
            (Op::Load, Int, &[Pointer]),
            (Op::Load, Int, &[Pointer]),
            (Op::Store, Int, &[Int, Pointer]),
            (Op::Store, Int, &[Int, Pointer]),
            (Op::Draw, Int, &[]),
            (Op::Call, Int, &[Int]),
        ];
        let (mut op, ty, operands) = self.random.pick(rows);
        let mut operands: Vec<_> = operands.iter().map(|ty| self.value(block, *ty)).collect();
        match op {
            Op::Call if !self.has_helper => (op, operands) = (Op::Draw, Vec::new()),
            Op::Part if self.random.one_in(2) => {
                operands[1] = Operand::Number(self.random.below(ELEMENTS as usize) as u32);
            }
            Op::Store => {
                code.push(Inst { result: 0, op, operands });
                return;
            }
            _ => {}
        }
        self.add(block, code, ty, op, &operands);
    }

    fn end(&mut self, block: usize, ends: &[graph::End], code: &mut Vec<Inst>) -> End {
        match &ends[block] {
            graph::End::Return => End::Return(self.digest(block, code)),
            graph::End::Unreachable => End::Unreachable,
            graph::End::Branch(to) => End::Branch(*to),
            graph::End::Conditional(yes, no) => {
                let comes = |to: &usize| ends[*to] != graph::End::Unreachable;
                let by = match (comes(yes), comes(no)) {
                    (true, true) if self.random.one_in(3) => self.value(block, Type::Bool),
                    (true, true) => self.drawn(block, code, 1, 7),
                    (true, false) => self.drawn(block, code, 8, 1),
                    (false, _) => self.drawn(block, code, 0, 1),
                };
                End::Conditional { by, yes: *yes, no: *no, is_back: *yes <= block }
            }
            graph::End::Switch(default, cases) => {
                let by = match self.random.one_in(2) {
                    true => self.value(block, Type::Int),
                    false => self.add(block, code, Type::Int, Op::Draw, &[]),
                };
                let is_back = cases.iter().any(|case| *case <= block);
                End::Switch { by, default: *default, cases: cases.clone(), is_back }
            }
        }
    }

    /// Returns a boolean from the next random number: true if three bits of it are below a bound.
    fn drawn(&mut self, block: usize, code: &mut Vec<Inst>, first: u32, count: usize) -> Operand {
        let number = self.add(block, code, Type::Int, Op::Draw, &[]);
        let number = self.add(block, code, Type::Int, Op::And, &[number, Operand::Number(7)]);
        let bound = Operand::Number(first + self.random.below(count) as u32);
        self.add(block, code, Type::Bool, Op::Below, &[number, bound])
    }

    /// Returns an integer computed from a value of each type.
    fn digest(&mut self, block: usize, code: &mut Vec<Inst>) -> Operand {
        let mut sum = self.value(block, Type::Int);
        for (ty, op) in [
            (Type::Bool, Op::Number),
            (Type::Float, Op::OfFloat),
            (Type::Pointer, Op::Load),
            (Type::Vector, Op::Part),
            (Type::Int, Op::Shift(3)),
        ] {
            let mut operands = vec![self.value(block, ty)];
            if op == Op::Part {
                operands.push(self.value(block, Type::Int));
            }
            let part = self.add(block, code, Type::Int, op, &operands);
            let product = self.add(block, code, Type::Int, Op::Mul, &[sum, Operand::Number(31)]);
            sum = self.add(block, code, Type::Int, Op::Add, &[product, part]);
        }
        sum
    }

    fn incoming(&mut self, phi: &mut Phi) {
        for (from, operand) in &mut phi.incoming {
            *operand = self.value(*from, phi.ty);
        }
    }
}
