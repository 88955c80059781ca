//! Modules with many constructs of one kind: costs that grow faster than the input show up in one of them.
//!
//! In: a size. Out: LLVM assembly, the same each time. `docs/measured/performance.md` has the costs.

mod blocks;
mod constants;
mod debug;
mod functions;
mod globals;
mod legal;
mod notes;
mod plain;
mod shaders;
mod switches;
mod types;

use std::fmt::{Arguments, Write};

/// A kind of module.
#[derive(Clone, Copy)]
pub struct Shape {
    /// The name of the construct that the module has many of.
    pub name: &'static str,
    /// The number of repetitions in the benchmark table.
    pub full: usize,
    /// True if it is in the short table of each run.
    pub is_short: bool,
    /// Writes a module with this number of constructs.
    pub make: fn(usize) -> String,
}

/// Returns all shapes: those of `plain` and `blocks` first, which consist of instructions.
pub fn all() -> Vec<Shape> {
    let tables = [
        plain::SHAPES,
        blocks::SHAPES,
        types::SHAPES,
        globals::SHAPES,
        constants::SHAPES,
        switches::SHAPES,
        functions::SHAPES,
        notes::SHAPES,
        debug::SHAPES,
        legal::SHAPES,
        shaders::SHAPES,
    ];
    tables.concat()
}

/// The shape of a name.
pub fn find(name: &str) -> Option<Shape> {
    all().into_iter().find(|shape| shape.name == name)
}

const fn short(name: &'static str, full: usize, make: fn(usize) -> String) -> Shape {
    Shape { name, full, is_short: true, make }
}

const fn long(name: &'static str, full: usize, make: fn(usize) -> String) -> Shape {
    Shape { name, full, is_short: false, make }
}

/// Assembly being written.
struct Text(String);

impl Text {
    fn new() -> Self {
        let mut out = Self(String::new());
        out.line(format_args!(
            "target datalayout = \"e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64\""
        ));
        out.line(format_args!("target triple = \"spir64-unknown-unknown\""));
        out
    }

    /// Appends formatted text; writing to a `String` cannot fail.
    fn put(&mut self, text: Arguments<'_>) -> &mut Self {
        let _ = self.0.write_fmt(text);
        self
    }

    fn line(&mut self, text: Arguments<'_>) -> &mut Self {
        self.put(text);
        self.0.push('\n');
        self
    }

    /// Writes this number of lines.
    fn lines(&mut self, count: usize, mut line: impl FnMut(&mut Self, usize)) -> &mut Self {
        for number in 0..count {
            line(self, number);
        }
        self
    }

    fn end(&mut self) -> String {
        std::mem::take(&mut self.0)
    }
}
