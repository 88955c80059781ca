//! Where a process cannot be copied, the work is done by the caller.

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
