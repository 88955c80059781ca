//! A kernel may do anything to the process that it runs in: it runs in a child, which is watched.

use crate::command::{Command, USAGE};
use crate::outcome;
use spirv_runner::Result;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitCode, ExitStatus};
use std::time::{Duration, Instant};

/// Does what the commands say, in a child unless it is to be here.
pub fn run(commands: &[Command], words: &[String]) -> Result<ExitCode> {
    if commands.iter().any(|command| command.is_help) {
        print!("{USAGE}");
        return Ok(ExitCode::SUCCESS);
    }
    if commands.iter().any(|command| command.is_here || command.emit.is_some()) {
        return outcome::run(commands);
    }
    let timeout = commands.iter().filter_map(|command| command.timeout).min();
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let child = std::process::Command::new(program).args(words).arg("--here").spawn();
    let status = watched(child.map_err(|error| error.to_string())?, timeout)?;
    match (status.code(), status.signal()) {
        (Some(code), _) => Ok(ExitCode::from(u8::try_from(code).unwrap_or(1))),
        (None, Some(signal)) => Err(format!("the kernel ended the process by {}", meaning(signal))),
        _ => Err("the kernel's process has ended without a code".to_owned()),
    }
}

/// Waits for the child, no longer than is allowed.
fn watched(mut child: Child, timeout: Option<Duration>) -> Result<ExitStatus> {
    let Some(timeout) = timeout else { return child.wait().map_err(|error| error.to_string()) };
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Ok(status);
        }
        if begin.elapsed() > timeout {
            let ended = child.kill().and_then(|()| child.wait());
            ended.map_err(|error| error.to_string())?;
            return Err(format!("the kernel took longer than {} s, and was ended", timeout.as_secs_f64()));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn meaning(signal: i32) -> String {
    match signal {
        libc::SIGSEGV | libc::SIGBUS => "an access to memory that is not there (an index out of bounds)".to_owned(),
        libc::SIGFPE => "an integer division by zero, or one that overflows".to_owned(),
        libc::SIGILL | libc::SIGTRAP => "an instruction that it must not reach (OpUnreachable)".to_owned(),
        libc::SIGABRT => "an abort".to_owned(),
        other => format!("signal {other}"),
    }
}
