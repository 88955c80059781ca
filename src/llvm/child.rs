//! Work in a process of its own, so that a crash inside LLVM ends that process and not this one.
//!
//! The new process is a copy of this one (`fork`), which costs less than a millisecond; it does its work, says what it
//! has to say on its standard error, which is kept for this process, and ends. Only for programs with a single thread: a
//! library cannot know what locks the other threads of its host hold.

use std::io::{self, Read, Seek};
use std::path::Path;

/// How a process ended.
#[derive(Debug)]
pub enum End {
    /// By itself, with this code.
    Returned(u8),
    /// By a signal.
    Killed(Crash),
}

/// What is known of a process that did not end by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The signal.
    pub signal: i32,
    /// Was it inside of LLVM's readers?
    pub reading: bool,
    /// Did it have less memory there than it may take?
    pub is_limited: bool,
}

impl Crash {
    /// Did the program go wrong, or did somebody end it, for its use of time or memory perhaps?
    pub fn is_fault(&self) -> bool {
        use libc::{SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
        [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP].contains(&self.signal) || self.is_endless()
    }

    /// Did LLVM's reader take more time than a file of that size may take?
    pub fn is_endless(&self) -> bool {
        self.reading && self.signal == libc::SIGPROF
    }
}

/// Marks that this process would leave a file behind if it were ended now, which the one that waits for it then removes; or that
/// it would not any more.
pub fn leaves(file: Option<&Path>) {
    platform::leaves(file);
}

/// How many processes may be at work at a time: each takes descriptors.
pub fn most() -> usize {
    platform::most().max(1)
}

/// A process at work.
#[derive(Debug)]
pub struct Child {
    id: libc::pid_t,
    /// Its standard error.
    said: std::fs::File,
    /// What it says of its progress.
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

/// Marks, for whoever waits, that LLVM's reader is at work on a file of this size. In a process of its own it gets no more
/// memory and no more time of the processor than such a file may take: some damaged files make it ask for all that there is,
/// or go round for ever.
pub(super) fn reading<T>(size: usize, work: impl FnOnce() -> T) -> T {
    platform::reading(size, work)
}

#[cfg(target_os = "linux")]
mod platform {
    use super::super::process::linux;
    use super::{Crash, End};
    use std::ffi::OsStr;
    use std::fs::File;
    use std::io::{Error, Result, Write};
    use std::os::fd::{AsRawFd, FromRawFd};
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;
    use std::sync::OnceLock;
    use std::time::Duration;

    const READING: u8 = b'(';
    const READING_LIMITED: u8 = b'[';
    const READ: u8 = b')';
    /// Before and behind the name of a file; there is none in between where there is no such file.
    const FILE: u8 = 0;

    /// The descriptors of a process that waits, and of one that works, besides those for each process at work.
    const DESCRIPTORS: usize = 10;
    /// Those for each process at work.
    const DESCRIPTORS_EACH: usize = 2;

    /// The memory that a reader may take at least, that of the heap that was prepared included.
    const BASE: u64 = 208 << 20;
    /// And for each byte of the file: that of the largest switches takes 50.
    const TIMES: u64 = 128;
    /// The time of the processor that a reader may take at least.
    const BASE_TIME: Duration = Duration::from_secs(1);
    /// And for each byte of the file: some hundreds of times what LLVM takes.
    const TIME: Duration = Duration::from_micros(20);

    /// Where this process says how far it is; only if another one waits for it.
    static MARKS: OnceLock<File> = OnceLock::new();

    pub fn reading<T>(size: usize, work: impl FnOnce() -> T) -> T {
        let Some(mut file) = MARKS.get() else { return work() };
        let size = u64::try_from(size).unwrap_or(u64::MAX);
        let most = used().saturating_add(BASE).saturating_add(size.saturating_mul(TIMES));
        // Without a mark, a message is less exact.
        let is_limited = linux::limit(libc::RLIMIT_DATA) < most || linux::limit(libc::RLIMIT_AS) != libc::RLIM_INFINITY;
        let _ = file.write_all(&[if is_limited { READING_LIMITED } else { READING }]);
        let before = limit(most.min(linux::limit(libc::RLIMIT_DATA)));
        alarm(BASE_TIME.saturating_add(TIME.saturating_mul(u32::try_from(size).unwrap_or(u32::MAX))));
        let value = work();
        alarm(Duration::ZERO);
        limit(before);
        let _ = file.write_all(&[READ]);
        value
    }

    /// Sets how much memory this process may hold; how much it was. More than is allowed at all is not asked for.
    fn limit(bytes: u64) -> u64 {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: a place for the limit, then its new value.
        unsafe {
            if libc::getrlimit(libc::RLIMIT_DATA, &raw mut limit) != 0 {
                return bytes;
            }
            let before = std::mem::replace(&mut limit.rlim_cur, bytes.min(limit.rlim_max));
            // Where it cannot be set, nothing is lost but the bound.
            libc::setrlimit(libc::RLIMIT_DATA, &raw const limit);
            before
        }
    }

    /// Ends this process by `SIGPROF` after so much more time of the processor, whatever it does then; none is for ever.
    fn alarm(time: Duration) {
        let zero = libc::timeval { tv_sec: 0, tv_usec: 0 };
        let seconds = libc::time_t::try_from(time.as_secs()).unwrap_or(libc::time_t::MAX);
        let it_value = libc::timeval { tv_sec: seconds, tv_usec: time.subsec_micros().into() };
        // SAFETY: settings of this process, which nobody else has a use for: a signal that ends it, even where the process
        // that this one is a copy of was told to ignore it; a new value that is complete, an old one that is not asked for.
        unsafe {
            let mut set = std::mem::zeroed();
            libc::sigemptyset(&raw mut set);
            libc::sigaddset(&raw mut set, libc::SIGPROF);
            libc::signal(libc::SIGPROF, libc::SIG_DFL);
            libc::sigprocmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
            // Where it cannot be set, nothing is lost but the bound.
            libc::setitimer(libc::ITIMER_PROF, &libc::itimerval { it_interval: zero, it_value }, std::ptr::null_mut());
        }
    }

    /// How much memory this process uses. That limit counts addresses: those of the heap that are still to be used are no one's
    /// yet, and a part of what the reader may take.
    fn used() -> u64 {
        const PAGE: u64 = 4096;
        let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        let pages: Vec<u64> = text.split_ascii_whitespace().filter_map(|field| field.parse().ok()).collect();
        match pages.as_slice() {
            [_, resident, of_files, ..] => resident.saturating_sub(*of_files).saturating_mul(PAGE),
            // Unknown, then without a limit.
            _ => u64::MAX,
        }
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
        // SAFETY: takes nothing. The programs that come here have but one thread: no lock is held by one that the copy lacks.
        let id = unsafe { libc::fork() };
        if id < 0 { Err(Error::last_os_error()) } else { Ok(id) }
    }

    /// Does the work in the new process, and ends it.
    pub fn work(said: &File, marks: File, work: impl FnOnce() -> u8) -> ! {
        let _ = MARKS.set(marks);
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
}

/// Elsewhere there is no such copy, and the work is done by whoever asks.
#[cfg(not(target_os = "linux"))]
mod platform {
    use super::End;
    use std::fs::File;
    use std::io::{Error, ErrorKind, Result};
    use std::path::Path;

    pub fn leaves(_: Option<&Path>) {}

    pub fn left(_: &[u8]) -> Option<&Path> {
        None
    }

    pub fn most() -> usize {
        usize::MAX
    }

    pub fn reading<T>(_: usize, work: impl FnOnce() -> T) -> T {
        work()
    }

    pub fn memory_file() -> Result<File> {
        Err(Error::from(ErrorKind::Unsupported))
    }

    pub fn fork() -> Result<libc::pid_t> {
        Err(Error::from(ErrorKind::Unsupported))
    }

    pub fn work(_: &File, _: File, _: impl FnOnce() -> u8) -> ! {
        std::process::exit(1)
    }

    pub fn wait() -> Result<(libc::pid_t, i32)> {
        Err(Error::from(ErrorKind::Unsupported))
    }

    pub fn end(_: i32, _: &[u8]) -> End {
        End::Returned(1)
    }
}
