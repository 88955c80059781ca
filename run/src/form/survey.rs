//! A survey of a module for a device: its kernels, and the functions that must be inlined because they need the
//! work-item, use local memory, or wait.

use super::builtins::{self, Kind};
use super::facts::{Entry, Kernel, Param, ParamType, Stage};
use super::flatten::flat;
use super::numbers::Numbers;
use super::shader;
use super::variables::Variable;
use crate::errors;
use llvm_spirv::error::{Error, Result};
use llvm_spirv::llvm::{AttributeKind, AttributePlace, Module, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The results of the survey.
#[derive(Debug, Default)]
pub struct Survey {
    pub kernels: Vec<Entry>,
    /// The functions that are inlined.
    pub inlined: FxHashSet<String>,
    /// The parameters of shaders: variables that the host binds.
    pub resources: Vec<Param>,
    /// The variables of the resources, in their order.
    pub variables: Vec<Variable>,
    /// True for a module of shaders.
    pub is_shader: bool,
    suspending: FxHashSet<String>,
}

/// Surveys a module, and marks its variables in local memory.
pub fn survey(module: &Module<'_>) -> Result<Survey> {
    make_room(module);
    for variable in module.globals().filter(|global| global.ty().address_space() == 3) {
        variable.set_section(super::shell::LOCAL_SECTION)?;
    }
    if shader::is_shader(module) && shader::is_of_fragments(module) {
        shader::derive(module)?;
    }
    let callers = callers(module);
    let mut survey = Survey::default();
    let kinds = |wanted: fn(Kind) -> bool| {
        let functions = module.functions().filter(move |f| builtins::kind(f.name()).is_some_and(wanted));
        functions.map(|f| f.name().to_owned()).collect::<Vec<_>>()
    };
    let users = module.globals().filter(|global| global.ty().address_space() == 3).flat_map(functions_using);
    survey.suspending = closure(kinds(Kind::suspends), &callers);
    survey.inlined = closure(kinds(Kind::needs_item), &callers);
    survey.inlined.extend(closure(users.collect(), &callers));
    if shader::is_shader(module) {
        return of_shaders(module, survey);
    }
    for function in module.functions().filter(|function| is_kernel(*function)) {
        survey.inlined.insert(function.name().to_owned());
        survey.kernels.push(entry(module, function, &survey.suspending)?);
    }
    Ok(survey)
}

impl Survey {
    /// Returns whether all work-items are fragments, whose subgroups are quads.
    pub fn has_quads(&self) -> bool {
        self.kernels.iter().all(|kernel| kernel.facts.stage == Stage::Fragment)
    }

    /// Leaves out the kernels that reach a function that cannot be defined; returns them, with the reason.
    pub fn without(&mut self, module: &Module<'_>, lacking: Vec<(String, Error)>) -> Vec<(String, Error)> {
        let (callers, mut left_out) = (callers(module), Vec::new());
        for (name, error) in lacking {
            let reaching = closure(vec![name], &callers);
            let (reach, rest) = std::mem::take(&mut self.kernels)
                .into_iter()
                .partition(|kernel: &Entry| reaching.contains(&kernel.facts.name));
            self.kernels = rest;
            left_out.extend(reach.into_iter().map(|kernel| (kernel.facts.name, error.clone())));
            // Nobody calls these then: they go with those that are put in the place of their calls.
            let bodies =
                reaching.into_iter().filter(|name| module.function(name).is_some_and(|f| f.entry_block().is_some()));
            self.inlined.extend(bodies);
        }
        left_out
    }
}

/// Returns the functions that use a variable of another module, with the reason why they cannot run.
pub fn importing(module: &Module<'_>) -> Vec<(String, Error)> {
    let imported = module.globals().filter(|global| global.initializer().is_none() && global.ty().address_space() != 3);
    let of = |global: Value<'_>| {
        let error = errors::unsupported(format!("the variable `{}`, which the module imports", global.name()));
        functions_using(global).into_iter().map(move |function| (function, error.clone()))
    };
    imported.flat_map(of).collect()
}

/// Completes the survey of shaders, which do not recurse: all of their functions are inlined.
fn of_shaders(module: &Module<'_>, mut survey: Survey) -> Result<Survey> {
    survey.is_shader = true;
    (survey.kernels, survey.resources, survey.variables) = shader::survey(module)?;
    for entry in &mut survey.kernels {
        entry.facts.suspends = survey.suspending.contains(&entry.facts.name);
    }
    reach(module, &mut survey.kernels);
    super::order::mark(module)?;
    let bodies = module.functions().filter(|function| function.entry_block().is_some());
    survey.inlined.extend(bodies.map(|function| function.name().to_owned()));
    Ok(survey)
}

/// Finds the resources that an entry point never reaches, directly or through calls.
fn reach(module: &Module<'_>, kernels: &mut [Entry]) {
    let callers = callers(module);
    for global in module.globals() {
        let numbers = shader::numbers(global);
        if numbers.is_empty() {
            continue;
        }
        let reaching = closure(functions_using(global), &callers);
        for entry in kernels.iter_mut().filter(|entry| !reaching.contains(&entry.facts.name)) {
            entry.facts.unreached.extend(numbers.clone());
        }
    }
}

/// Renames variables whose names clash with parts of the cpu form: clang names a variable of a kernel `kernel.step`.
fn make_room(module: &Module<'_>) {
    let taken = |global: &Value<'_>| super::shell::PARTS.iter().any(|part| global.name().ends_with(part));
    for global in module.globals().filter(taken).collect::<Vec<_>>() {
        global.set_name(&format!("{}.variable", global.name()));
    }
}

/// Returns whether the function has the calling convention of kernels (LLVM's `SPIR_KERNEL`).
fn is_kernel(function: Value<'_>) -> bool {
    function.call_conv() == 76 && function.entry_block().is_some()
}

/// Returns the callers of each function, by name.
fn callers(module: &Module<'_>) -> FxHashMap<String, Vec<String>> {
    let mut callers: FxHashMap<String, Vec<String>> = FxHashMap::default();
    for function in module.functions() {
        for call in function.blocks().flat_map(|block| block.instructions()).filter(|inst| inst.is_call()) {
            if let Some(callee) = call.called_function() {
                callers.entry(callee.name().to_owned()).or_default().push(function.name().to_owned());
            }
        }
    }
    callers
}

/// Returns these functions and all that call them, directly or indirectly.
fn closure(mut open: Vec<String>, callers: &FxHashMap<String, Vec<String>>) -> FxHashSet<String> {
    let mut found = FxHashSet::default();
    while let Some(name) = open.pop() {
        if let Some(more) = callers.get(&name).filter(|_| !found.contains(&name)) {
            open.extend(more.iter().cloned());
        }
        found.insert(name);
    }
    found
}

/// Returns the functions that use a global, also within constants.
fn functions_using(global: Value<'_>) -> Vec<String> {
    let (mut open, mut seen, mut found) = (vec![global], FxHashSet::default(), Vec::new());
    while let Some(value) = open.pop().filter(|value| seen.insert(*value)) {
        for user in value.uses() {
            match user.parent_block().and_then(|block| block.parent()) {
                Some(function) => found.push(function.name().to_owned()),
                None => open.push(user),
            }
        }
    }
    found
}

fn entry(module: &Module<'_>, function: Value<'_>, suspending: &FxHashSet<String>) -> Result<Entry> {
    let mut facts = Kernel { name: function.name().to_owned(), ..Kernel::default() };
    facts.suspends = suspending.contains(function.name());
    // Nothing calls an entry point, but its address is given to what enqueues it.
    facts.is_enqueued = function.is_used();
    facts.required_size = required_size(function);
    let mut types = Vec::new();
    for (index, param) in (0..).zip(function.params()) {
        let place = AttributePlace::Param(index);
        let by_value = by_value(param, function, place);
        let written = argument_type(function, index).and_then(Numbers::named);
        facts.params.push(parameter(module, (param.ty(), by_value), written)?);
        types.push(ParamType { text: flat(param.ty()), by_value: by_value.map(flat) });
    }
    Ok(Entry { facts, types })
}

fn by_value<'m>(param: Value<'m>, function: Value<'m>, place: AttributePlace) -> Option<Type<'m>> {
    function.type_attribute(place, AttributeKind::ByVal).filter(|_| param.ty().is_pointer())
}

/// Returns the type of an argument in the kernel's source, without the names of `typedef`.
fn argument_type(function: Value<'_>, index: u32) -> Option<&str> {
    function.function_metadata("kernel_arg_base_type")?.operand(index)?.as_string()
}

/// Returns a parameter. The source may tell more than the IR type: the signedness of numbers, and the pointee of an
/// address.
fn parameter(
    module: &Module<'_>,
    (ty, by_value): (Type<'_>, Option<Type<'_>>),
    written: Option<Numbers>,
) -> Result<Param> {
    let numbers = || Numbers::of(ty).map(|of| written.filter(|w| w.is_like(of) && w.lanes == of.lanes).unwrap_or(of));
    let size = |ty: Type<'_>| module.layout().abi_size(ty).map(|size| Param::Value(size, numbers()));
    let unsized_type = || errors::unsupported(format!("a parameter of a kernel of type {}", ty.print()));
    match ty {
        _ if by_value.is_some() => by_value.and_then(size).ok_or_else(unsized_type),
        _ if ty.is_target() => Ok(Param::Object(ty.target_name().unwrap_or_default().to_owned())),
        _ if !ty.is_pointer() => size(ty).ok_or_else(unsized_type),
        _ if ty.address_space() == 3 => Ok(Param::Local),
        _ => Ok(Param::Pointer(written.map(|numbers| Numbers { lanes: 1, ..numbers }))),
    }
}

/// Returns the size in `!reqd_work_group_size`.
fn required_size(function: Value<'_>) -> Option<[u64; 3]> {
    let node = function.function_metadata("reqd_work_group_size")?;
    let mut sizes = [1; 3];
    for (size, operand) in sizes.iter_mut().zip(node.operands()) {
        *size = operand?.as_value()?.int_value()?;
    }
    Some(sizes)
}
