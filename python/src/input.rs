//! Modules as Python objects: `bytes`, `str`, a path, or anything with the buffer protocol.
//!
//! Immutable data is read in place. A writable buffer is copied first: other threads of the interpreter run while a
//! function works, and may write to it.

use crate::errors::exception;
use llvm_spirv::error::{Error, Result};
use llvm_spirv_cli::{io, objects};
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::PyBufferError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::path::{Path, PathBuf};

/// The name of a module that does not come from a file.
const UNNAMED: &str = "module";

/// Applies `work` to a module and the name of its file, without holding the interpreter. SPIR-V assembly is assembled
/// before.
pub fn with_module<T: Send>(
    given: &Bound<'_, PyAny>,
    work: impl FnOnce(&[u8], &str) -> Result<T> + Send,
) -> PyResult<T> {
    with_bytes(given, |bytes, name| work(&objects::module(bytes, Path::new(name))?, name))
}

/// Applies `work` to bytes and the name of their file, without holding the interpreter.
pub fn with_bytes<T: Send>(
    given: &Bound<'_, PyAny>,
    work: impl FnOnce(&[u8], &str) -> Result<T> + Send,
) -> PyResult<T> {
    let py = given.py();
    if let Ok(bytes) = given.cast::<PyBytes>() {
        return worked(py, bytes.as_bytes(), work);
    }
    if let Ok(text) = given.cast::<PyString>() {
        return worked(py, text.to_str()?.as_bytes(), work);
    }
    if given.hasattr("__fspath__")? {
        let path: PathBuf = given.extract()?;
        return py.detach(|| of_file(&path, work)).map_err(|error| exception(py, &error));
    }
    let buffer = PyUntypedBuffer::get(given)?;
    if !buffer.is_c_contiguous() {
        return Err(PyBufferError::new_err("a module must lie in one piece"));
    }
    if buffer.readonly() {
        return worked(py, lent(&buffer), work);
    }
    let copy = lent(&buffer).to_vec();
    worked(py, &copy, work)
}

fn worked<T: Send>(py: Python<'_>, bytes: &[u8], work: impl FnOnce(&[u8], &str) -> Result<T> + Send) -> PyResult<T> {
    py.detach(|| work(bytes, UNNAMED)).map_err(|error| exception(py, &error))
}

fn of_file<T>(path: &Path, work: impl FnOnce(&[u8], &str) -> Result<T>) -> Result<T> {
    let name = path.to_string_lossy();
    let in_file = |error: Error| error.in_file(&name);
    work(&io::read(path).map_err(in_file)?, &name).map_err(in_file)
}

/// Returns the bytes of a contiguous buffer, borrowed from it.
#[allow(unsafe_code, reason = "the buffer protocol")]
fn lent(buffer: &PyUntypedBuffer) -> &[u8] {
    if buffer.len_bytes() == 0 {
        return &[];
    }
    // SAFETY: the exporter keeps so many bytes there until the buffer is released. They do not change: they are read-only, or the
    // caller copies them before other threads of the interpreter run.
    unsafe { std::slice::from_raw_parts(buffer.buf_ptr().cast(), buffer.len_bytes()) }
}
