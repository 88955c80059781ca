//! The faults of a launch, as its threads record them, and the messages for them.

use crate::errors;
use crate::form::{Kernel, LOCALS, Param, Sources, VARIABLE, line};
use llvm_spirv::error::{Error, Place, internals};
use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;

/// The first faults that threads have found.
#[derive(Debug, Default)]
pub struct Wrong {
    /// 1 if a group could not go on.
    pub failed: AtomicU32,
    /// A forbidden access.
    pub fault: OnceLock<Fault>,
    /// Two work-items that never meet.
    pub stuck: OnceLock<Stuck>,
}

/// A forbidden access.
#[derive(Debug)]
pub struct Fault {
    /// The memory.
    pub what: What,
    /// The offset from the beginning of the memory.
    pub offset: i64,
    /// The number of bytes.
    pub bytes: u64,
    /// The work-item.
    pub item: [u64; 3],
    /// The position in the source; 0 if unknown.
    pub position: u64,
}

/// The memory of a forbidden access.
#[derive(Debug)]
pub enum What {
    /// The memory of the argument or the variable with this number and size, beyond its end.
    Argument(u64, u64),
    /// No memory of the launch: the offset is the address.
    Nowhere,
    /// A part of a group's local memory that the group has not written.
    Unwritten,
}

/// Two work-items of a group that wait at different barriers.
#[derive(Debug)]
pub struct Stuck {
    /// Their positions in the grid, and the points where they wait: negative at the end.
    pub items: [([u64; 3], i32); 2],
}

/// A part of local memory: its name, its begin and its end.
pub type Local = (String, u64, u64);

fn shown([x, y, z]: [u64; 3]) -> String {
    format!("({x}, {y}, {z})")
}

impl Fault {
    /// Returns the error for it, with its source position.
    pub fn error(&self, kernel: &Kernel, locals: &[Local], sources: &Sources) -> Error {
        let text = self.text(kernel, locals);
        let source = sources.source(self.position);
        match (&source, line(self.position)) {
            (None, 1..) => errors::execution(format!("line {}: {text}", line(self.position))),
            _ => internals::at(errors::execution(text), Place { source, ..Place::default() }),
        }
    }

    fn text(&self, kernel: &Kernel, locals: &[Local]) -> String {
        let who = format!("work-item {} of `{}`", shown(self.item), kernel.name);
        let bytes = self.bytes;
        match self.what {
            What::Argument(number, size) => {
                let what = named(number, kernel, locals);
                format!("{who} accesses {bytes} bytes at {} of {what}, which has {size} bytes", self.offset)
            }
            What::Nowhere => {
                format!(
                    "{who} accesses {bytes} bytes at the address {:#x}, where the launch has no memory",
                    self.offset
                )
            }
            What::Unwritten => {
                let at = self.offset.unsigned_abs();
                let local = locals.iter().find(|(_, begin, end)| (*begin..*end).contains(&at));
                let (name, begin) = local.map_or(("local memory", 0), |(name, begin, _)| (name.as_str(), *begin));
                format!("{who} reads {bytes} bytes at {} of {name}, which its group has not written", at - begin)
            }
        }
    }
}

/// Returns the name of memory.
fn named(number: u64, kernel: &Kernel, locals: &[Local]) -> String {
    match number.checked_sub(LOCALS) {
        None => argument(number, kernel),
        Some(_) if number >= VARIABLE => "a variable".to_owned(),
        Some(index) => locals.get(index as usize).map_or("local memory".to_owned(), |(name, ..)| name.clone()),
    }
}

fn argument(number: u64, kernel: &Kernel) -> String {
    match kernel.params.get(number as usize) {
        Some(Param::Binding(binding)) => format!("binding {}:{}", binding.set, binding.binding),
        Some(Param::Record(record)) => record.name.clone(),
        Some(Param::Push(..)) => "the push constants".to_owned(),
        Some(Param::Local) => format!("the local memory of argument {number}"),
        None => format!("buffer {} of those that only addresses lead to", number - kernel.params.len() as u64),
        _ => format!("argument {number}"),
    }
}

impl Stuck {
    /// Returns the message for it.
    pub fn text(&self, kernel: &Kernel) -> String {
        let place = |(item, point): &([u64; 3], i32)| {
            let number = usize::try_from(*point / 2 - 1).ok();
            let line = number.and_then(|number| kernel.lines.get(number)).filter(|line| **line != 0);
            match line {
                _ if *point < 0 => format!("{} has ended", shown(*item)),
                Some(line) => format!("{} waits in line {line}", shown(*item)),
                None => format!("{} waits at point {}", shown(*item), point / 2),
            }
        };
        let [one, two] = &self.items;
        format!(
            "work-items of a group of `{}` wait at different barriers: {}, {}; that is not allowed",
            kernel.name,
            place(one),
            place(two)
        )
    }
}
