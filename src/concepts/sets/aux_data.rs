//! Auxiliary data: attributes and metadata without an equivalent in SPIR-V (`NonSemantic.AuxData`, with
//! `SPV_KHR_non_semantic_info` or SPIR-V 1.6).
//! In LLVM IR: attributes and attachments of functions and of module-scope variables. In SPIR-V: extended instructions
//! behind the last function, each with the id of the function or variable, and one attribute or one attachment in
//! strings and constants. They are written and read only with `Options::preserve_auxdata`. On the way back they do not
//! replace what core instructions or decorations have set. The set distinguishes neither string attributes from LLVM's
//! own attributes of that name, nor distinct nodes from others; attachments that contain nodes or functions are
//! dropped.

use crate::binary::builder::{Id, Section};
use crate::binary::grammar::Requirements;
use crate::binary::{Instruction, Op};
use crate::concepts::base::constants;
use crate::error::Result;
use crate::llvm::{Attribute, AttributeKind, AttributePlace, Metadata, Value};
use crate::state::{Chapter, Forward, Reverse, availability};

const SET: &str = "NonSemantic.AuxData";
/// The feature of non-semantic instruction sets: the extension, or version 1.6.
const REQUIRES: Requirements =
    Requirements { capabilities: &[], extensions: &["SPV_KHR_non_semantic_info"], since: Some(6), until: None };

/// The numbers of the set's instructions; those for variables are two higher than those for functions.
const FUNCTION_METADATA: u32 = 0;
const FUNCTION_ATTRIBUTE: u32 = 1;
const OF_VARIABLES: u32 = 2;

/// Attachments that are expressed completely by other means, or belong to debug information.
const SAID_ELSEWHERE: &[&str] = &["spirv.Decorations", "spirv.ParameterDecorations", "dbg"];

/// The limit on the bytes of a SPIR-V string, which leaves room for the rest of the instruction.
const MAX_STRING: usize = 4 * 65_000;
/// The limit on the length of an attribute with an argument, so that parsing it takes little time and stack.
const MAX_ATTRIBUTE: usize = 128;

/// The chapter's hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter { decorate_variable: Some(forward), ..Chapter::NONE };

// --- LLVM to SPIR-V ---

/// Writes the auxiliary data of a function or variable, whose id is given.
pub fn forward<'m>(f: &mut Forward<'m>, object: Value<'m>, id: Id) -> Result<()> {
    if !f.options.preserve_auxdata {
        return Ok(());
    }
    for (key, value) in attributes(object) {
        let texts = [Some(&key), value.as_ref()].into_iter().flatten();
        let strings: Option<Vec<Id>> = texts.map(|text| string(f, text)).collect::<Result<_>>()?;
        remark(f, object, id, FUNCTION_ATTRIBUTE, strings, &format!("the attribute {key}"))?;
    }
    for (kind, node) in object.all_metadata() {
        let Some(name) = object.metadata_kind_name(kind).filter(|name| !SAID_ELSEWHERE.contains(name)) else {
            continue;
        };
        let operands = forward_node(f, name, node)?;
        remark(f, object, id, FUNCTION_METADATA, operands, &format!("!{name}"))?;
    }
    Ok(())
}

/// Returns the attributes, with the values of those that have one.
fn attributes(object: Value<'_>) -> Vec<(String, Option<String>)> {
    let all = match object.is_function() {
        true => object.all_attributes(AttributePlace::Function),
        false => object.variable_attributes(),
    };
    let texts = all.into_iter().filter_map(|attribute| match attribute {
        Attribute::String { key, value } => Some((key.to_owned(), Some(value.to_owned()).filter(|v| !v.is_empty()))),
        Attribute::Enum { name, .. } => object.attribute_text(name).map(|text| (text, None)),
        Attribute::Type { .. } | Attribute::Other => None,
    });
    texts.collect()
}

/// Returns the name of an attachment and its operands as ids; none if one has no id.
fn forward_node<'m>(f: &mut Forward<'m>, name: &str, node: Metadata<'m>) -> Result<Option<Vec<Id>>> {
    let Some(name) = string(f, name)? else { return Ok(None) };
    let mut ids = vec![name];
    for operand in node.operands() {
        let id = operand.map(|operand| forward_operand(f, operand)).transpose()?.flatten();
        let Some(id) = id else { return Ok(None) };
        ids.push(id);
    }
    Ok(Some(ids))
}

fn forward_operand<'m>(f: &mut Forward<'m>, operand: Metadata<'m>) -> Result<Option<Id>> {
    if let Some(bytes) = operand.as_bytes() {
        return std::str::from_utf8(bytes).map_or(Ok(None), |text| string(f, text));
    }
    let constant = operand.as_value().filter(|value| value.is_constant() && !value.is_function());
    // What SPIR-V cannot say for sure is no reason not to translate the rest.
    Ok(constant.and_then(|value| constants::module_scope(f, value).ok()).map(|operand| operand.id))
}

/// Returns the `OpString` of a text, if it is valid as one.
fn string(f: &mut Forward<'_>, text: &str) -> Result<Option<Id>> {
    let fits = text.len() <= MAX_STRING && !text.contains('\0');
    fits.then(|| f.spv.string(text)).transpose()
}

/// Writes one instruction of the set, or warns of what is dropped.
fn remark<'m>(
    f: &mut Forward<'m>,
    object: Value<'m>,
    id: Id,
    number: u32,
    operands: Option<Vec<Id>>,
    what: &str,
) -> Result<()> {
    let Some(operands) = operands else {
        f.warn(format!("{what} is dropped: {SET} cannot say it"));
        return Ok(());
    };
    allow(f)?;
    let number = if object.is_function() { number } else { number + OF_VARIABLES };
    let void = f.spv.unique_type(Op::TypeVoid, &[])?;
    let (set, result) = (f.spv.ext_inst_set(SET), f.spv.fresh());
    let words = [&[void, result, set, number, id], operands.as_slice()].concat();
    f.spv.emit(Section::Remarks, Op::ExtInst, &words)
}

/// Declares the extension for non-semantic instructions, or else the version.
fn allow(f: &mut Forward<'_>) -> Result<()> {
    if f.options.policy.prefers_version_for_aux_data && availability::raise_to(f, &REQUIRES) {
        return Ok(());
    }
    match availability::extension(f.options, REQUIRES.extensions, || SET.to_owned()) {
        Ok(extension) => f.spv.require_extension(extension),
        Err(error) => {
            availability::raise_to(f, &REQUIRES).then_some(()).ok_or(error)?;
        }
    }
    Ok(())
}

// --- SPIR-V to LLVM ---

/// Returns whether an instruction belongs to the set, whose instructions are translated last.
pub fn is_remark(r: &Reverse<'_>, inst: Instruction<'_>) -> bool {
    let set = inst.operand(0).ok().filter(|_| inst.opcode() == Op::ExtInst);
    set.and_then(|id| r.spv.ext_inst_set(id)).is_some_and(|set| set.name == SET)
}

/// Translates all instructions of the set, after everything else. They may stand among the types, where the Khronos
/// translator writes them.
pub fn reverse(r: &mut Reverse<'_>) -> Result<()> {
    if !r.spv.ext_inst_sets().iter().any(|set| set.name == SET) {
        return Ok(());
    }
    let all = r.spv.globals().chain(r.spv.remarks().iter().copied());
    let all: Vec<_> = all.filter(|inst| is_remark(r, *inst)).collect();
    if r.options.preserve_auxdata {
        // LLVM takes `optnone` beside `noinline` alone, which may stand behind it.
        let (last, first): (Vec<_>, Vec<_>) = all.into_iter().partition(|inst| names(r, *inst, "optnone"));
        let mut all = first.into_iter().chain(last);
        return all.try_for_each(|inst| reverse_one(r, inst).map_err(|error| inst.place(error)));
    }
    if !all.is_empty() {
        r.warn(format!("what {SET} says is dropped"));
    }
    Ok(())
}

/// Returns whether an instruction of the set names this attribute.
fn names(r: &Reverse<'_>, inst: Instruction<'_>, attribute: &str) -> bool {
    inst.operand(3).is_ok_and(|id| r.spv.string(id) == Some(attribute))
}

fn reverse_one<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (number, object) = (inst.operand(1)?, inst.operand(2)?);
    // Of what is no function or variable in LLVM IR (a builtin, an entry point beside its body) there is nothing to
    // say.
    let object = r.find_value(object).filter(|value| value.is_function() || value.is_global_variable());
    let Some(object) = object.filter(|value| value.intrinsic_id() == 0) else { return Ok(()) };
    let text = |index| inst.operand(index).map(|id| r.spv.string(id));
    let key = text(3)?.ok_or_else(|| inst.error("the name is no OpString"))?;
    match number.checked_sub(OF_VARIABLES).unwrap_or(number) {
        FUNCTION_ATTRIBUTE => reverse_attribute(r, object, key, text(4).ok().flatten()),
        FUNCTION_METADATA => reverse_metadata(r, object, key, inst.in_operands().get(4..).unwrap_or_default()),
        _ => Ok(()),
    }
}

fn reverse_attribute<'m>(r: &mut Reverse<'m>, object: Value<'m>, key: &str, value: Option<&str>) -> Result<()> {
    let name = |(text, _): &(String, Option<String>)| text.split('(').next().unwrap_or_default().to_owned();
    let wanted = (key.to_owned(), None);
    if attributes(object).iter().any(|known| known.0 == key || name(known) == name(&wanted)) {
        return Ok(());
    }
    match value {
        _ if object.is_global_variable() => object.add_variable_attribute(key, value.unwrap_or_default()),
        Some(value) => object.add_string_attribute(AttributePlace::Function, key, value),
        None => reverse_flag(r, object, key),
    }
}

/// Adds an attribute of LLVM's, whose argument is in assembly syntax, or a string attribute if LLVM has none of that
/// name. An attribute that LLVM excludes beside the function's others is dropped with a warning.
fn reverse_flag<'m>(r: &mut Reverse<'m>, function: Value<'m>, text: &str) -> Result<()> {
    let place = AttributePlace::Function;
    let (name, value) = known(r, text).unwrap_or((text, 0));
    if is_excluded(function, name, value) {
        r.warn(format!("the attribute {text} of {:?} is dropped: LLVM takes no such attribute there", function.name()));
        return Ok(());
    }
    match function.add_attribute(place, name, value) {
        Ok(()) => Ok(()),
        Err(_) => function.add_string_attribute(place, text, ""),
    }
}

/// Returns whether LLVM's verifier refuses an attribute of functions beside the others of the function, or because of its parameters.
fn is_excluded(function: Value<'_>, name: &str, value: u64) -> bool {
    let place = AttributePlace::Function;
    match AttributeKind::all().find(|kind| kind.name() == name) {
        Some(AttributeKind::AllocSize) => !has_allocated_sizes(function, value),
        Some(kind) => function.fits_attribute(place, kind) && !function.takes_attribute(place, kind),
        // It requires `unnamed_addr`, which no function has that is made of SPIR-V.
        None => name == "jumptable",
    }
}

/// Returns whether the parameters that `allocsize` numbers, in each half of its argument, are integers of the function.
fn has_allocated_sizes(function: Value<'_>, value: u64) -> bool {
    const NONE: u32 = u32::MAX;
    let is_size = |number: u32| function.param(number).is_some_and(|param| param.ty().is_int());
    let (size, count) = ((value >> 32) as u32, value as u32);
    is_size(size) && (count == NONE || is_size(count))
}

/// Parses an attribute with an argument, by LLVM's own parser: from a declaration with only this attribute.
fn known<'m>(r: &Reverse<'m>, text: &str) -> Option<(&'static str, u64)> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_(): ,".contains(&byte);
    if text.len() > MAX_ATTRIBUTE || !text.ends_with(')') || !text.bytes().all(is_plain) {
        return None;
    }
    let module = r.context.parse(format!("declare void @f() {text}\n").as_bytes(), "").ok()?;
    let function = module.function("f")?;
    match function.all_attributes(AttributePlace::Function).as_slice() {
        [Attribute::Enum { name, value }] if function.attribute_text(name)? == text => Some((name, *value)),
        _ => None,
    }
}

fn reverse_metadata<'m>(r: &Reverse<'m>, object: Value<'m>, name: &str, operands: &[Id]) -> Result<()> {
    if SAID_ELSEWHERE.contains(&name) || object.metadata(name).is_some() {
        return Ok(());
    }
    let operands = operands.iter().map(|id| reverse_operand(r, *id).map(Some)).collect::<Result<Vec<_>>>()?;
    let node = r.context.md_node(&operands);
    match object.is_function() {
        true => object.set_function_metadata(name, node),
        false => object.set_global_metadata(name, node),
    }
}

fn reverse_operand<'m>(r: &Reverse<'m>, id: Id) -> Result<Metadata<'m>> {
    match r.spv.string(id) {
        Some(text) => Ok(r.context.md_string(text)),
        None => r.context.md_value(r.value(id)?),
    }
}

#[cfg(test)]
mod tests {
    use crate::binary::{Op, Words};
    use crate::options::{Extensions, Options, Version};
    use crate::{Llvm, llvm_to_spirv, spirv_to_llvm};

    const MODULE: &[u8] = b"target triple = \"spir64\"
        define spir_func void @f() nounwind \"own\"=\"text\" !own !0 { ret void }
        !0 = !{i32 7, !\"text\"}";

    fn round_trip(preserve_auxdata: bool, extensions: Extensions, max_version: Version) -> (usize, u32) {
        let mut options = Options { extensions, max_version, ..Options::default() };
        options.preserve_auxdata = preserve_auxdata;
        let start = llvm_to_spirv(MODULE, &options).unwrap().bytes;
        let back = spirv_to_llvm(&start, &options, Llvm::Bitcode).unwrap().bytes;
        assert_eq!(start, llvm_to_spirv(&back, &options).unwrap().bytes);
        let words = Words::read(&start).unwrap();
        (words.instructions().filter(|inst| inst.opcode() == Op::ExtInst).count(), words.words()[1])
    }

    #[test]
    fn embedders_ask_for_it_by_the_option() {
        assert_eq!(round_trip(true, Extensions::none(), Version::V1_6), (3, Version::V1_6.word()));
        assert_eq!(round_trip(true, Extensions::all(), Version::V1_6), (3, Version::V1_0.word()));
        assert_eq!(round_trip(false, Extensions::all(), Version::V1_6), (0, Version::V1_0.word()));
    }
}
