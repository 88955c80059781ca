//! Random kernels with uniform loads in loops, with and without barriers.
#![allow(clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

use llvm_spirv::{llvm_to_spirv, options::Options};
use llvm_spirv_testing::Random;
use spirv_runner::form::Checks;
use spirv_runner::program::{Names, cpu_text};
use spirv_runner::{Argument, Grid, Program, launch};
use std::fmt::Write as _;

/// The number of words of a table of four-component vectors.
const WORDS: usize = 256;

const LOCAL: u32 = 24;

/// A step of an iteration: an update of the sum by the loaded value and by the work-item's number.
#[derive(Clone, Copy)]
enum Step {
    Add,
    Xor,
    Times,
    Less,
    Turn,
    /// The maximum of the sum and the loaded value.
    Larger,
}

const STEPS: [Step; 6] = [Step::Add, Step::Xor, Step::Times, Step::Less, Step::Turn, Step::Larger];

/// A kernel, which loads vector `k * stride + base` in iteration `k`.
struct Case {
    steps: Vec<Step>,
    rounds: u32,
    stride: u32,
    base: u32,
    /// The remainder by 3 of the numbers of work-items that skip the loop.
    without: Option<u32>,
    /// The lowest bits of the sum at which a work-item leaves the loop: each in its own iteration.
    leaves: Option<u32>,
    /// True if the table is copied to local memory, between barriers, and traversed twice.
    has_barriers: bool,
    lanes: u32,
}

impl Case {
    fn random(random: &mut Random) -> Self {
        let count = random.within(1, 5);
        let (rounds, stride) = (random.within(0, 19), random.within(1, 3));
        let one_in = |random: &mut Random, most: u32, of: u32| {
            random.one_in(3).then(|| random.within(0, of - 1)).filter(|_| most > 0)
        };
        Self {
            steps: (0..count).map(|_| random.pick(&STEPS)).collect(),
            rounds,
            stride,
            base: random.within(0, 3),
            without: one_in(random, 1, 3),
            leaves: one_in(random, 1, 8),
            has_barriers: random.one_in(2),
            lanes: if random.one_in(2) { 4 } else { 1 },
        }
    }

    fn lane(&self, mut sum: u32, loaded: u32, item: u32) -> u32 {
        for step in &self.steps {
            sum = match step {
                Step::Add => sum.wrapping_add(loaded),
                Step::Xor => sum ^ loaded ^ item,
                Step::Times => sum.wrapping_mul(loaded | 1),
                Step::Less => sum.wrapping_sub(item),
                Step::Turn => sum.rotate_left(3),
                Step::Larger => sum.max(loaded),
            };
        }
        sum
    }

    /// Returns the value that the host computes from a table for a work-item.
    fn expected(&self, table: &[u32], item: u32) -> u32 {
        let lanes = self.lanes as usize;
        let mut sum = vec![item; lanes];
        for _ in 0..if self.has_barriers { 2 } else { 1 } {
            for k in 0..self.rounds {
                if self.without == Some(item % 3) {
                    break;
                }
                for (lane, sum) in sum.iter_mut().enumerate() {
                    let at = (k * self.stride + self.base) as usize * lanes + lane;
                    *sum = self.lane(*sum, table[at], item);
                }
                if self.leaves == Some(sum[0] & 7) {
                    break;
                }
            }
        }
        sum.iter().fold(0, |all, sum| all ^ sum)
    }

    fn ty(&self) -> String {
        if self.lanes == 1 { "i32".to_owned() } else { format!("<{} x i32>", self.lanes) }
    }

    fn constant(&self, value: u32) -> String {
        if self.lanes == 1 { value.to_string() } else { format!("splat (i32 {value})") }
    }

    /// Writes the steps of an iteration; returns the resulting sum.
    fn round(&self, text: &mut String, pass: u32) -> String {
        let (ty, constant) = (self.ty(), |value| self.constant(value));
        let mut value = format!("%sum{pass}");
        for (number, step) in self.steps.iter().enumerate() {
            let to = format!("%v{pass}.{number}");
            let got = format!("%got{pass}");
            let _ = match step {
                Step::Add => writeln!(text, "  {to} = add {ty} {value}, {got}"),
                Step::Xor => writeln!(text, "  {to}a = xor {ty} {value}, {got}\n  {to} = xor {ty} {to}a, %mine"),
                Step::Times => {
                    writeln!(text, "  {to}a = or {ty} {got}, {}\n  {to} = mul {ty} {value}, {to}a", constant(1))
                }
                Step::Less => writeln!(text, "  {to} = sub {ty} {value}, %mine"),
                Step::Turn => writeln!(
                    text,
                    "  {to}a = shl {ty} {value}, {}\n  {to}b = lshr {ty} {value}, {}\n  {to} = or {ty} {to}a, {to}b",
                    constant(3),
                    constant(29)
                ),
                Step::Larger => {
                    let bits = if self.lanes == 1 { "i1".to_owned() } else { format!("<{} x i1>", self.lanes) };
                    writeln!(
                        text,
                        "  {to}c = icmp ugt {ty} {value}, {got}\n  {to} = select {bits} {to}c, {ty} {value}, {ty} {got}"
                    )
                }
            };
            value = to;
        }
        value
    }

    /// Writes a loop and its preheader; returns the resulting sum.
    fn pass(&self, text: &mut String, pass: u32, sum: &str) -> String {
        let (passes, space, memory) = self.places();
        let ty = self.ty();
        let p = |name: &str| format!("{name}{pass}");
        let _ = writeln!(text, "begin{pass}:");
        if self.has_barriers {
            *text += "  call spir_func void @_Z7barrierj(i32 1)\n";
        }
        let without = self.without.map_or_else(|| "9".to_owned(), |third| third.to_string());
        let (n, a, s) = (p("%in"), p("%any"), p("%some"));
        let _ = writeln!(
            text,
            "  {n} = icmp ne i32 %third, {without}\n  {a} = icmp ugt i32 %rounds, 0\n  {s} = and i1 {n}, {a}\n  \
             br i1 {s}, label %loop{pass}, label %end{pass}\nloop{pass}:\n  \
             %k{pass} = phi i32 [ 0, %begin{pass} ], [ %next{pass}, %again{pass} ]\n  \
             %sum{pass} = phi {ty} [ {sum}, %begin{pass} ], [ %new{pass}, %again{pass} ]\n  \
             %times{pass} = mul i32 %k{pass}, {stride}\n  %at{pass} = add i32 %times{pass}, %base\n  \
             %wide{pass} = zext i32 %at{pass} to i64\n  \
             %p{pass} = getelementptr {ty}, ptr addrspace({space}) {memory}, i64 %wide{pass}\n  \
             %got{pass} = load {ty}, ptr addrspace({space}) %p{pass}, align 4",
            stride = self.stride
        );
        let value = self.round(text, pass);
        let zero = self.constant(0);
        let _ = writeln!(text, "  %new{pass} = or {ty} {value}, {zero}\n  %next{pass} = add i32 %k{pass}, 1");
        let _ = match (self.leaves, self.lanes) {
            (None, _) => writeln!(text, "  br label %again{pass}"),
            (Some(bits), lanes) => {
                let first = if lanes == 1 {
                    format!("or i32 %new{pass}, 0")
                } else {
                    format!("extractelement {ty} %new{pass}, i32 0")
                };
                writeln!(
                    text,
                    "  %first{pass} = {first}\n  %low{pass} = and i32 %first{pass}, 7\n  \
                     %out{pass} = icmp eq i32 %low{pass}, {bits}\n  br i1 %out{pass}, label %end{pass}, label %again{pass}"
                )
            }
        };
        let leaving = if self.leaves.is_some() { format!(", [ %new{pass}, %loop{pass} ]") } else { String::new() };
        let _ = writeln!(
            text,
            "again{pass}:\n  %goes{pass} = icmp ult i32 %next{pass}, %rounds\n  \
             br i1 %goes{pass}, label %loop{pass}, label %end{pass}\nend{pass}:\n  \
             %left{pass} = phi {ty} [ {sum}, %begin{pass} ], [ %new{pass}, %again{pass} ]{leaving}\n  \
             br label %{}",
            if pass + 1 == passes { "done".to_owned() } else { format!("begin{}", pass + 1) }
        );
        format!("%left{pass}")
    }

    /// The number of loops, and the memory that they load from.
    fn places(&self) -> (u32, u32, &'static str) {
        if self.has_barriers { (2, 3, "@room") } else { (1, 1, "%table") }
    }

    fn ir(&self) -> String {
        let ty = self.ty();
        let splat = |text: &mut String, name: &str, value: &str| {
            let mut vector = "poison".to_owned();
            for lane in 0..self.lanes {
                if self.lanes == 1 {
                    let _ = writeln!(text, "  %{name} = add i32 {value}, 0");
                } else {
                    let to = if lane + 1 == self.lanes { format!("%{name}") } else { format!("%{name}.{lane}") };
                    let _ = writeln!(text, "  {to} = insertelement {ty} {vector}, i32 {value}, i32 {lane}");
                    vector = to;
                }
            }
        };
        let mut text = format!(
            "target triple = \"spir64-unknown-unknown\"
@room = internal addrspace(3) global [{WORDS} x i32] undef
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @_Z7barrierj(i32)
define spir_kernel void @k(ptr addrspace(1) %table, ptr addrspace(1) %out, i32 %rounds, i32 %base) {{
entry:
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %item = trunc i64 %i to i32
  %third = urem i32 %item, 3
"
        );
        splat(&mut text, "mine", "%item");
        let mut sum = "%mine".to_owned();
        if self.has_barriers {
            text += "  br label %fill\nfill:\n  %f = phi i64 [ %l, %entry ], [ %f1, %fill ]\n";
            let _ = writeln!(
                text,
                "  %from = getelementptr i32, ptr addrspace(1) %table, i64 %f\n  %w = load i32, ptr addrspace(1) %from\n  \
                 %to = getelementptr i32, ptr addrspace(3) @room, i64 %f\n  store i32 %w, ptr addrspace(3) %to\n  \
                 %f1 = add i64 %f, {LOCAL}\n  %more = icmp ult i64 %f1, {WORDS}\n  br i1 %more, label %fill, label %begin0"
            );
        } else {
            text += "  br label %begin0\n";
        }
        for pass in 0..self.places().0 {
            sum = self.pass(&mut text, pass, &sum);
        }
        text += "done:\n";
        let mut all = "0".to_owned();
        for lane in 0..self.lanes {
            let part = if self.lanes == 1 { sum.clone() } else { format!("%part{lane}") };
            if self.lanes > 1 {
                let _ = writeln!(text, "  {part} = extractelement {ty} {sum}, i32 {lane}");
            }
            let _ = writeln!(text, "  %all{lane} = xor i32 {all}, {part}");
            all = format!("%all{lane}");
        }
        let _ = writeln!(
            text,
            "  %place = getelementptr i32, ptr addrspace(1) %out, i64 %i\n  store i32 {all}, ptr addrspace(1) %place\n  ret void\n}}"
        );
        text
    }
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn word(value: u32) -> Argument {
    Argument::Value(value.to_le_bytes().to_vec())
}

/// Returns whether a loop has become a function, which has variants for several work-items.
fn is_replaced(spirv: &[u8]) -> bool {
    let text = cpu_text(spirv, &Options::default(), Checks::Silent, &Names::Own).expect("a form").bytes;
    String::from_utf8(text).expect("text").contains("_ZGV_LLVM_M8v")
}

/// Tests three groups, the last of which is incomplete.
#[test]
fn loops_load_what_all_work_items_load() {
    let mut random = Random::new(41, 0);
    let table: Vec<u32> = (0..WORDS).map(|_| random.number() as u32).collect();
    for number in 0..80 {
        let case = Case::random(&mut random);
        let spirv = llvm_to_spirv(case.ir().as_bytes(), &Options::default()).expect("the IR is translated");
        let program = Program::new(&spirv.bytes, &Options::default()).expect("it is compiled");
        assert_eq!(is_replaced(&spirv.bytes), case.leaves.is_none(), "kernel {number}\n{}", case.ir());
        let items = 2 * LOCAL + 13;
        for seed in [None, Some(9)] {
            let mut arguments = [
                Argument::Buffer(bytes(&table)),
                Argument::Buffer(vec![0; 4 * items as usize]),
                word(case.rounds),
                word(case.base),
            ];
            let grid = Grid { seed, threads: 1, ..Grid::line(items.into(), LOCAL.into()) };
            launch(&program, "k", &grid, &mut arguments).expect("it runs");
            let Argument::Buffer(found) = &arguments[1] else { panic!("a buffer") };
            // The last group fills less of the table.
            let is_whole = |item: u32| !case.has_barriers || item < 2 * LOCAL;
            for item in (0..items).filter(|item| is_whole(*item)) {
                let at = 4 * item as usize;
                let found = u32::from_le_bytes(found[at..at + 4].try_into().expect("four bytes"));
                assert_eq!(
                    found,
                    case.expected(&table, item),
                    "kernel {number}, work-item {item}, {seed:?}\n{}",
                    case.ir()
                );
            }
        }
    }
}

/// Tests that no work-item of the group enters the loop: the address of a load that is not executed may be invalid.
#[test]
fn nothing_is_loaded_where_nobody_is_in_the_loop() {
    let case = Case {
        steps: vec![Step::Add],
        rounds: 0,
        stride: 1,
        base: 1 << 30,
        without: None,
        leaves: None,
        has_barriers: false,
        lanes: 4,
    };
    let spirv = llvm_to_spirv(case.ir().as_bytes(), &Options::default()).expect("the IR is translated");
    let program = Program::new(&spirv.bytes, &Options::default()).expect("it is compiled");
    let mut arguments = [Argument::Buffer(vec![0; 4]), Argument::Buffer(vec![1; 4 * 64]), word(0), word(case.base)];
    launch(&program, "k", &Grid::line(64, 64), &mut arguments).expect("it runs");
    assert!(is_replaced(&spirv.bytes));
}
