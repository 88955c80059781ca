//! The translator for Python: the module `llvm_spirv._native`, which the functions of `package/llvm_spirv/` call.
//!
//! In: modules ([`input`]), and settings by name and value. Out: bytes or JSON, and warnings; an exception of
//! `llvm_spirv._errors` on an error. No function holds the interpreter while it works.

mod errors;
mod input;
#[cfg(feature = "run")]
mod run;

use input::with_module;
use llvm_spirv::error::{Code, Error, Result};
use llvm_spirv::options::{LlvmVersion, Options, Values};
use llvm_spirv::{AssemblyOptions, Llvm, Output, is_spirv};
use llvm_spirv_cli::objects;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Settings by name, each with its value.
type Settings = Vec<(String, String)>;

/// Bytes, and warnings.
type Written<'py> = (Bound<'py, PyBytes>, Vec<String>);

fn options(settings: &Settings) -> PyResult<Options> {
    let mut options = Options::default();
    for (name, value) in settings {
        options.set(name, value).map_err(|error| PyValueError::new_err(error.to_string()))?;
    }
    Ok(options)
}

fn format(is_text: bool) -> Llvm {
    if is_text { Llvm::Assembly } else { Llvm::Bitcode }
}

fn written(py: Python<'_>, output: Output) -> Written<'_> {
    (PyBytes::new(py, &output.bytes), output.warnings)
}

/// Returns the error for a module that is already in the requested form.
fn already(what: &str, hint: &str) -> Error {
    Error::of(Code::OtherInput, format!("the module is {what} already")).hint(hint)
}

/// LLVM IR to a SPIR-V binary.
#[pyfunction]
fn translate<'py>(py: Python<'py>, module: &Bound<'py, PyAny>, settings: Settings) -> PyResult<Written<'py>> {
    let options = options(&settings)?;
    let work = |module: &[u8], _: &str| match is_spirv(module) {
        true => Err(already("SPIR-V", "to_llvm makes LLVM IR of it")),
        false => llvm_spirv::llvm_to_spirv(module, &options),
    };
    let output = with_module(module, work)?;
    Ok(written(py, output))
}

/// SPIR-V to LLVM IR.
#[pyfunction]
fn to_llvm<'py>(py: Python<'py>, module: &Bound<'py, PyAny>, text: bool, settings: Settings) -> PyResult<Written<'py>> {
    let options = options(&settings)?;
    let work = |module: &[u8], _: &str| match is_spirv(module) {
        true => llvm_spirv::spirv_to_llvm(module, &options, format(text)),
        false => Err(already("LLVM IR", "translate makes SPIR-V of it, and ir writes it in another form")),
    };
    let output = with_module(module, work)?;
    Ok(written(py, output))
}

/// LLVM IR of any version, verified and written.
#[pyfunction]
fn ir<'py>(
    py: Python<'py>,
    module: &Bound<'py, PyAny>,
    text: bool,
    llvm_version: u32,
    verify: bool,
) -> PyResult<Written<'py>> {
    let unknown = || PyValueError::new_err(format!("there is no LLVM {llvm_version} to write for: 15 to 23"));
    let version = LlvmVersion::new(llvm_version).ok_or_else(unknown)?;
    let work = |module: &[u8], name: &str| objects::ir(module, name, (format(text), version), verify);
    Ok(written(py, with_module(module, work)?))
}

/// The interface of a module as JSON.
#[pyfunction]
fn inspect(module: &Bound<'_, PyAny>, settings: Settings) -> PyResult<(String, Vec<String>)> {
    let options = options(&settings)?;
    let (object, warnings) = with_module(module, |module, name| objects::inspection(module, name, &options))?;
    Ok((object.to_string(), warnings))
}

/// The instructions that ask for what a module declares, as JSON.
#[pyfunction]
fn explain(module: &Bound<'_, PyAny>, settings: Settings) -> PyResult<(String, Vec<String>)> {
    let options = options(&settings)?;
    let (object, warnings) = with_module(module, |module, name| objects::explanation(module, name, &options))?;
    Ok((object.to_string(), warnings))
}

/// The changes of two round trips as JSON.
#[pyfunction]
fn roundtrip(module: &Bound<'_, PyAny>, examples: usize, settings: Settings) -> PyResult<String> {
    let options = options(&settings)?;
    let object = with_module(module, |module, name| objects::round_trips(module, name, &options, examples))?;
    Ok(object.to_string())
}

/// The rules that each reader of SPIR-V relies on, checked.
#[pyfunction]
fn validate(module: &Bound<'_, PyAny>, settings: Settings) -> PyResult<()> {
    let options = options(&settings)?;
    with_module(module, |module, _| llvm_spirv::validate(module, &options))
}

/// The rules of SPIRV-Tools, checked by its program.
#[pyfunction]
#[pyo3(signature = (module, target_env))]
fn spirv_val(module: &Bound<'_, PyAny>, target_env: Option<String>) -> PyResult<()> {
    with_module(module, |module, _| objects::validated(module, target_env.as_deref()))
}

/// SPIR-V assembly to a binary.
#[pyfunction]
fn assemble<'py>(py: Python<'py>, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let work = |text: &[u8], _: &str| -> Result<Vec<u8>> { llvm_spirv::assemble(text, AssemblyOptions::default()) };
    Ok(PyBytes::new(py, &input::with_bytes(text, work)?))
}

/// A SPIR-V binary as assembly.
#[pyfunction]
fn disassemble(module: &Bound<'_, PyAny>) -> PyResult<String> {
    with_module(module, |module, _| llvm_spirv::disassemble(module))
}

/// The settings: name, kind of values, the words or the form, purpose.
#[pyfunction]
fn settings() -> Vec<(&'static str, &'static str, Vec<&'static str>, &'static str)> {
    let row = |setting: &llvm_spirv::options::Setting| {
        let (kind, words) = match setting.values() {
            Values::Switch => ("switch", Vec::new()),
            Values::Number => ("number", Vec::new()),
            Values::OneOf(words) => ("words", words.to_vec()),
            Values::Text(form) => ("text", vec![form]),
            _ => ("text", Vec::new()),
        };
        (setting.name(), kind, words, setting.about())
    };
    Options::settings().iter().map(row).collect()
}

/// The functions of the module.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", llvm_spirv_cli::VERSION)?;
    module.add("HAS_RUN", cfg!(feature = "run"))?;
    for function in [
        wrap_pyfunction!(translate, module)?,
        wrap_pyfunction!(to_llvm, module)?,
        wrap_pyfunction!(ir, module)?,
        wrap_pyfunction!(inspect, module)?,
        wrap_pyfunction!(explain, module)?,
        wrap_pyfunction!(roundtrip, module)?,
        wrap_pyfunction!(validate, module)?,
        wrap_pyfunction!(spirv_val, module)?,
        wrap_pyfunction!(assemble, module)?,
        wrap_pyfunction!(disassemble, module)?,
        wrap_pyfunction!(settings, module)?,
    ] {
        module.add_function(function)?;
    }
    #[cfg(feature = "run")]
    module.add_function(wrap_pyfunction!(run::run, module)?)?;
    Ok(())
}
