//! Random kernels, each run as LLVM's code and, in some forms of SPIR-V, by the runner: all must write the same bytes.
//!
//! ```text
//! random -> kernel -> text -+-> jit                                  -+
//!                           +-> SPIR-V -> runner                     -+-> compare
//!                           +-> SPIR-V for Vulkan, valid -> runner   -+
//! ```

mod aligned;
mod forms;
mod kernel;

pub use forms::{FORMS, Form};
pub use kernel::{ITEMS, Kernel, Parameter};

use crate::jit::{Jit, Oracle};
use crate::program::HEADER;
use std::process::ExitCode;

const BUILTIN: &str = "declare spir_func i64 @_Z13get_global_idj(i32)\n";
/// The number of kernels that share a module.
const BATCH: u64 = 10;

/// A random kernel, and the comparison of its results.
pub trait Subject {
    /// The declarations of the functions that the kernels call.
    const DECLARATIONS: &str;

    /// Returns the kernel with a number.
    fn random(seed: u64, number: u64) -> Self;

    /// Returns its kernel.
    fn kernel(&self) -> &Kernel;

    /// Returns the first difference between the buffers of LLVM's code and those of the translated one.
    fn difference(&self, before: &[Vec<u8>], after: &[Vec<u8>]) -> Option<String>;
}

/// Kernels that share a module.
#[derive(Debug)]
pub struct Batch<S>(Vec<S>);

impl<S: Subject> Batch<S> {
    /// Creates the kernels from `first` on.
    pub fn new(seed: u64, first: u64, count: u64) -> Self {
        Self((first..first + count).map(|number| S::random(seed, number)).collect())
    }

    /// Returns the module to be translated.
    pub fn text(&self) -> String {
        text(&self.0, Kernel::translated)
    }

    /// Runs all kernels in some forms; returns the faults, each with the name of a kernel or of all kernels.
    pub fn check(&self, forms: &[Form]) -> Vec<String> {
        let jit = match Jit::new(&text(&self.0, Kernel::reference), Oracle::First) {
            Ok(jit) => jit,
            Err(message) => return vec![format!("original: {message}")],
        };
        let before: Vec<_> = self.0.iter().map(|subject| subject.kernel().by_llvm(&jit)).collect();
        let run = |form: &Form| {
            let size = form.in_module(self.0.len());
            let parts = self.0.chunks(size).zip(before.chunks(size));
            parts.flat_map(|(subjects, before)| in_form(*form, subjects, before)).collect::<Vec<_>>()
        };
        forms.iter().flat_map(run).collect()
    }
}

/// The arguments of a command line: `COUNT [SEED] [FIRST]` or `print NUMBER [SEED]`.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    prints: bool,
    numbers: [u64; 3],
}

impl Order {
    /// Returns the arguments of this program.
    pub fn given() -> Self {
        let words: Vec<_> = std::env::args().skip(1).collect();
        let number = |at: usize, default: u64| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(default);
        match words.first().is_some_and(|word| word == "print") {
            true => Self { prints: true, numbers: [number(1, 0), number(2, 1), 0] },
            false => Self { prints: false, numbers: [number(0, 1000), number(1, 1), number(2, 0)] },
        }
    }
}

/// Prints a kernel and its faults, or checks some kernels; fails if there is a fault.
pub fn obey<S: Subject>(order: &Order, mut say: impl FnMut(String)) -> ExitCode {
    if order.prints {
        let [number, seed, _] = order.numbers;
        let batch = Batch::<S>::new(seed, number, 1);
        say(batch.text());
        say(format!("; {:#?}", batch.check(&FORMS)));
        return ExitCode::SUCCESS;
    }
    let [count, seed, first] = order.numbers;
    let failed = search::<S>(seed, first, count, &mut say);
    say(format!("{count} kernels, seed {seed}, {failed} failures"));
    ExitCode::from(u8::from(failed > 0))
}

/// Checks `count` kernels from `first` on, in the kernel form, every other time with extensions, and in that of Vulkan;
/// returns the number of faults. Passes each fault, and occasional progress messages, to `say`.
fn search<S: Subject>(seed: u64, first: u64, count: u64, mut say: impl FnMut(String)) -> usize {
    let mut failed = 0;
    for at in (first..first + count).step_by(BATCH as usize) {
        let kernel = if (at / BATCH).is_multiple_of(2) { Form::Kernel } else { Form::Extended };
        let forms = [kernel, Form::Vulkan];
        let size = BATCH.min(first + count - at);
        let mut faults = Batch::<S>::new(seed, at, size).check(&forms);
        if !faults.is_empty() {
            // What is refused is one of them.
            let one = |number| {
                let faults = Batch::<S>::new(seed, number, 1).check(&forms);
                faults.into_iter().map(move |fault| format!("{number}: {fault}"))
            };
            faults = (at..at + size).flat_map(one).collect();
        }
        failed += faults.len();
        faults.into_iter().for_each(&mut say);
        if at % 500 == 0 {
            say(format!("{} kernels, {failed} failures", at - first));
        }
    }
    failed
}

/// Runs kernels in a form; returns the faults.
fn in_form<S: Subject>(form: Form, subjects: &[S], before: &[Result<Vec<Vec<u8>>, String>]) -> Vec<String> {
    let names: Vec<_> = subjects.iter().map(|subject| subject.kernel().name.clone()).collect();
    let program = match form.program(&text(subjects, Kernel::translated), &names) {
        Ok(program) => program,
        Err(message) => return vec![format!("{form:?}: {}: {message}", names.join(", "))],
    };
    let one = |(subject, before): (&S, &Result<Vec<Vec<u8>>, String>)| {
        let fault = match (before, forms::run(&program, subject.kernel())) {
            (Ok(before), Ok(after)) => subject.difference(before, &after)?,
            (Err(message), _) => message.clone(),
            (_, Err(message)) => message,
        };
        Some(format!("{form:?}: {}: {fault}", subject.kernel().name))
    };
    subjects.iter().zip(before).filter_map(one).collect()
}

/// Returns the module of some kernels.
fn text<S: Subject>(subjects: &[S], one: impl Fn(&Kernel) -> String) -> String {
    subjects.iter().fold(format!("{HEADER}{BUILTIN}{}", S::DECLARATIONS), |text, subject| text + &one(subject.kernel()))
}
