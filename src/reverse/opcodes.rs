//! The way back, held against the grammar: each opcode of the core has one place that knows it, or stands on the dated
//! list of what is not supported, `tests/unsupported.txt`.

use crate::concepts::{arithmetic, bits, builtins, compare, opaque_types};
use crate::spirv::{Op, grammar};
use std::collections::{BTreeMap, BTreeSet};

/// Opcodes from here on belong to extensions.
const FIRST_OF_EXTENSIONS: u16 = 4096;

/// The sources whose arms name the opcodes that they handle: outside of functions, in them, as calls.
const ARMS: [(&str, &str); 6] = [
    (include_str!("walk.rs"), "fn global<"),
    (include_str!("walk.rs"), "fn instruction<"),
    (include_str!("../concepts/types.rs"), "pub fn reverse<"),
    (include_str!("../concepts/opaque_types.rs"), "pub fn reverse<"),
    (include_str!("../concepts/constants.rs"), "pub fn reverse<"),
    (include_str!("../concepts/builtins/mod.rs"), "pub fn reverse<"),
];

/// Opcodes that the index of the module takes in before there is a walk: its sections, functions and blocks.
const INDEXED: &[Op] = &[
    Op::Capability,
    Op::Extension,
    Op::ExtInstImport,
    Op::MemoryModel,
    Op::EntryPoint,
    Op::ExecutionMode,
    Op::ExecutionModeId,
    Op::String,
    Op::Source,
    Op::SourceContinued,
    Op::SourceExtension,
    Op::Name,
    Op::MemberName,
    Op::ModuleProcessed,
    Op::Decorate,
    Op::DecorateId,
    Op::DecorateString,
    Op::MemberDecorate,
    Op::MemberDecorateString,
    Op::DecorationGroup,
    Op::GroupDecorate,
    Op::GroupMemberDecorate,
    Op::Function,
    Op::FunctionParameter,
    Op::FunctionEnd,
    Op::Label,
];

/// The names in the arms of a function's `match`.
fn arms(source: &str, function: &str) -> BTreeSet<String> {
    let body = source.split_once(function).map_or("", |(_, rest)| rest);
    let body = body.split_once("\n}\n").map_or(body, |(body, _)| body);
    let heads = body.lines().filter_map(|line| line.split_once("=>")).map(|(head, _)| head);
    let names = heads.flat_map(|head| head.split("Op::").skip(1));
    names.map(|name| name.chars().take_while(|c| c.is_ascii_alphanumeric()).collect()).collect()
}

fn is_row(op: Op) -> bool {
    let arithmetic =
        arithmetic::binary::to_llvm(op).or_else(|| bits::binary::to_llvm(op)).or_else(|| bits::logical::to_llvm(op));
    let integer = compare::int::to_llvm(op).or_else(|| compare::boolean::to_llvm(op));
    let opaque = opaque_types::PLAIN.iter().any(|row| row.op == op);
    arithmetic.is_some() || integer.is_some() || compare::float::to_llvm(op).is_some() || opaque
}

/// Can a call stand for the instruction, in a kernel? What only shaders may use is none of ours.
fn is_call(info: &grammar::Info) -> bool {
    use ::spirv::Capability as C;
    let of_shaders = |capability: &C| {
        matches!(
            capability,
            C::Shader
                | C::Matrix
                | C::Geometry
                | C::GeometryStreams
                | C::DerivativeControl
                | C::SparseResidency
                | C::ImageQuery
        )
    };
    let enabling = info.requires.capabilities;
    let for_kernels = enabling.is_empty() || !enabling.iter().all(of_shaders);
    for_kernels && builtins::opcode(info.name.strip_prefix("Op").unwrap_or(info.name)).is_some()
}

/// Opcodes that are not supported, with the date since when and the reason.
fn unsupported() -> BTreeMap<&'static str, &'static str> {
    let list = include_str!("../../tests/unsupported.txt");
    list.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' ')).collect()
}

#[test]
fn each_core_opcode_has_one_place() {
    let custom: BTreeSet<String> = ARMS.iter().flat_map(|(source, function)| arms(source, function)).collect();
    let mut listed = unsupported();
    let mut wrong = Vec::new();
    for info in grammar::instructions().filter(|info| (info.op as u16) < FIRST_OF_EXTENSIONS) {
        let name = info.name.strip_prefix("Op").unwrap_or(info.name);
        let is_listed = listed.remove(info.name).is_some();
        let by_hand = custom.contains(name) || INDEXED.contains(&info.op);
        let places = u8::from(is_row(info.op)) + u8::from(by_hand) + u8::from(is_listed);
        // What nothing else knows is a call, where a call can stand for it.
        if places != 1 && !(places == 0 && is_call(info)) {
            wrong.push(format!("{} has {places} places", info.name));
        }
    }
    wrong.extend(listed.keys().map(|name| format!("{name} on the list is no opcode of the core")));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_list_is_dated() {
    for (name, rest) in unsupported() {
        let date = rest.split(' ').next().unwrap_or_default();
        let is_date = date.len() == 10 && date.bytes().all(|b| b.is_ascii_digit() || b == b'-');
        assert!(is_date && rest.len() > date.len() + 1, "{name} {rest}: a date and a reason are missing");
    }
}
