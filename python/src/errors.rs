//! Errors as exceptions of the classes in `llvm_spirv._errors`, created from the objects of `--diagnostics=json`.

use llvm_spirv::error::Error;
use llvm_spirv_cli::diagnostics::error_object;
use pyo3::prelude::*;
use serde_json::Value;

/// Returns the exception for an error and the others that it stands for.
pub fn exception(py: Python<'_>, error: &Error) -> PyErr {
    let objects: Vec<Value> = error.all().map(error_object).collect();
    let text = Value::Array(objects).to_string();
    let made = py.import("llvm_spirv._errors").and_then(|module| module.call_method1("made", (text, error.is_cut())));
    made.map_or_else(|error| error, PyErr::from_value)
}
