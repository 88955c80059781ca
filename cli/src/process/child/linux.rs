//! A process that is a copy of this one.

use super::super::linux;
use super::limits::{READING, READING_LIMITED, begin_reading, end_reading};
use super::{Crash, End};
use llvm_spirv::llvm::reading::{self, Observer};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{Error, Result, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::OnceLock;

/// Before and behind the name of a file; there is none in between where there is no such file.
const FILE: u8 = 0;

/// The descriptors of a process that waits, and of one that works, besides those for each process at work.
const DESCRIPTORS: usize = 10;
/// The descriptors for each process at work.
const DESCRIPTORS_EACH: usize = 2;

/// The file in which this process reports its progress; only if another one waits for it.
static MARKS: OnceLock<File> = OnceLock::new();

/// Returns where this process says how far it is, if another one waits for it.
pub fn marks() -> Option<&'static File> {
    MARKS.get()
}

/// A file without a name.
pub fn memory_file() -> Result<File> {
    // SAFETY: a C string; the descriptor is new, and owned by the file alone.
    unsafe {
        let descriptor = libc::memfd_create(c"llvm-spirv".as_ptr(), libc::MFD_CLOEXEC);
        if descriptor < 0 { Err(Error::last_os_error()) } else { Ok(File::from_raw_fd(descriptor)) }
    }
}

pub fn fork() -> Result<libc::pid_t> {
    // SAFETY: takes nothing. The programs that come here have but one thread: no lock is held by one that the copy
    // lacks.
    let id = unsafe { libc::fork() };
    if id < 0 { Err(Error::last_os_error()) } else { Ok(id) }
}

/// Does the work in the new process and ends the process.
pub fn work(said: &File, marks: File, work: impl FnOnce() -> u8) -> ! {
    let _ = MARKS.set(marks);
    reading::observe(Observer { before: begin_reading, after: end_reading });
    // SAFETY: descriptors that are open; the numbers are settings of this process alone: it ends with the one that
    // waits for it, and leaves no file behind when it crashes.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::dup2(said.as_raw_fd(), libc::STDERR_FILENO);
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        libc::setrlimit(libc::RLIMIT_CORE, &raw const none);
    }
    let code = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).unwrap_or(101);
    // SAFETY: ends the process. What LLVM and others do at the end is for the process that was copied to do.
    unsafe { libc::_exit(code.into()) }
}

/// Waits for any process that this one started.
pub fn wait() -> Result<(libc::pid_t, i32)> {
    let mut status = 0;
    loop {
        // SAFETY: a place for the status.
        let id = unsafe { libc::waitpid(-1, &raw mut status, 0) };
        let error = Error::last_os_error();
        match id {
            1.. => return Ok((id, status)),
            _ if error.kind() == std::io::ErrorKind::Interrupted => {}
            _ => return Err(error),
        }
    }
}

pub fn leaves(file: Option<&Path>) {
    let Some(mut marks) = MARKS.get() else { return };
    let name = file.map(|file| file.as_os_str().as_bytes()).unwrap_or_default();
    // Without a mark, the file stays if this process is ended.
    let _ = marks.write_all(&[&[FILE], name, &[FILE]].concat());
}

/// The file of the last such mark, which comes last of all.
pub fn left(marks: &[u8]) -> Option<&Path> {
    let name = marks.strip_suffix(&[FILE])?.rsplit(|byte| *byte == FILE).next()?;
    (!name.is_empty()).then(|| Path::new(OsStr::from_bytes(name)))
}

pub fn most() -> usize {
    let all = usize::try_from(linux::limit(libc::RLIMIT_NOFILE)).unwrap_or(usize::MAX);
    all.saturating_sub(DESCRIPTORS) / DESCRIPTORS_EACH
}

pub fn end(status: i32, marks: &[u8]) -> End {
    if libc::WIFEXITED(status) {
        return End::Returned(u8::try_from(libc::WEXITSTATUS(status)).unwrap_or(u8::MAX));
    }
    let is_limited = marks.last() == Some(&READING_LIMITED);
    let reading = is_limited || marks.last() == Some(&READING);
    End::Killed(Crash { signal: libc::WTERMSIG(status), reading, is_limited })
}
