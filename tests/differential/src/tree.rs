//! A random function as a tree: steps, and the control flow around them. A step is well defined for any operands, so
//! that other steps can be removed and their results replaced by zeros, which is how failures are minimised.

use crate::types::Ty;
use std::fmt::Write;

/// The separator in a line, or in a helper, between the code to be translated and the reference code that is run
/// before: plain instructions in place of one for which LLVM has no code.
pub const OR: char = '\u{1F}';

/// A side of [`OR`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The function that is translated.
    Translated,
    /// The function that is run.
    Run,
}

impl Side {
    /// Returns this side of a line.
    fn of(self, line: &str) -> &str {
        match (line.split_once(OR), self) {
            (Some((translated, _)), Self::Translated) => translated,
            (Some((_, run)), Self::Run) => run,
            (None, _) => line,
        }
    }
}

/// A few instructions that belong together.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// The instructions; a line may have several for the reference. `%here` is the block in which they start.
    pub lines: Vec<String>,
    /// The values that are available to later steps.
    pub outs: Vec<(String, Ty)>,
    /// The block in which it ends, if that is another one.
    pub ends_in: Option<String>,
    /// The functions and variables that it uses.
    pub helpers: Vec<String>,
}

/// A phi after a choice.
#[derive(Clone, Debug)]
pub struct Merge {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Its value after each arm.
    pub from: Vec<String>,
}

/// A value that a loop carries from one iteration to the next.
#[derive(Clone, Debug)]
pub struct Carried {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Its first value.
    pub first: String,
    /// Its value in the next iteration.
    pub next: String,
}

/// A part of a function.
#[derive(Clone, Debug)]
pub enum Node {
    /// Instructions.
    Step(Step),
    /// A branch or a switch: arms, and their merged values.
    Choice(Choice),
    /// A loop of a few iterations.
    Loop(Loop),
}

/// A branch or a switch. An empty arm is an edge to the end.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The number for names of blocks.
    pub id: usize,
    /// The condition or selector, and its type.
    pub on: (String, Ty),
    /// The values of a switch, each with the number of its arm; arm 0 is the default. A branch has none.
    pub cases: Vec<(String, usize)>,
    /// The nodes of each arm.
    pub arms: Vec<Vec<Node>>,
    /// The merged values. The empty arms of a switch all have the same values.
    pub merges: Vec<Merge>,
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The number for names of blocks.
    pub id: usize,
    /// The number of iterations, an `i32`.
    pub rounds: String,
    /// True if the condition is at its start, not at its end.
    pub asks_first: bool,
    /// The values that are carried.
    pub carried: Vec<Carried>,
    /// The nodes of the body.
    pub body: Vec<Node>,
}

/// Instructions as text, and the current block.
#[derive(Debug)]
struct Writer {
    side: Side,
    text: String,
    helpers: String,
    block: String,
}

/// Returns whether a line of the tree has two variants.
pub fn has_two_sides(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Step(step) => step.lines.iter().chain(&step.helpers).any(|line| line.contains(OR)),
        Node::Choice(choice) => choice.arms.iter().any(|arm| has_two_sides(arm)),
        Node::Loop(looped) => has_two_sides(&looped.body),
    })
}

/// Returns the instructions of a tree, and its helpers.
pub fn text(nodes: &[Node], side: Side) -> (String, String) {
    let mut writer = Writer { side, text: String::new(), helpers: String::new(), block: "entry".into() };
    writer.nodes(nodes);
    (writer.text, writer.helpers)
}

impl Writer {
    fn line(&mut self, line: impl std::fmt::Display) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "  {line}");
    }

    fn label(&mut self, label: String) {
        let _ = writeln!(self.text, "{label}:");
        self.block = label;
    }

    fn nodes(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Step(step) => self.step(step),
                Node::Choice(choice) => self.choice(choice),
                Node::Loop(looped) => self.looped(looped),
            }
        }
    }

    fn step(&mut self, step: &Step) {
        let here = format!("%{}", self.block);
        for line in step.lines.iter().flat_map(|line| self.side.of(line).lines()).collect::<Vec<_>>() {
            match line.ends_with(':') {
                true => {
                    let _ = writeln!(self.text, "{line}");
                }
                false => self.line(line.replace("%here", &here)),
            }
        }
        if let Some(block) = &step.ends_in {
            self.block.clone_from(block);
        }
        for helper in &step.helpers {
            self.helpers.push_str(self.side.of(helper));
            self.helpers.push('\n');
        }
    }

    fn choice(&mut self, choice: &Choice) {
        let Choice { id, on: (on, ty), cases, arms, merges } = choice;
        let is_branch = cases.is_empty();
        // Two edges of a branch from one block to another would need equal values.
        let is_edge = |arm: usize| arms.get(arm).is_none_or(Vec::is_empty) && (!is_branch || arm > 0);
        let target = |arm: usize| if is_edge(arm) { format!("%m{id}") } else { format!("%a{id}_{arm}") };
        let from = self.block.clone();
        if is_branch {
            self.line(format_args!("br {ty} {on}, label {}, label {}", target(0), target(1)));
        } else {
            let listed = cases.iter().map(|(value, arm)| format!("{ty} {value}, label {}", target(*arm)));
            let listed = listed.collect::<Vec<_>>().join("\n    ");
            self.line(format_args!("switch {ty} {on}, label {} [ {listed} ]", target(0)));
        }
        let mut ends = vec![String::new(); arms.len()];
        for (arm, nodes) in arms.iter().enumerate().filter(|(arm, _)| !is_edge(*arm)) {
            self.label(format!("a{id}_{arm}"));
            self.nodes(nodes);
            self.line(format_args!("br label %m{id}"));
            ends[arm].clone_from(&self.block);
        }
        self.label(format!("m{id}"));
        for merge in merges {
            let mut pairs = Vec::new();
            for (arm, value) in merge.from.iter().enumerate() {
                // An edge comes as often as there are cases for it.
                let edges = cases.iter().filter(|(_, of)| *of == arm).count() + usize::from(arm == 0);
                match is_edge(arm) {
                    true => pairs.extend(vec![format!("[ {value}, %{from} ]"); if is_branch { 1 } else { edges }]),
                    false => pairs.push(format!("[ {value}, %{} ]", ends[arm])),
                }
            }
            self.line(format_args!("{} = phi {} {}", merge.name, merge.ty, pairs.join(", ")));
        }
    }

    fn looped(&mut self, looped: &Loop) {
        let Loop { id, rounds, asks_first, carried, body } = looped;
        let before = self.block.clone();
        self.line(format_args!("br label %l{id}"));
        self.label(format!("l{id}"));
        // The end is known when it is written: phis of a loop name a block of their own.
        self.line(format_args!("%i{id} = phi i32 [ 0, %{before} ], [ %n{id}, %e{id} ]"));
        for Carried { name, ty, first, next } in carried {
            self.line(format_args!("{name} = phi {ty} [ {first}, %{before} ], [ {next}, %e{id} ]"));
        }
        if *asks_first {
            self.line(format_args!("%q{id} = icmp ult i32 %i{id}, {rounds}"));
            self.line(format_args!("br i1 %q{id}, label %b{id}, label %x{id}"));
            self.label(format!("b{id}"));
        }
        self.nodes(body);
        self.line(format_args!("br label %e{id}"));
        self.label(format!("e{id}"));
        self.line(format_args!("%n{id} = add i32 %i{id}, 1"));
        if *asks_first {
            self.line(format_args!("br label %l{id}"));
        } else {
            self.line(format_args!("%q{id} = icmp ult i32 %n{id}, {rounds}"));
            self.line(format_args!("br i1 %q{id}, label %l{id}, label %x{id}"));
        }
        self.label(format!("x{id}"));
    }
}
