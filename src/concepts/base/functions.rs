//! Functions and calls (SPIR-V 3.42.9 "Function Instructions", 3.24 "Function Control").
//!
//! In LLVM IR: `spir_func` functions, and `spir_kernel` ones for entry points. `alwaysinline`, `noinline`,
//! `memory(none)`, `memory(read)` and, where an extension for it is allowed, `optnone` are the function control;
//! `parameters` has the attributes of parameters and results. Other attributes are lost.

pub mod parameters;

use super::{constants, decorations, linkage, pointers, symbols, types, values};
use crate::binary::builder::{Id, Section};
use crate::binary::{self, Instruction};
use crate::concepts::base::lengths;
use crate::conventions::calling::{MOST_PARAMETERS, SPIR_FUNC, SPIR_KERNEL, is_defined};
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributeKind as K, AttributePlace, Type, Value};
use crate::state::hooks::{any, ask};
use crate::state::{Chapter, Forward, Reverse, Signature, availability};
use ::llvm_spirv_mangling as mangling;
use ::spirv::{Capability, FunctionControl, LinkageType, Op};
use std::borrow::Cow;

/// The extensions that have `optnone`; without them it is dropped.
const OPT_NONE: [&str; 2] = ["SPV_EXT_optnone", "SPV_INTEL_optnone"];

/// The parameter attributes for calling conventions of other targets, which are refused.
const ABI: [K; 3] = [K::InAlloca, K::Preallocated, K::SwiftError];

/// The instructions that the chapter translates.
pub const CHAPTER: Chapter = Chapter { instructions: &[(&[Op::FunctionCall], reverse_call)], ..Chapter::NONE };

// --- LLVM to SPIR-V ---

/// Returns whether the function is used only as the personality of other functions. A personality is called when an
/// exception is caught, and `invoke`, which alone catches exceptions, is refused.
pub fn is_only_personality(function: Value<'_>) -> bool {
    function.is_used() && function.uses().all(Value::is_function)
}

/// Returns the signature of a function, which is decided at its first use.
pub fn signature<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<Signature> {
    if let Some(signature) = f.functions.get(&function) {
        return Ok(signature.clone());
    }
    if is_instructions(f, function)? {
        return Err(Error::of(Code::Builtin, format!("the builtin {} where a function is meant", function.name()))
            .hint("it is instructions where it is called, and nothing else"));
    }
    let ty = function.function_type().ok_or_else(|| Error::internal("a function without a type"))?;
    if ty.is_vararg() {
        return Err(Error::of(Code::Variadic, format!("the function {} with variable arguments", function.name()))
            .hint("printf may have them, and functions with a body that are called by name"));
    }
    for index in (0..function.param_count()).filter(|_| !f.options.policy.ignores_abi_attributes) {
        let place = AttributePlace::Param(index);
        if !function.has_attributes(place) {
            continue;
        }
        if let Some(kind) = ABI.iter().find(|kind| function.has_attribute(place, **kind)) {
            return Err(Error::of(Code::Calling, format!("the parameter attribute {}", kind.name()))
                .hint("it belongs to the calling convention of another target"));
        }
    }
    if let Some((result, params)) = ask!(f.hooks.forward_signature, f, function) {
        let ty = types::function(f, result, &params)?;
        let signature = Signature { id: f.spv.fresh(), ty, result, params: params.into() };
        f.functions.insert(function, signature.clone());
        return Ok(signature);
    }
    let result = match ty.function_return() {
        Some(ty) if ty.is_pointer() => returned_pointer(f, function, ty)?,
        Some(ty) => types::forward(f, ty)?,
        None => return Err(Error::internal("a function without a return type")),
    };
    let params = parameters(f, function)?;
    let ty = types::function(f, result, &params)?;
    let signature = Signature { id: f.spv.fresh(), ty, result, params: params.into() };
    f.functions.insert(function, signature.clone());
    Ok(signature)
}

fn returned_pointer<'m>(f: &mut Forward<'m>, function: Value<'m>, ty: Type<'m>) -> Result<Id> {
    if let Some(opaque) = super::opaque_types::sources::of_result(f, function)? {
        return Ok(opaque);
    }
    match ask!(f.hooks.result_type, f, function) {
        Some(inferred) => Ok(inferred),
        None => types::forward(f, ty),
    }
}

fn parameters<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<Vec<Id>> {
    let params: Vec<_> = function.params().collect();
    let mut mangled = None;
    let mut out = Vec::with_capacity(params.len());
    for (index, param) in params.iter().enumerate() {
        let ty = param.ty();
        if !ty.is_pointer() {
            out.push(match super::opaque_types::sampler(f, function, index as u32, ty)? {
                Some(sampler) => sampler,
                None => types::forward(f, ty)?,
            });
            continue;
        }
        let mangled = mangled.get_or_insert_with(|| types_by_name(function, params.len()));
        let by_name = mangled.get(index).cloned();
        let opaque = super::opaque_types::parameter(f, function, index as u32, by_name.as_ref())?;
        out.push(match opaque {
            Some(opaque) => opaque,
            None => pointer_parameter(f, function, index as u32, *param, by_name.and_then(pointee))?,
        });
    }
    Ok(out)
}

/// Returns the type of a pointer parameter by the rule for pointees: attribute, mangled name, metadata, then its uses.
/// Uses count only for functions of internal linkage, so that modules translated separately still link (those of the
/// Khronos translator need not).
fn pointer_parameter<'m>(
    f: &mut Forward<'m>,
    function: Value<'m>,
    index: u32,
    param: Value<'m>,
    by_name: Option<mangling::Type>,
) -> Result<Id> {
    let ty = param.ty();
    if let Some(pointee) = lengths::of_parameter(f, function, index)? {
        let class = pointers::storage_class(f, ty.address_space())?;
        return pointers::pointer_type(f, class, pointee);
    }
    if let Some(pointee) = pointee_by_attribute(function, index) {
        return pointers::pointing_to(f, ty, pointee);
    }
    if let Some(ty) = inferred(f, function, param, by_name.is_some())? {
        return Ok(ty);
    }
    let is_kernel = function.call_conv() == SPIR_KERNEL;
    let by_module = f.options.policy.infers_pointees_by_module;
    let wanted = wanted(f, function, param);
    let has_metadata = is_kernel && !(by_module && wanted.is_some());
    let by_metadata = || crate::concepts::base::kernels::pointee_by_metadata(function, index);
    let by_name = by_name.or_else(|| if has_metadata { by_metadata() } else { None });
    if let Some(pointee) = by_name.and_then(|name| named_pointee(f, &name).transpose()) {
        let class = pointers::storage_class(f, ty.address_space())?;
        return pointers::pointer_type(f, class, pointee?);
    }
    match wanted {
        Some(pointee) if is_kernel || linkage::is_local(function) || by_module => pointers::pointing_to(f, ty, pointee),
        _ => pointers::untyped(f, ty),
    }
}

/// Returns the pointer type inferred over the whole module; none for a declaration with a mangled name, which is more reliable.
fn inferred<'m>(f: &mut Forward<'m>, function: Value<'m>, param: Value<'m>, is_named: bool) -> Result<Option<Id>> {
    if function.is_declaration() && is_named {
        return Ok(None);
    }
    Ok(ask!(f.hooks.pointer_type, f, param))
}

fn pointee_by_attribute<'m>(function: Value<'m>, index: u32) -> Option<Type<'m>> {
    let place = AttributePlace::Param(index);
    [K::ByVal, K::StructRet, K::ElementType].into_iter().find_map(|kind| function.type_attribute(place, kind))
}

fn wanted<'m>(f: &mut Forward<'m>, function: Value<'m>, param: Value<'m>) -> Option<Type<'m>> {
    if function.is_declaration() {
        return None;
    }
    let role = f.hooks.role();
    let pointee_uses = f.pointee_uses.entry(function).or_insert_with(|| super::pointees::infer(function, role));
    pointee_uses.pointees.get(&param).copied()
}

/// The types of the parameters by the function's mangled name, where it has one that fits.
fn types_by_name(function: Value<'_>, count: usize) -> Vec<mangling::Type> {
    let parsed = mangling::parse_symbol(function.name()).ok().filter(|parsed| parsed.params.len() == count);
    parsed.map(|parsed| parsed.params).unwrap_or_default()
}

fn pointee(ty: mangling::Type) -> Option<mangling::Type> {
    match ty {
        mangling::Type::Pointer(pointer) => Some(pointer.pointee),
        _ => None,
    }
}

/// The SPIR-V type of a pointee by its OpenCL C name: numbers, vectors of them and opaque types.
pub fn named_pointee(f: &mut Forward<'_>, ty: &mangling::Type) -> Result<Option<Id>> {
    use mangling::Type as T;
    Ok(Some(match ty {
        T::Char | T::SChar | T::UChar | T::Bool => types::int(f, 8)?,
        T::Short | T::UShort => types::int(f, 16)?,
        T::Int | T::UInt => types::int(f, 32)?,
        T::Long | T::ULong | T::LongLong | T::ULongLong => types::int(f, 64)?,
        T::Half | T::Float16 => types::float(f, 16, Some(Capability::Float16Buffer))?,
        T::BFloat16 => types::bfloat(f)?,
        T::Float => types::float(f, 32, None)?,
        T::Double => types::float(f, 64, Some(Capability::Float64))?,
        T::Atomic(inner) => return named_pointee(f, inner),
        T::Vector(count, component) => {
            let Some(component) = named_pointee(f, component)? else { return Ok(None) };
            if *count > 4 {
                f.spv.require(Capability::Vector16);
            }
            types::vector_of(f, component, *count)?
        }
        _ => return super::opaque_types::named(f, ty),
    }))
}

/// Returns whether the function is a declared builtin or intrinsic: its calls become instructions, and no function is written.
pub fn is_instructions<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<bool> {
    if is_defined(function) {
        return Ok(false);
    }
    Ok(any!(f.hooks.is_instructions, f, function))
}

/// Returns a warning for a function with very many parameters, in either direction.
fn many_parameters(name: &str, count: usize) -> Option<String> {
    let told = || format!("{name} has {count} parameters: consumers need not take more than {MOST_PARAMETERS}");
    (count > MOST_PARAMETERS).then(told)
}

/// Writes `OpFunction` and its parameters to `section`, and their names and decorations.
pub fn forward_head<'m>(f: &mut Forward<'m>, function: Value<'m>, section: Section) -> Result<Signature> {
    let signature = signature(f, function)?;
    let (name, is_kernel) = (function.name(), function.call_conv() == SPIR_KERNEL);
    let shown = match () {
        // The wrapper has the name, which is the entry point's.
        () if is_kernel && crate::concepts::base::kernels::is_called_kernel(function) => format!("{name}.body").into(),
        () if is_kernel => crate::concepts::base::kernels::shown_name(f, function)?.into(),
        () => f.hooks.shown_name.first().map_or(Cow::Borrowed(name), |hook| hook(function).into()),
    };
    f.spv.name(signature.id, &shown)?;
    if !is_kernel || !is_defined(function) {
        linkage::forward(f, function, name, signature.id)?;
    }
    f.hooks.annotate_function.iter().try_for_each(|hook| hook(f, function, signature.id))?;
    many_parameters(name, signature.params.len()).into_iter().for_each(|sentence| f.warn(sentence));
    let control = control(f, function).bits();
    f.spv.emit(section, Op::Function, &[signature.result, signature.id, control, signature.ty])?;
    let qualifiers = crate::concepts::base::kernels::type_qualifiers(function);
    for (index, (param, ty)) in function.params().zip(signature.params.iter()).enumerate() {
        let id = f.spv.fresh();
        f.spv.emit(section, Op::FunctionParameter, &[*ty, id])?;
        f.spv.name(id, param.name())?;
        f.body.values.insert(param, crate::state::Operand { id, ty: *ty });
        // What older IR has pointers for but is an opaque type is no pointer.
        if !param.ty().is_pointer() || f.pointer_parts(*ty).is_some() {
            let qualifiers = qualifiers.get(index).filter(|_| param.ty().is_pointer()).map_or("", String::as_str);
            parameters::forward(f, function, index as u32, id, qualifiers)?;
        }
    }
    parameters::forward_return(f, function, signature.id)?;
    f.hooks.decorate_function.iter().try_for_each(|hook| hook(f, function, signature.id))?;
    Ok(signature)
}

fn control(f: &mut Forward<'_>, function: Value<'_>) -> FunctionControl {
    let has = |kind| function.has_attribute(AttributePlace::Function, kind);
    let mut control = FunctionControl::NONE;
    control.set(FunctionControl::INLINE, has(K::AlwaysInline));
    control.set(FunctionControl::DONT_INLINE, has(K::NoInline) && !has(K::AlwaysInline));
    if has(K::OptNone) && OPT_NONE.iter().any(|extension| availability::allows(f.options, extension)) {
        f.spv.require(Capability::OptNoneEXT);
        control |= FunctionControl::OPT_NONE_EXT;
    }
    match function.int_attribute(AttributePlace::Function, K::Memory) {
        Some(0) => control |= FunctionControl::CONST,
        // Two bits a kind of memory, the upper one for writing.
        Some(memory) if memory & 0xAAAA_AAAA == 0 => control |= FunctionControl::PURE,
        _ => {}
    }
    control
}

/// `call` of a function of the module.
pub fn forward_call<'m>(f: &mut Forward<'m>, inst: Value<'m>, callee: Value<'m>) -> Result<()> {
    constants::forward_expressions(f, inst.call_args())?;
    let signature = signature(f, callee)?;
    let mut operands = Vec::with_capacity(1 + signature.params.len());
    operands.push(signature.id);
    for (arg, ty) in inst.call_args().zip(signature.params.iter()) {
        operands.push(argument(f, arg, *ty)?);
    }
    f.body.callees.insert(signature.id);
    super::contraction::forward_call(f, callee);
    f.define(inst, Op::FunctionCall, signature.result, &operands).map(drop)
}

/// Returns the argument of a call for a parameter of the type.
fn argument<'m>(f: &mut Forward<'m>, arg: Value<'m>, ty: Id) -> Result<Id> {
    match ask!(f.hooks.forward_argument, f, arg, ty) {
        Some(id) => Ok(id),
        None => Ok(values::operand_as(f, arg, ty)?.id),
    }
}

// --- SPIR-V to LLVM ---

/// `memory(read)` as LLVM encodes it: one bit for each of six kinds of memory.
const MEMORY_READ: u64 = 0x555;

/// Declares the function of an `OpFunction` and its parameters, without a body.
pub fn reverse_declare<'m>(r: &mut Reverse<'m>, function: binary::Function<'m>) -> Result<Value<'m>> {
    match r.find_value(function.id()) {
        // A pointer to it came before.
        Some(value) => Ok(value),
        None => {
            let space = r.options.address_spaces.of_functions();
            reverse_declare_in(r, function, space)
        }
    }
}

/// Declares the function like [`reverse_declare`], in the address space `space`.
pub fn reverse_declare_in<'m>(r: &mut Reverse<'m>, function: binary::Function<'m>, space: u32) -> Result<Value<'m>> {
    if let Some(other) = ask!(r.hooks.reverse_function, r, function) {
        return Ok(other);
    }
    let inst = function.instruction;
    let id = function.id();
    let ty = r.ty(inst.operand(1)?)?;
    let symbol = symbols::reverse(r, id)?;
    let made = r.module.add_function_in(space, &symbol.name, ty)?;
    let symbols::Bound { value, is_complete } = symbols::bind(r, made, &symbol)?;
    if is_complete {
        r.set(id, value);
        return Ok(value);
    }
    let is_kernel = r.entry_points.contains_key(&id);
    value.set_call_conv(if is_kernel { SPIR_KERNEL } else { SPIR_FUNC })?;
    let symbol = match is_kernel || function.is_declaration() {
        true => symbols::Symbol { linkage: symbol.linkage.or(Some(LinkageType::Export)), ..symbol },
        false => symbol,
    };
    symbols::reverse_linkage(r, inst, value, &symbol)?;
    if ty.function_return() != Some(r.result_ty(inst)?) {
        return Err(inst.error("the function type returns something else than the function"));
    }
    reverse_function_attributes(r, inst, value)?;
    many_parameters(value.name(), function.parameters.len()).into_iter().for_each(|sentence| r.warn(sentence));
    for (index, parameter) in (0..).zip(function.parameters) {
        parameters::reverse(r, value, index, *parameter).map_err(|error| parameter.place(error))?;
    }
    if function.parameters.len() as u64 != u64::from(value.param_count()) {
        return Err(inst.error("the function has fewer parameters than its type"));
    }
    decorations::reverse::parameters(r, function, value)?;
    lengths::attach_parameters(r, function, value)?;
    decorations::reverse::function(r, id, value)?;
    r.set(id, value);
    Ok(value)
}

/// Sets the attributes of a function by its function control.
pub fn reverse_function_attributes<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, value: Value<'m>) -> Result<()> {
    let control = FunctionControl::from_bits_truncate(inst.operand(0)?);
    let place = AttributePlace::Function;
    value.add_attribute(place, "nounwind", 0)?;
    if control.contains(FunctionControl::INLINE) {
        value.add_attribute(place, "alwaysinline", 0)?;
    } else if control.intersects(FunctionControl::DONT_INLINE | FunctionControl::OPT_NONE_EXT) {
        // LLVM wants what it does not optimise not to be inlined either.
        value.add_attribute(place, "noinline", 0)?;
    }
    if control.contains(FunctionControl::OPT_NONE_EXT) && !control.contains(FunctionControl::INLINE) {
        value.add_attribute(place, "optnone", 0)?;
    }
    if control.contains(FunctionControl::CONST) {
        value.add_attribute(place, "memory", 0)?;
    } else if control.contains(FunctionControl::PURE) {
        value.add_attribute(place, "memory", MEMORY_READ)?;
    }
    parameters::reverse_return(r, inst.result_id().unwrap_or_default(), value)
}

/// The blocks of a function, in order, before their instructions.
pub fn reverse_blocks<'m>(r: &mut Reverse<'m>, function: binary::Function<'m>, value: Value<'m>) -> Result<()> {
    r.body.blocks.reserve(function.blocks.len());
    for block in function.blocks {
        let name = r.spv.name(block.label).unwrap_or_default();
        let made = r.module.append_block(value, name)?;
        r.body.blocks.insert(block.label, made);
    }
    Ok(())
}

/// Translates `OpFunctionCall`. The callee's parameter attributes are repeated at the call.
pub fn reverse_call<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let callee = r.operand(inst, 0)?;
    let arguments = inst.in_operands().get(1..).unwrap_or_default();
    let arguments = arguments.iter().map(|argument| r.value(*argument)).collect::<Result<Vec<_>>>()?;
    let call = r.builder.call(callee, &arguments)?;
    for index in 0..callee.param_count() {
        let place = AttributePlace::Param(index);
        if !callee.has_attributes(place) {
            continue;
        }
        for kind in [K::ByVal, K::StructRet] {
            let Some(ty) = callee.type_attribute(place, kind) else { continue };
            call.add_type_attribute(place, kind.name(), ty)?;
            if let Some(alignment) = callee.int_attribute(place, K::Align) {
                call.add_attribute(place, "align", alignment)?;
            }
        }
        for kind in [K::ZeroExt, K::SignExt] {
            if callee.has_attribute(place, kind) {
                call.add_attribute(place, kind.name(), 0)?;
            }
        }
    }
    r.hooks.reverse_call.iter().try_for_each(|hook| hook(r, callee, call))?;
    let result = ask!(r.hooks.reverse_result, r, callee, call, r.result_ty(inst)?);
    r.define(inst, result.unwrap_or(call))
}
