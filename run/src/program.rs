//! A module, compiled.

use crate::errors;
use crate::form::{self, Checks, Kernel, Sources};
use crate::host::pipes::Storages;
use crate::jit::{Compiled, Effort, Sections};
use crate::memory::Room;
use crate::wrong::Local;
use llvm_spirv::error::{Error, Result};
use llvm_spirv::llvm::{Context, Module};
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, older};

/// The naming scheme for the functions and buffers of a module.
#[derive(Clone, Debug, Default)]
pub enum Names {
    /// The names of the cpu form.
    #[default]
    Own,
    /// The names in MLIR's document on the SPIR-V dialect, for a module of this name, with this subgroup size.
    Document(String, u32),
}

/// A module whose kernels can be launched.
#[derive(Debug)]
pub struct Program {
    pub(crate) code: Compiled,
    pub(crate) kernels: Vec<Kernel>,
    /// The kernels that the cpu form lacks, each with the reason.
    pub(crate) left_out: Vec<(String, Error)>,
    pub(crate) local_size: u64,
    /// The range of addresses for all memory of a launch.
    pub(crate) room: Room,
    pub(crate) locals: Vec<Local>,
    pub(crate) sources: Sources,
    pub(crate) checks: Checks,
    pub(crate) storages: Storages,
}

/// A module in cpu form.
#[derive(Debug)]
pub struct CpuForm {
    /// The bitcode or LLVM assembly.
    pub bytes: Vec<u8>,
    /// The kernels that the cpu form lacks, each with the reason.
    pub left_out: Vec<(String, Error)>,
    kernels: Vec<Kernel>,
    address_bytes: usize,
    local_size: u64,
    locals: Vec<Local>,
    sources: Sources,
}

/// Returns the cpu form of a SPIR-V module, or of LLVM IR, which is translated to SPIR-V first.
///
/// # Errors Parts that cannot be translated, and features that the cpu form lacks if no kernel remains.
pub fn cpu_form(bytes: &[u8], options: &Options, checks: Checks, names: &Names) -> Result<CpuForm> {
    written(bytes, options, (checks, names, false), |module| {
        older::module(&module.snapshot(), Llvm::Bitcode, options.llvm_version)
    })
}

/// Returns the cpu form as LLVM assembly in place of bitcode.
///
/// # Errors
///
/// The errors of [`cpu_form`].
pub fn cpu_text(bytes: &[u8], options: &Options, checks: Checks, names: &Names) -> Result<CpuForm> {
    written(bytes, options, (checks, names, false), |module| {
        older::module(&module.snapshot(), Llvm::Assembly, options.llvm_version)
    })
}

fn written(
    bytes: &[u8],
    options: &Options,
    (checks, names, is_marked): (Checks, &Names, bool),
    write: impl FnOnce(&Module<'_>) -> Result<Vec<u8>>,
) -> Result<CpuForm> {
    let context = Context::new();
    let made = form::of_bytes(bytes, options, checks, &context);
    let made = made.and_then(|form| if is_marked { Ok(form) } else { form::unmark(&form).map(|()| form) });
    let named = Context::new();
    let form = match names {
        Names::Own => made,
        Names::Document(module, sub_group) => made.and_then(|form| form::named(&form, module, *sub_group, &named)),
    };
    let form = form?;
    let bytes = write(&form.module)?;
    let form::Form { kernels, left_out, address_bytes, local_size, locals, sources, .. } = form;
    Ok(CpuForm { bytes, kernels, left_out, address_bytes, local_size, locals, sources })
}

/// Links a module that has the document's names with a host's LLVM IR, and runs the host's `main`; returns its result,
/// 0 if it has none.
///
/// # Errors
///
/// A host that is not LLVM IR, has no `main` without parameters, or refers to symbols that neither module defines.
pub fn run_host(form: &CpuForm, host: &[u8]) -> Result<i32> {
    let context = Context::new();
    let unfit = |text: &str| errors::launch(text);
    let module = context.parse(host, "host")?;
    let main = module.function("main").filter(|main| main.entry_block().is_some() && main.params().next().is_none());
    let main = main.ok_or_else(|| unfit("the host has no function `main` without parameters"))?;
    let result = main.function_type().and_then(|ty| ty.function_return());
    let has_result = result.is_some_and(|ty| ty.is_int_of(32));
    if !has_result && !result.is_some_and(|ty| ty.is_void()) {
        return Err(unfit("the host's `main` returns neither i32 nor nothing"));
    }
    let kernel = context.parse(&form.bytes, "kernel")?;
    check_names(&module, &kernel)?;
    let code = Compiled::compile(&form.bytes, Some(&module.write_bitcode()?), None, (Sections::Any, Effort::Most));
    code.and_then(|code| code.call_main(has_result))
}

/// Rejects a host that refers to missing kernels or buffers.
fn check_names(host: &Module<'_>, kernel: &Module<'_>) -> Result<()> {
    let is_ours = |name: &str| name.starts_with("__spv__");
    let functions = host.functions().filter(|f| f.entry_block().is_none()).map(|f| f.name());
    let variables = host.globals().filter(|global| global.operand(0).is_none()).map(|global| global.name());
    let has = |name: &str| {
        let is_function = kernel.function(name).is_some_and(|function| function.entry_block().is_some());
        is_function || kernel.global(name).is_some()
    };
    match functions.chain(variables).find(|name| is_ours(name) && !has(name)) {
        Some(name) => {
            let text = format!("the host names `{name}`, which the kernel's module does not have");
            Err(errors::launch(text))
        }
        None => Ok(()),
    }
}

impl Program {
    /// Translates and compiles a SPIR-V module.
    ///
    /// # Errors
    ///
    /// Input that is not SPIR-V, or features that the cpu form lacks.
    pub fn new(bytes: &[u8], options: &Options) -> Result<Self> {
        Self::with(bytes, options, Checks::default())
    }

    /// Translates and compiles a SPIR-V module, with checks of accesses to memory.
    ///
    /// # Errors
    ///
    /// The errors of `new`.
    pub fn with(bytes: &[u8], options: &Options, checks: Checks) -> Result<Self> {
        Self::of(bytes, options, checks, None)
    }

    /// Translates a SPIR-V module, and compiles the named kernels, for launches whose work-items run in order.
    ///
    /// # Errors
    ///
    /// The errors of `new`.
    pub fn of(bytes: &[u8], options: &Options, checks: Checks, kernels: Option<&[String]>) -> Result<Self> {
        Self::compiled(bytes, options, (checks, Effort::Most), kernels)
    }

    /// Translates a SPIR-V module, and compiles the named kernels, with `effort` of LLVM's optimiser.
    ///
    /// # Errors
    ///
    /// The errors of `new`.
    pub fn compiled(
        bytes: &[u8],
        options: &Options,
        (checks, effort): (Checks, Effort),
        kernels: Option<&[String]>,
    ) -> Result<Self> {
        let form = written(bytes, options, (checks, &Names::Own, true), |module| module.write_bitcode())?;
        let enqueued: Vec<_> = form.kernels.iter().filter(|k| k.is_enqueued).map(|k| k.name.clone()).collect();
        let wanted: Option<Vec<_>> = kernels
            .map(|kernels| [kernels, &enqueued].concat().iter().map(|kernel| format!("{kernel}.group")).collect());
        let room = if form.address_bytes == 4 { Room::Low } else { Room::Any };
        let is_known = room == Room::Low || checks == Checks::Reported;
        let sections = if is_known { Sections::Known } else { Sections::Any };
        let code = Compiled::compile(&form.bytes, None, wanted.as_deref(), (sections, effort))?;
        let CpuForm { kernels, left_out, local_size, locals, sources, .. } = form;
        Ok(Self { code, kernels, left_out, room, local_size, locals, sources, checks, storages: Storages::default() })
    }

    /// The kernels.
    pub fn kernels(&self) -> &[Kernel] {
        &self.kernels
    }
}
