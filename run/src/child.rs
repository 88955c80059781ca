//! Child processes for kernels, which may do anything to the process that they run in.

#![allow(unsafe_code, reason = "processes are forked and waited for")]

use crate::outcome;
use llvm_spirv::error::{Code, Error, Result};
use llvm_spirv_cli::launch::Launch;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitCode, ExitStatus};
use std::time::{Duration, Instant};

/// Runs the launches, in a child process unless this one is requested.
///
/// The child is a copy of this process, which has no other threads yet: starting the program anew would take longer
/// than compiling a small kernel.
pub fn run(launches: &[Launch]) -> Result<ExitCode> {
    if launches.iter().any(|launch| launch.here || launch.emit.is_some()) {
        return outcome::run(launches);
    }
    let timeout = launches.iter().filter_map(|launch| launch.timeout).min();
    let parent = std::process::id();
    // SAFETY: no other thread runs that may hold a lock.
    match unsafe { libc::fork() } {
        0 => {
            end_with(parent);
            outcome::run(launches)
        }
        child if child > 0 => ended(watched(child, timeout)?),
        _ => Err(lost(&std::io::Error::last_os_error())),
    }
}

fn ended_by(text: impl AsRef<str>) -> Error {
    Error::of(Code::Execution, text)
}

fn lost(error: &std::io::Error) -> Error {
    Error::of(Code::Ended, format!("the process of the kernel: {error}"))
}

/// Makes this process end when its parent ends for any reason, since a kernel may run forever.
#[cfg(target_os = "linux")]
fn end_with(parent: u32) {
    // SAFETY: says which signal this process gets.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    if std::os::unix::process::parent_id() != parent {
        // It has ended before that was said.
        std::process::exit(1);
    }
}

#[cfg(not(target_os = "linux"))]
fn end_with(_parent: u32) {}

/// Returns the exit code of a child, or an error if it was killed.
fn ended(status: ExitStatus) -> Result<ExitCode> {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ok(ExitCode::from(u8::try_from(code).unwrap_or(1))),
        (None, Some(signal)) => Err(ended_by(format!("the kernel ended the process by {}", meaning(signal)))),
        _ => Err(ended_by("the kernel's process has ended without a code")),
    }
}

/// Waits for the child, with an optional timeout.
fn watched(child: libc::pid_t, timeout: Option<Duration>) -> Result<ExitStatus> {
    let Some(timeout) = timeout else { return wait(child, 0).map(Option::unwrap_or_default) };
    let begin = Instant::now();
    loop {
        if let Some(status) = wait(child, libc::WNOHANG)? {
            return Ok(status);
        }
        if begin.elapsed() > timeout {
            // SAFETY: a child that has not been waited for: its number is still its own.
            unsafe { libc::kill(child, libc::SIGKILL) };
            wait(child, 0)?;
            return Err(ended_by(format!("the kernel took longer than {} s, and was ended", timeout.as_secs_f64())));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Returns the exit status of the child, if it has ended.
fn wait(child: libc::pid_t, options: i32) -> Result<Option<ExitStatus>> {
    let mut status = 0;
    loop {
        // SAFETY: a child of this process, and room for how it has ended.
        match unsafe { libc::waitpid(child, &raw mut status, options) } {
            0 => return Ok(None),
            ended if ended > 0 => return Ok(Some(ExitStatus::from_raw(status))),
            _ => {}
        }
        let error = std::io::Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return Err(lost(&error));
        }
    }
}

fn meaning(signal: i32) -> String {
    match signal {
        libc::SIGSEGV | libc::SIGBUS => "an access to memory that is not there (an index out of bounds)".to_owned(),
        libc::SIGFPE => "an integer division by zero, or one that overflows".to_owned(),
        libc::SIGILL | libc::SIGTRAP => "an instruction that it must not reach (OpUnreachable)".to_owned(),
        libc::SIGABRT => "an abort".to_owned(),
        libc::SIGKILL => "signal 9: somebody ended it, or the memory was short".to_owned(),
        other => format!("signal {other}"),
    }
}
