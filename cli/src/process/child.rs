//! Work in a process of its own, so that a crash inside LLVM ends that process and not this one.
//!
//! The new process is a copy of this one (`fork`), which costs less than a millisecond; it does its work, says what it
//! has to say on its standard error, which is kept for this process, and ends. Only for programs with a single thread:
//! a library cannot know what locks the other threads of its host hold.

#[cfg(target_os = "linux")]
mod limits;
#[cfg(target_os = "linux")]
#[path = "child/linux.rs"]
mod platform;
#[cfg(not(target_os = "linux"))]
#[path = "child/elsewhere.rs"]
mod platform;

use std::io::{self, Read, Seek};
use std::path::Path;

/// The end of a process.
#[derive(Debug)]
pub enum End {
    /// By itself, with this code.
    Returned(u8),
    /// By a signal.
    Killed(Crash),
}

/// The crash of a process that did not end by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The signal.
    pub signal: i32,
    /// Whether it was inside of LLVM's readers.
    pub reading: bool,
    /// Whether it had less memory there than it may take.
    pub is_limited: bool,
}

impl Crash {
    /// Returns whether the program is at fault, rather than ended by someone, perhaps for its use of time or memory.
    pub fn is_fault(&self) -> bool {
        use libc::{SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
        [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP].contains(&self.signal) || self.is_endless()
    }

    /// Returns whether LLVM's reader took more time than a file of that size may take.
    pub fn is_endless(&self) -> bool {
        self.reading && self.signal == libc::SIGPROF
    }
}

/// Marks that this process would leave a file behind if it were ended now, which the one that waits for it then
/// removes; or that it would not any more.
pub fn leaves(file: Option<&Path>) {
    platform::leaves(file);
}

/// Returns the greatest number of processes that work at a time: each takes descriptors.
pub fn most() -> usize {
    platform::most().max(1)
}

/// A process at work.
#[derive(Debug)]
pub struct Child {
    id: libc::pid_t,
    /// Its standard error.
    said: std::fs::File,
    /// The file in which the process reports its progress.
    marks: std::fs::File,
}

/// Starts the work; its result is the code of the process. Where no process can be started, the work is handed back.
pub fn start<W: FnOnce() -> u8>(work: W) -> Result<Child, W> {
    let (Ok(said), Ok(marks)) = (platform::memory_file(), platform::memory_file()) else { return Err(work) };
    match platform::fork() {
        Ok(0) => platform::work(&said, marks, work),
        Ok(id) => Ok(Child { id, said, marks }),
        Err(_) => Err(work),
    }
}

/// Waits for the first of these to end: its number, how, and what it said.
pub fn wait(children: &mut Vec<Child>) -> io::Result<(usize, End, Vec<u8>)> {
    loop {
        let (id, status) = platform::wait()?;
        if let Some(index) = children.iter().position(|child| child.id == id) {
            let mut child = children.remove(index);
            let (mut said, mut marks) = (Vec::new(), Vec::new());
            child.said.rewind()?;
            child.said.read_to_end(&mut said)?;
            child.marks.rewind()?;
            child.marks.read_to_end(&mut marks)?;
            let end = platform::end(status, &marks);
            if let (End::Killed(_), Some(file)) = (&end, platform::left(&marks)) {
                // It may have got its name already: then there is none of this one.
                let _ = std::fs::remove_file(file);
            }
            return Ok((index, end, said));
        }
    }
}
