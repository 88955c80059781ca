//! Metadata of kernel arguments: `kernel_arg_addr_space` and its kin (S3-72 to S3-76).
//!
//! In LLVM IR: metadata of the function, with an entry for each argument. In SPIR-V: types and decorations of the
//! parameters, and an `OpString` `kernel_arg_type.<kernel>.<type>,...` which keeps the types as they were written.

use crate::binary::{self, Decoration, Id, Instruction, Op};
use crate::concepts::base::{opaque_types, pointers, untyped_pointers};
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributeKind, AttributePlace, Value};
use crate::state::Reverse;
use ::spirv::FunctionParameterAttribute as Attribute;
use llvm_spirv_mangling::Type;
use llvm_spirv_metadata::{ArgInfo, ArgString, ArgStringKind};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The limit on levels of pointers in a type's name.
const MAX_POINTERS: usize = 8;

// --- SPIR-V to LLVM ---

/// Returns the lists of kernel arguments in `OpString`s, by the name of the kernel and the kind of list.
pub fn reverse_strings(
    spv: &binary::Module<'_>,
    is_kernel: impl Fn(&str) -> bool,
) -> FxHashMap<(String, &'static str), Vec<String>> {
    let mut lists = FxHashMap::default();
    let front = spv.words().instructions().take_while(|inst| inst.opcode() != Op::Function);
    for inst in front.filter(|inst| inst.opcode() == Op::String) {
        let text = inst.result_id().and_then(|id| spv.string(id)).unwrap_or_default();
        let names =
            text.split_once('.').filter(|(head, _)| head.starts_with("kernel_arg_type")).map(|(_, names)| names);
        let names =
            names.into_iter().flat_map(|names| names.match_indices('.').filter_map(|(end, _)| names.get(..end)));
        if let Some(string) = ArgString::read(text, names.filter(|name| is_kernel(name))) {
            lists.insert((string.kernel, string.kind.name()), string.entries);
        }
    }
    lists
}

fn listed(r: &Reverse<'_>, kernel: &str, kind: ArgStringKind, count: usize) -> Option<Vec<String>> {
    r.arg_strings.lists.get(&(kernel.to_owned(), kind.name())).filter(|list| list.len() == count).cloned()
}

/// Returns the metadata of the arguments of a kernel.
pub fn reverse<'m>(r: &Reverse<'m>, function: binary::Function<'m>, value: Value<'m>) -> Result<ArgInfo> {
    let (mut types, mut qualifiers) = (Vec::new(), Vec::new());
    let names = function.parameters.iter().map(|parameter| r.spv.name(parameter.result_id()?).map(str::to_owned));
    let names = r.options.kernel_arg_names.then(|| names.map(Option::unwrap_or_default).collect());
    let mut info =
        ArgInfo { addr_space: Some(Vec::new()), access_qual: Some(Vec::new()), name: names, ..ArgInfo::default() };
    for (index, parameter) in (0..).zip(function.parameters) {
        let by_value = value.has_attribute(AttributePlace::Param(index), AttributeKind::ByVal);
        info.addr_space.get_or_insert_default().push(if by_value { 0 } else { address_space(r, *parameter)? });
        types.push(type_name(r, *parameter, by_value)?);
        let access = opaque(r, *parameter).map_or("none", |(_, access)| access);
        info.access_qual.get_or_insert_default().push(access.to_owned());
        qualifiers.push(type_qualifiers(r, *parameter));
    }
    let count = types.len();
    let written = listed(r, value.name(), ArgStringKind::Type, count);
    info.base_type = Some(match &written {
        Some(written) => written.iter().zip(&types).map(|(written, ty)| base_type(written, ty)).collect(),
        None => types.clone(),
    });
    // Where others have strings one without has none to be told: it would get one on the next way forward. An empty list
    // gets none.
    let is_untold = |kind: &ArgStringKind| {
        let others = r.arg_strings.lists.keys().any(|(_, other)| *other == kind.name());
        others && count != 0 && !r.options.policy.derives_argument_lists
    };
    let derived = |kind: ArgStringKind, list| if is_untold(&kind) { None } else { Some(list) };
    info.ty = written.or_else(|| derived(ArgStringKind::Type, types));
    let written = listed(r, value.name(), ArgStringKind::TypeQual, count);
    info.type_qual = written.or_else(|| derived(ArgStringKind::TypeQual, qualifiers));
    Ok(info)
}

/// Returns the names of the lists that are derived from types and decorations, because no `OpString` has them for any
/// kernel. Khronos mode does not distinguish them.
pub fn derived_lists(r: &Reverse<'_>, info: &ArgInfo) -> Vec<String> {
    let lists = [(ArgStringKind::Type, &info.ty), (ArgStringKind::TypeQual, &info.type_qual)];
    let is_there = |list: &Option<Vec<String>>| list.as_ref().is_some_and(|entries| !entries.is_empty());
    let is_given = |kind: &ArgStringKind| r.arg_strings.lists.keys().any(|(_, given)| *given == kind.name());
    let derived = lists.into_iter().filter(|(kind, list)| is_there(list) && !is_given(kind));
    let derived = derived.filter(|_| !r.options.policy.derives_argument_lists);
    derived.map(|(kind, _)| kind.name().to_owned()).collect()
}

/// Returns the base type for a type as it was written: itself if it is a type of OpenCL C, else the name of the SPIR-V type.
fn base_type(written: &str, ty: &str) -> String {
    let is_of_language = Type::from_spelling(written.trim_end_matches('*').trim()).is_some();
    if is_of_language { written.to_owned() } else { ty.to_owned() }
}

/// Returns the address space of a parameter. Images and pipes are in global memory, as in clang.
fn address_space<'m>(r: &Reverse<'m>, parameter: Instruction<'m>) -> Result<u32> {
    const GLOBAL: u32 = 1;
    let ty = r.result_ty(parameter)?;
    let opaque = parameter.result_type().and_then(|ty| r.spv.definition(ty)).map(Instruction::opcode);
    Ok(match opaque {
        Some(Op::TypeImage | Op::TypePipe) => r.options.address_spaces.of(GLOBAL),
        _ if ty.is_pointer() => ty.address_space(),
        _ => 0,
    })
}

/// Returns the type qualifiers in this order: `volatile` by a decoration, `restrict` and `const` by attributes.
fn type_qualifiers<'m>(r: &Reverse<'m>, parameter: Instruction<'m>) -> String {
    let ty = parameter.result_type().and_then(|ty| r.spv.definition(ty));
    let all: Vec<_> = r.spv.decorations(parameter.result_id().unwrap_or_default()).collect();
    let attribute = |wanted: Attribute| {
        let is_it = |words: &[u32]| words.first() == Some(&(wanted as u32));
        all.iter().any(|one| one.kind == Some(Decoration::FuncParamAttr) && is_it(one.operands))
    };
    let qualifiers = [
        ("volatile", all.iter().any(|one| one.kind == Some(Decoration::Volatile))),
        ("restrict", attribute(Attribute::NoAlias)),
        ("const", attribute(Attribute::NoWrite)),
        ("pipe", ty.is_some_and(|ty| ty.opcode() == Op::TypePipe)),
    ];
    let said: Vec<_> = qualifiers.into_iter().filter(|(_, is_said)| *is_said).map(|(name, _)| name).collect();
    said.join(" ")
}

/// Returns the type of a parameter in OpenCL C. SPIR-V integers in kernels have no sign: they are taken as signed
/// unless the parameter is zero-extended.
fn type_name<'m>(r: &Reverse<'m>, parameter: Instruction<'m>, by_value: bool) -> Result<String> {
    let id = parameter.result_id().unwrap_or_default();
    let zero_extended = |operands: &[u32]| operands.first() == Some(&(Attribute::Zext as u32));
    let attributes = r.spv.decorations(id).filter(|decoration| decoration.kind == Some(Decoration::FuncParamAttr));
    let signed = !attributes.into_iter().any(|decoration| zero_extended(decoration.operands));
    let ty = parameter.result_type().unwrap_or_default();
    if untyped_pointers::is_untyped(r, ty) {
        return untyped_name(r, id, signed);
    }
    name_of(r, if by_value { r.pointee(ty)? } else { ty }, signed)
}

/// Returns the type name of an untyped pointer by its inferred pointee, else `char*`; in Khronos mode always `int*`.
fn untyped_name(r: &Reverse<'_>, parameter: Id, signed: bool) -> Result<String> {
    match untyped_pointers::hidden_pointee(r, parameter) {
        _ if r.options.policy.names_untyped_arguments_int => Ok("int*".to_owned()),
        Some(pointee) => Ok(name_of(r, pointee, signed)? + "*"),
        None => Ok("char*".to_owned()),
    }
}

fn name_of(r: &Reverse<'_>, ty: Id, signed: bool) -> Result<String> {
    let mut stars = String::new();
    let mut ty = definition(r, ty)?;
    while ty.opcode() == Op::TypePointer
        && stars.len() < MAX_POINTERS
        && pointers::address_space(ty.operand(0)?).is_some()
    {
        stars.push('*');
        ty = definition(r, ty.operand(1)?)?;
    }
    let name = match ty.opcode() {
        Op::TypeVector => format!("{}{}", scalar(definition(r, ty.operand(0)?)?, signed), ty.operand(1)?),
        Op::TypeStruct => struct_name(r.spv.name(ty.result_id().unwrap_or_default()).unwrap_or_default()),
        _ => match opaque_types::written(ty) {
            Some((name, _)) => name,
            None => scalar(ty, signed).into_owned(),
        },
    };
    Ok(name + &stars)
}

/// Type and access qualifier of a parameter of an opaque type.
fn opaque<'m>(r: &Reverse<'m>, parameter: Instruction<'m>) -> Option<(String, &'static str)> {
    opaque_types::written(r.spv.definition(parameter.result_type()?)?)
}

fn definition<'m>(r: &Reverse<'m>, ty: Id) -> Result<Instruction<'m>> {
    r.spv.definition(ty).ok_or_else(|| Error::of(Code::Operands, format!("%{ty} is no type")))
}

/// Returns clang's name for a structure, `struct S`, for LLVM's `struct.S`.
fn struct_name(name: &str) -> String {
    match name.split_once('.') {
        Some((kind @ ("struct" | "union" | "class"), name)) => format!("{kind} {name}"),
        _ => name.to_owned(),
    }
}

fn scalar(ty: Instruction<'_>, signed: bool) -> Cow<'static, str> {
    let name = match (ty.opcode(), ty.in_operands().first(), signed) {
        (Op::TypeBool, ..) => "bool",
        (Op::TypeInt, Some(8), true) => "char",
        (Op::TypeInt, Some(8), false) => "uchar",
        (Op::TypeInt, Some(16), true) => "short",
        (Op::TypeInt, Some(16), false) => "ushort",
        (Op::TypeInt, Some(32), true) => "int",
        (Op::TypeInt, Some(32), false) => "uint",
        (Op::TypeInt, Some(64), true) => "long",
        (Op::TypeInt, Some(64), false) => "ulong",
        // With an encoding: that of bfloat.
        (Op::TypeFloat, Some(16), _) if ty.in_operands().len() > 1 => "__bf16",
        (Op::TypeFloat, Some(16), _) => "half",
        (Op::TypeFloat, Some(32), _) => "float",
        (Op::TypeFloat, Some(64), _) => "double",
        (Op::TypeVoid, ..) => "void",
        (Op::TypeInt, Some(width), true) => return format!("int{width}_t").into(),
        (Op::TypeInt, Some(width), false) => return format!("uint{width}_t").into(),
        _ => "unknown",
    };
    name.into()
}
