//! Names for ids that describe them: `OpName`, or else a name derived from the definition (`%uint`, `%v4float`).
//!
//! In: the words of a module. Out: for each id a unique name. The names are those of `spirv-dis` (`FriendlyNameMapper`
//! in SPIRV-Tools).

use super::numbers;
use crate::binary::Id;
use crate::binary::definitions::{Definitions, Form};
use crate::binary::grammar::{self, Kind};
use crate::binary::instruction::Instruction;
use crate::binary::read::Words;
use ::spirv::{BuiltIn, Decoration, Op};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// The length of the longest name; a longer one is replaced by the id's number, since the names of deeply nested types
/// could grow as long as the module.
const LONGEST: usize = 256;

/// The names of a module's ids.
pub(super) struct Names {
    names: FxHashMap<Id, String>,
    used: FxHashSet<String>,
    /// For each name that was requested more than once, the number to append next.
    next: FxHashMap<String, u32>,
}

impl Names {
    pub fn new(words: &Words<'_>, definitions: &Definitions<'_>) -> Self {
        let mut names = Self { names: FxHashMap::default(), used: FxHashSet::default(), next: FxHashMap::default() };
        words.instructions().for_each(|instruction| names.add(instruction, definitions));
        names
    }

    /// The name of an id.
    pub fn get(&self, id: Id) -> Option<&str> {
        self.names.get(&id).map(String::as_str)
    }

    /// Gives an id another name, which other ids may have, too.
    #[cfg(feature = "internals")]
    pub fn rename(&mut self, id: Id, name: &str) {
        self.names.insert(id, name.to_owned());
    }

    fn name_of(&self, id: Option<&Id>) -> String {
        let Some(id) = id else { return String::new() };
        self.get(*id).map_or_else(|| id.to_string(), str::to_owned)
    }

    fn add(&mut self, instruction: Instruction<'_>, definitions: &Definitions<'_>) {
        match (instruction.opcode(), instruction.in_operands()) {
            (Op::Name, [id, ..]) => {
                let name = instruction.string(1).map(|(name, _)| name).unwrap_or_default();
                self.save(*id, &name);
            }
            (Op::Decorate, [id, decoration, builtin, ..]) if *decoration == Decoration::BuiltIn as u32 => {
                if let Some(name) = builtin_name(*builtin) {
                    self.save(*id, name);
                }
            }
            _ => self.add_result(instruction, definitions),
        }
    }

    fn add_result(&mut self, instruction: Instruction<'_>, definitions: &Definitions<'_>) {
        let Some(id) = instruction.result_id() else { return };
        if self.names.contains_key(&id) {
            return;
        }
        let name = self.type_name(id, instruction).or_else(|| self.constant_name(instruction, definitions));
        self.save(id, &name.unwrap_or_else(|| id.to_string()));
    }

    fn type_name(&self, id: Id, instruction: Instruction<'_>) -> Option<String> {
        let operands = instruction.in_operands();
        let (first, second) = (operands.first(), operands.get(1));
        Some(match instruction.opcode() {
            Op::TypeInt => integer_name(*first?, *second?),
            Op::TypeFloat => float_name(*first?, second.copied()),
            Op::TypeVector => format!("v{}{}", second?, self.name_of(first)),
            Op::TypeMatrix => format!("mat{}{}", second?, self.name_of(first)),
            Op::TypeArray => format!("_arr_{}_{}", self.name_of(first), self.name_of(second)),
            Op::TypeRuntimeArray => format!("_runtimearr_{}", self.name_of(first)),
            Op::TypeNodePayloadArrayAMDX => format!("_payloadarr_{}", self.name_of(first)),
            Op::TypePointer => format!("_ptr_{}_{}", enumerant(Kind::StorageClass, *first?), self.name_of(second)),
            Op::TypeUntypedPointerKHR => format!("_ptr_{}", enumerant(Kind::StorageClass, *first?)),
            Op::TypePipe => format!("Pipe{}", enumerant(Kind::AccessQualifier, *first?)),
            Op::TypeOpaque => format!("Opaque_{}", sanitize(&instruction.string(0).ok()?.0)),
            Op::TypeStruct => format!("_struct_{id}"),
            Op::TypeEvent
            | Op::TypeDeviceEvent
            | Op::TypeReserveId
            | Op::TypeQueue
            | Op::TypePipeStorage
            | Op::TypeNamedBarrier => instruction.name().strip_prefix("OpType")?.to_owned(),
            Op::TypeVoid => "void".to_owned(),
            Op::TypeBool => "bool".to_owned(),
            Op::ConstantTrue => "true".to_owned(),
            Op::ConstantFalse => "false".to_owned(),
            _ => return None,
        })
    }

    fn constant_name(&self, instruction: Instruction<'_>, definitions: &Definitions<'_>) -> Option<String> {
        if instruction.opcode() != Op::Constant {
            return None;
        }
        let number = definitions.number(instruction.result_type()?)?;
        let mut text = String::new();
        // For a name it does not matter that the words are not what the type asks for.
        if !numbers::put(&mut text, number, instruction.in_operands()) && !matches!(number.form, Form::Encoded(_)) {
            numbers::put_unsigned(&mut text, instruction.in_operands().first().copied().unwrap_or_default().into());
        }
        Some(format!("{}_{}", self.name_of(instruction.result_type().as_ref()), text.replace('-', "n")))
    }

    /// Gives the id this name, or one with a number after it if it is taken. The first name of an id stays.
    fn save(&mut self, id: Id, wanted: &str) {
        if self.names.contains_key(&id) {
            return;
        }
        let wanted = if wanted.len() > LONGEST { id.to_string() } else { sanitize(wanted) };
        let mut name = wanted.clone();
        while !self.used.insert(name.clone()) {
            let next = self.next.entry(wanted.clone()).or_default();
            name = format!("{wanted}_{next}");
            *next = next.saturating_add(1);
        }
        self.names.insert(id, name);
    }
}

/// Replaces the characters that an assembler would not accept in a name by underscores.
fn sanitize(name: &str) -> String {
    if name.is_empty() {
        return "_".to_owned();
    }
    name.bytes().map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte) } else { '_' }).collect()
}

fn integer_name(width: u32, signed: u32) -> String {
    let unsigned = if signed == 0 { "u" } else { "" };
    match width {
        8 => format!("{unsigned}char"),
        16 => format!("{unsigned}short"),
        32 => format!("{unsigned}int"),
        64 => format!("{unsigned}long"),
        _ => format!("{}{width}", if signed == 0 { "u" } else { "i" }),
    }
}

fn float_name(width: u32, encoding: Option<u32>) -> String {
    let encoded = encoding.and_then(|encoding| ENCODINGS.iter().find(|row| row.0 == encoding));
    match (encoded, width) {
        (Some((_, name)), _) => (*name).to_owned(),
        (None, 16) => "half".to_owned(),
        (None, 32) => "float".to_owned(),
        (None, 64) => "double".to_owned(),
        (None, _) => format!("fp{width}"),
    }
}

/// The names of types by the number of their `FPEncoding`.
const ENCODINGS: &[(u32, &str)] = &[
    (0, "bfloat16"),
    (4214, "fp8e4m3"),
    (4215, "fp8e5m2"),
    (4223, "fp6e2m3"),
    (4224, "fp6e3m2"),
    (4225, "fp4e2m1"),
    (4226, "fp8e8m0"),
    (4227, "mxint8"),
];

fn enumerant(kind: Kind, value: u32) -> Cow<'static, str> {
    match grammar::enumerant(kind, value) {
        Some(row) => row.name.into(),
        None => format!("StorageClass{value}").into(),
    }
}

/// The builtin variables that are named after their builtin, each as `spirv-dis` spells it.
const BUILTINS: &[(BuiltIn, &str)] = &[
    (BuiltIn::Position, "gl_Position"),
    (BuiltIn::PointSize, "gl_PointSize"),
    (BuiltIn::ClipDistance, "gl_ClipDistance"),
    (BuiltIn::CullDistance, "gl_CullDistance"),
    (BuiltIn::VertexId, "gl_VertexID"),
    (BuiltIn::InstanceId, "gl_InstanceID"),
    (BuiltIn::PrimitiveId, "gl_PrimitiveID"),
    (BuiltIn::InvocationId, "gl_InvocationID"),
    (BuiltIn::Layer, "gl_Layer"),
    (BuiltIn::ViewportIndex, "gl_ViewportIndex"),
    (BuiltIn::TessLevelOuter, "gl_TessLevelOuter"),
    (BuiltIn::TessLevelInner, "gl_TessLevelInner"),
    (BuiltIn::TessCoord, "gl_TessCoord"),
    (BuiltIn::PatchVertices, "gl_PatchVertices"),
    (BuiltIn::FragCoord, "gl_FragCoord"),
    (BuiltIn::PointCoord, "gl_PointCoord"),
    (BuiltIn::FrontFacing, "gl_FrontFacing"),
    (BuiltIn::SampleId, "gl_SampleID"),
    (BuiltIn::SamplePosition, "gl_SamplePosition"),
    (BuiltIn::SampleMask, "gl_SampleMask"),
    (BuiltIn::FragDepth, "gl_FragDepth"),
    (BuiltIn::HelperInvocation, "gl_HelperInvocation"),
    (BuiltIn::NumWorkgroups, "gl_NumWorkGroups"),
    (BuiltIn::WorkgroupSize, "gl_WorkGroupSize"),
    (BuiltIn::WorkgroupId, "gl_WorkGroupID"),
    (BuiltIn::LocalInvocationId, "gl_LocalInvocationID"),
    (BuiltIn::GlobalInvocationId, "gl_GlobalInvocationID"),
    (BuiltIn::LocalInvocationIndex, "gl_LocalInvocationIndex"),
    (BuiltIn::WorkDim, "WorkDim"),
    (BuiltIn::GlobalSize, "GlobalSize"),
    (BuiltIn::EnqueuedWorkgroupSize, "EnqueuedWorkgroupSize"),
    (BuiltIn::GlobalOffset, "GlobalOffset"),
    (BuiltIn::GlobalLinearId, "GlobalLinearId"),
    (BuiltIn::SubgroupSize, "SubgroupSize"),
    (BuiltIn::SubgroupMaxSize, "SubgroupMaxSize"),
    (BuiltIn::NumSubgroups, "NumSubgroups"),
    (BuiltIn::NumEnqueuedSubgroups, "NumEnqueuedSubgroups"),
    (BuiltIn::SubgroupId, "SubgroupId"),
    (BuiltIn::SubgroupLocalInvocationId, "SubgroupLocalInvocationId"),
    (BuiltIn::VertexIndex, "gl_VertexIndex"),
    (BuiltIn::InstanceIndex, "gl_InstanceIndex"),
    (BuiltIn::BaseInstance, "gl_BaseInstance"),
    (BuiltIn::SubgroupEqMask, "SubgroupEqMaskKHR"),
    (BuiltIn::SubgroupGeMask, "SubgroupGeMaskKHR"),
    (BuiltIn::SubgroupGtMask, "SubgroupGtMaskKHR"),
    (BuiltIn::SubgroupLeMask, "SubgroupLeMaskKHR"),
    (BuiltIn::SubgroupLtMask, "SubgroupLtMaskKHR"),
];

/// Returns the name of a builtin variable, if its builtin determines it.
fn builtin_name(value: u32) -> Option<&'static str> {
    BUILTINS.iter().find(|row| row.0 as u32 == value).map(|row| row.1)
}

#[cfg(test)]
mod tests {
    use crate::binary::Op;
    use crate::binary::testing::Bytes;
    use crate::binary::text::{DisassemblyOptions, disassemble};

    #[test]
    fn names_of_nested_types_are_short() {
        let pointers = (2..2000).fold(Bytes::library(2000).op(Op::TypeInt, &[1, 32, 0]), |module, id| {
            module.op(Op::TypePointer, &[id, 5, id - 1])
        });
        let text = disassemble(
            &pointers.words(),
            DisassemblyOptions { indent: false, header: false, ..DisassemblyOptions::default() },
        );
        assert!(text.lines().all(|line| line.len() < 4 * super::LONGEST), "{}", text.len());
    }

    #[test]
    fn ids_are_called_what_they_are() {
        let module = Bytes::library(20)
            .text(Op::Name, &[12], "a b")
            .text(Op::Name, &[13], "a.b")
            .op(Op::Decorate, &[12, 11, 28])
            .op(Op::Decorate, &[14, 11, 28])
            .op(Op::TypeInt, &[1, 32, 0])
            .op(Op::TypeInt, &[2, 16, 1])
            .op(Op::TypeVector, &[3, 1, 4])
            .op(Op::TypePointer, &[4, 5, 3])
            .op(Op::Constant, &[1, 5, 7])
            .op(Op::Constant, &[2, 6, 0xFFFF_FFFF])
            .op(Op::TypeArray, &[7, 1, 5])
            .op(Op::TypeStruct, &[8, 7])
            .op(Op::TypeFloat, &[9, 64])
            .op(Op::TypeFloat, &[10, 64])
            .op(Op::Variable, &[4, 12, 5])
            .op(Op::Variable, &[4, 13, 5])
            .op(Op::Variable, &[4, 14, 5])
            .op(Op::Variable, &[4, 15, 5]);
        let text = disassemble(
            &module.words(),
            DisassemblyOptions { indent: false, header: false, ..DisassemblyOptions::default() },
        );
        let ids: Vec<&str> = text.lines().filter_map(|line| line.split_once(" = ")).map(|(id, _)| id).collect();
        let expected = "%uint %short %v4uint %_ptr_CrossWorkgroup_v4uint %uint_7 %short_n1 %_arr_uint_uint_7 %_struct_8 \
                        %double %double_0 %a_b %a_b_0 %gl_GlobalInvocationID %15";
        assert_eq!(ids.join(" "), expected);
    }
}
