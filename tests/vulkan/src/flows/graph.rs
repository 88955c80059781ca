//! Random graphs of blocks.
//!
//! Blocks are in a line, and each has an edge forwards: the last target of a branch, the first one of a switch. A
//! function whose edges backwards are all counted ends.

use llvm_spirv_testing::Random;

/// The end of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The function returns.
    Return,
    /// The block is never executed.
    Unreachable,
    /// One target.
    Branch(usize),
    /// Two targets; the second one is further on.
    Conditional(usize, usize),
    /// The default target, which is further on, and those of cases.
    Switch(usize, Vec<usize>),
}

impl End {
    /// Returns the targets.
    pub fn targets(&self) -> Vec<usize> {
        match self {
            Self::Return | Self::Unreachable => Vec::new(),
            Self::Branch(to) => vec![*to],
            Self::Conditional(yes, no) => vec![*yes, *no],
            Self::Switch(default, cases) => std::iter::once(*default).chain(cases.iter().copied()).collect(),
        }
    }

    fn targets_mut(&mut self) -> Vec<&mut usize> {
        match self {
            Self::Return | Self::Unreachable => Vec::new(),
            Self::Branch(to) => vec![to],
            Self::Conditional(yes, no) => vec![yes, no],
            Self::Switch(default, cases) => std::iter::once(default).chain(cases).collect(),
        }
    }
}

/// The limit on the number of blocks, without the first.
const MOST: usize = 40;

/// Returns a random graph in which all blocks are reachable. No edge leads to the first block, which leads to the
/// second.
pub fn graph(random: &mut Random) -> Vec<End> {
    let mut ends = if random.one_in(2) { Nest::graph(random) } else { scattered(random) };
    if ends.len() > MOST {
        ends = scattered(random);
    }
    if random.one_in(3) {
        for _ in 0..1 + random.below(2) {
            disturb(random, &mut ends);
        }
    }
    (0..ends.len()).for_each(|block| forwards(&mut ends, block));
    let mut kept = reached(&ends);
    (0..kept.len()).for_each(|block| returning(&mut kept, block));
    kept.iter_mut().flat_map(End::targets_mut).for_each(|target| *target += 1);
    kept.insert(0, End::Branch(1));
    kept
}

/// Returns a graph whose targets are mostly near.
fn scattered(random: &mut Random) -> Vec<End> {
    let most = if random.one_in(8) { 24 } else { 9 };
    let count = 2 + random.below(most);
    let far = 1 + random.below(4);
    let block = |at: usize, random: &mut Random| {
        let mut target = || {
            let near = (at + 1 + random.below(4)).saturating_sub(random.below(far)).clamp(1, count - 1);
            if random.one_in(4) { 1 + random.below(count - 1) } else { near }
        };
        let targets = [target(), target(), target(), target()];
        match random.below(16) {
            0 => End::Return,
            1 if random.one_in(3) => End::Unreachable,
            1..=4 => End::Branch(targets[0]),
            5..=13 => End::Conditional(targets[0], targets[1]),
            _ => End::Switch(targets[0], targets[1..1 + random.below(4)].to_vec()),
        }
    };
    let mut ends: Vec<_> = (0..count).map(|at| block(at, random)).collect();
    ends[count - 1] = End::Return;
    ends
}

/// Redirects an edge to another block.
fn disturb(random: &mut Random, ends: &mut [End]) {
    let (from, to) = (random.below(ends.len()), random.below(ends.len()));
    let mut targets = ends[from].targets_mut();
    let count = targets.len();
    if let Some(target) = targets.get_mut(random.below(count)) {
        **target = to;
    }
}

/// Makes a block branch forwards.
fn forwards(ends: &mut [End], block: usize) {
    let last = ends.len() - 1;
    match &mut ends[block] {
        End::Branch(to) if *to <= block => ends[block] = End::Conditional(*to, block + 1),
        End::Conditional(yes, no) if *no <= block => {
            std::mem::swap(yes, no);
            if *no <= block {
                *no = last;
            }
        }
        End::Switch(default, _) if *default <= block => *default = last,
        _ => {}
    }
}

/// Makes an unreachable block return, unless a condition keeps the program from reaching it.
fn returning(ends: &mut [End], block: usize) {
    let needs = |(from, end): (usize, &End)| match end {
        End::Conditional(yes, no) => yes == no && *yes == block || *no == block && *yes <= from,
        _ => end.targets().contains(&block),
    };
    let is_needed = block == 0 || ends.iter().enumerate().any(needs);
    let is_twice = |end: &End| {
        matches!(end, End::Conditional(yes, no)
        if ends.get(*yes) == Some(&End::Unreachable) && ends.get(*no) == Some(&End::Unreachable))
    };
    if ends[block] == End::Unreachable && (is_needed || ends.iter().any(is_twice)) {
        ends[block] = End::Return;
    }
}

/// Returns the blocks that are reachable.
fn reached(ends: &[End]) -> Vec<End> {
    let mut seen = vec![false; ends.len()];
    let mut open = vec![0];
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut seen[block], true) {
            open.extend(ends[block].targets());
        }
    }
    let number = |block: usize| seen[..block].iter().filter(|seen| **seen).count();
    let mut kept: Vec<_> = ends.iter().zip(&seen).filter(|(_, seen)| **seen).map(|(end, _)| end.clone()).collect();
    kept.iter_mut().flat_map(End::targets_mut).for_each(|target| *target = number(*target));
    kept
}

/// A label, whose block may not be known yet.
type Label = usize;

/// A loop or switch around a statement.
#[derive(Clone, Copy)]
struct Around {
    /// The target of `continue`, which a switch lacks.
    next: Option<Label>,
    /// The target of `break`.
    merge: Label,
}

/// A generator of nested statements, like those of programs.
#[derive(Default)]
struct Nest {
    /// The blocks, whose targets are labels.
    ends: Vec<End>,
    /// The block of each label.
    labels: Vec<usize>,
    around: Vec<Around>,
}

impl Nest {
    fn graph(random: &mut Random) -> Vec<End> {
        let mut nest = Self::default();
        let depth = 1 + random.below(3);
        nest.statements(random, depth);
        nest.ends.push(End::Return);
        let Self { mut ends, labels, .. } = nest;
        let last = ends.len() - 1;
        for target in ends.iter_mut().flat_map(End::targets_mut) {
            *target = labels[*target].min(last);
        }
        ends
    }

    fn label(&mut self) -> Label {
        self.labels.push(usize::MAX);
        self.labels.len() - 1
    }

    /// Begins the block of a label.
    fn here(&mut self, label: Label) {
        self.labels[label] = self.ends.len();
    }

    /// Returns the label of the next block but this one.
    fn behind(&mut self) -> Label {
        self.labels.push(self.ends.len() + 1);
        self.labels.len() - 1
    }

    fn statements(&mut self, random: &mut Random, depth: usize) {
        for _ in 0..1 + random.below(2) {
            match random.below(if depth == 0 { 3 } else { 8 }) {
                0 => {
                    let next = self.behind();
                    self.ends.push(End::Branch(next));
                }
                1 | 2 => self.leave(random),
                3 | 4 => self.selection(random, depth - 1),
                5 | 6 => self.repeat(random, depth - 1),
                _ => self.switch(random, depth - 1),
            }
        }
    }

    /// Adds `if (...) break;`, `continue` or `return`, at any level.
    fn leave(&mut self, random: &mut Random) {
        let behind = self.behind();
        let count = self.around.len();
        let around = self.around.get(count.wrapping_sub(1 + random.below(count.min(2)))).copied();
        match around {
            Some(Around { next: Some(next), .. }) if random.one_in(2) => self.ends.push(End::Conditional(next, behind)),
            Some(Around { merge, .. }) => self.ends.push(End::Conditional(merge, behind)),
            None => {
                let after = self.label();
                self.ends.push(End::Conditional(behind, after));
                self.ends.push(if random.one_in(6) { End::Unreachable } else { End::Return });
                self.here(after);
            }
        }
    }

    fn selection(&mut self, random: &mut Random, depth: usize) {
        let (then, other, merge) = (self.behind(), self.label(), self.label());
        self.ends.push(End::Conditional(then, other));
        self.statements(random, depth);
        self.ends.push(End::Branch(merge));
        self.here(other);
        if random.one_in(2) {
            self.statements(random, depth);
            self.ends.push(End::Branch(merge));
        }
        self.here(merge);
    }

    fn repeat(&mut self, random: &mut Random, depth: usize) {
        let (header, next, merge) = (self.label(), self.label(), self.label());
        self.here(header);
        if random.one_in(2) {
            let body = self.behind();
            self.ends.push(End::Conditional(body, merge));
        }
        self.around.push(Around { next: Some(next), merge });
        self.statements(random, depth);
        self.around.pop();
        self.here(next);
        self.ends.push(End::Conditional(header, merge));
        self.here(merge);
    }

    fn switch(&mut self, random: &mut Random, depth: usize) {
        let (merge, default) = (self.label(), self.label());
        let cases: Vec<_> = (0..1 + random.below(3)).map(|_| self.label()).collect();
        self.ends.push(End::Switch(default, cases.clone()));
        self.around.push(Around { next: None, merge });
        for case in cases {
            self.here(case);
            self.statements(random, depth);
            // Without a `break` it falls through.
            if !random.one_in(3) {
                self.ends.push(End::Branch(merge));
            }
        }
        self.around.pop();
        self.here(default);
        self.here(merge);
    }
}
