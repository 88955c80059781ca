//! The body of a kernel: a tree of steps, which produce pointers and numbers for later steps.

use super::pointer::{Pointer, READ, Space};
use super::{REGION, STEPS};
use llvm_spirv_testing::Random;
use std::fmt::Write as _;

/// The limit on nested branches and loops.
const DEPTH: usize = 2;

/// Makes a body.
pub struct Maker {
    pub random: Random,
    names: usize,
    /// The variables at the beginning of the function.
    entry: String,
    text: String,
    /// The current block.
    pub block: String,
    /// The available pointers.
    pub pointers: Vec<Pointer>,
    /// The available 64-bit numbers.
    pub numbers: Vec<String>,
    /// The steps in bytes that the host passes, as 64-bit numbers.
    pub steps: Vec<(String, u32, u32)>,
    /// The address of the numbers in memory that are incremented.
    pub counters: String,
    globals: String,
}

impl Maker {
    /// Creates a maker for the kernel of this name.
    pub fn new(random: Random, kernel: &str) -> Self {
        let globals = format!("@{kernel}.local = internal addrspace(3) global [{REGION} x i8] poison, align 16\n");
        let mut maker = Self {
            random,
            names: 0,
            entry: String::new(),
            text: String::new(),
            block: "%entry".into(),
            pointers: Vec::new(),
            numbers: vec!["%i".into()],
            steps: Vec::new(),
            counters: String::new(),
            globals,
        };
        maker.begin(kernel);
        maker
    }

    /// Returns the globals before the function, and its instructions.
    pub fn body(mut self) -> (String, String) {
        let count = 4 + self.random.below(8);
        self.some(count, DEPTH);
        let sum = self.temp("load i64, ptr %sum".into());
        let place = self.temp("getelementptr i64, ptr addrspace(1) %b3, i64 %i".into());
        self.line(&format!("store i64 {sum}, ptr addrspace(1) {place}"));
        (self.globals, format!("entry:\n{}{}", self.entry, self.text))
    }

    /// Makes the steps, the regions, and the sum of all results.
    fn begin(&mut self, kernel: &str) {
        self.variable("%sum", "i64", 8);
        self.line("store i64 0, ptr %sum");
        for (number, (most, unit)) in STEPS.into_iter().enumerate() {
            let wide = self.temp(format!("zext i32 %a{number} to i64"));
            self.steps.push((wide, most, unit));
        }
        let first = self.temp(format!("mul i64 %i, {REGION}"));
        let whole = |name: String, space, regions| Pointer { name, space, regions, range: (0, 0), unit: 16 };
        for (number, regions) in [(0, READ), (1, 2)] {
            let name = self.temp(format!("getelementptr i8, ptr addrspace(1) %b{number}, i64 {first}"));
            self.pointers.push(whole(name, Space::Global, regions));
        }
        self.counters = self.temp(format!("getelementptr i8, ptr addrspace(1) %b2, i64 {first}"));
        let read = self.pointers[0].name.clone();
        if self.random.one_in(2) {
            self.variable("%private", &format!("[{REGION} x i8]"), 16);
            self.pointers.push(whole("%private".into(), Space::Private, 4));
            self.line(&filled(Space::Private, "%private", &read));
        }
        if self.random.one_in(2) {
            let local = format!("@{kernel}.local");
            self.line(&filled(Space::Local, &local, &read));
            self.pointers.push(whole(local, Space::Local, 8));
        }
    }

    /// Makes some steps.
    pub fn some(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            match self.random.below(20) {
                0..6 => self.moves(),
                6..14 => self.uses(),
                14 => self.choice(),
                15 => self.through_memory(),
                16 => self.maybe_null(),
                17 if depth > 0 => self.branch(depth - 1),
                18 if depth > 0 => self.rounds(depth - 1),
                19 => self.through_table(),
                _ => self.uses(),
            }
        }
    }

    /// Returns a random pointer, preferably a recent one.
    pub fn pointer(&mut self) -> Pointer {
        let count = self.pointers.len();
        let at = self.random.below(count).max(self.random.below(count));
        self.pointers[at].clone()
    }

    /// Returns one of the numbers.
    pub fn number(&mut self) -> String {
        self.random.pick(&self.numbers)
    }

    /// Returns a condition.
    pub fn condition(&mut self) -> String {
        let (number, bit) = (self.number(), 1_u32 << self.random.below(3));
        let bit = self.temp(format!("and i64 {number}, {bit}"));
        self.temp(format!("icmp eq i64 {bit}, 0"))
    }

    /// Adds a variable at the beginning of the function.
    pub fn variable(&mut self, name: &str, ty: &str, alignment: u32) {
        let _ = writeln!(self.entry, "  {name} = alloca {ty}, align {alignment}");
    }

    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    /// Returns an unused name.
    pub fn fresh(&mut self, what: &str) -> String {
        self.names += 1;
        format!("%{what}{}", self.names)
    }

    /// Makes an instruction; returns the name of its result.
    pub fn temp(&mut self, text: String) -> String {
        let name = self.fresh("v");
        self.line(&format!("{name} = {text}"));
        name
    }

    /// Makes an instruction whose result is available later.
    pub fn out(&mut self, text: String) {
        let name = self.temp(text);
        self.add(&name);
        self.numbers.push(name);
    }

    /// Adds a number to the sum.
    fn add(&mut self, number: &str) {
        let sum = self.temp("load i64, ptr %sum".into());
        let more = self.temp(format!("mul i64 {sum}, 31"));
        let sum = self.temp(format!("add i64 {more}, {number}"));
        self.line(&format!("store i64 {sum}, ptr %sum"));
    }

    /// Begins a block.
    pub fn begins(&mut self, block: &str) {
        let _ = writeln!(self.text, "{}:", &block[1..]);
        self.block = block.into();
    }
}

/// Returns the call that fills a region from the read-only buffer.
fn filled(space: Space, name: &str, read: &str) -> String {
    let (ty, mangled) = (space.ty(), space.mangled());
    format!(
        "call void @llvm.memcpy.{mangled}.p1.i64({ty} align 16 {name}, ptr addrspace(1) align 16 {read}, i64 {REGION}, i1 false)"
    )
}
