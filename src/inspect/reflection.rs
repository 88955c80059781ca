//! Instructions of `NonSemantic.ClspvReflection`: facts for the host of kernels that became shaders, with the names that its
//! specification gives them.

use crate::binary::{Id, Instruction, Module, Op};
use crate::error::Result;
use rustc_hash::FxHashMap;

/// The name of the set, without the revision after it.
const SET: &str = "NonSemantic.ClspvReflection.";

/// The number of the instruction with the source's information about an argument.
const ARGUMENT_INFO: u32 = 2;
/// The number of the instruction that declares a kernel.
const KERNEL: u32 = 1;
/// The words in front of the operands: set and number.
const HEADS: usize = 2;

/// The facts for the host in one instruction.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Told {
    /// The name of the instruction, or its number where it has no known one.
    pub what: String,
    /// The facts, with the names of the operands, including the source's information about an argument.
    pub facts: Vec<(&'static str, Fact)>,
}

/// An operand of such an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub enum Fact {
    /// A number.
    Number(u32),
    /// A text: a name, for instance that of a kernel.
    Text(String),
}

/// The fields of an argument at a binding.
const BOUND: &[&str] = &["kernel", "ordinal", "set", "binding"];
/// The fields of an argument in a block at a binding.
const BOUND_MEMBER: &[&str] = &["kernel", "ordinal", "set", "binding", "offset", "size"];
/// The fields of an argument in push constants.
const MEMBER: &[&str] = &["kernel", "ordinal", "offset", "size"];
/// The fields of push constants for all kernels.
const PUSHED: &[&str] = &["offset", "size"];
/// The fields of three numbers.
const TRIPLE: &[&str] = &["x", "y", "z"];

/// The instructions, in the order of their numbers, each with the names of its operands.
const ROWS: &[(&str, &[&str])] = &[
    ("Kernel", &["function", "kernel", "arguments", "flags", "attributes"]),
    ("ArgumentInfo", &["name", "type", "address_space", "access", "qualifiers"]),
    ("ArgumentStorageBuffer", BOUND),
    ("ArgumentUniform", BOUND),
    ("ArgumentPodStorageBuffer", BOUND_MEMBER),
    ("ArgumentPodUniform", BOUND_MEMBER),
    ("ArgumentPodPushConstant", MEMBER),
    ("ArgumentSampledImage", BOUND),
    ("ArgumentStorageImage", BOUND),
    ("ArgumentSampler", BOUND),
    ("ArgumentWorkgroup", &["kernel", "ordinal", "spec_id", "element_size"]),
    ("SpecConstantWorkgroupSize", TRIPLE),
    ("SpecConstantGlobalOffset", TRIPLE),
    ("SpecConstantWorkDim", &["spec_id"]),
    ("PushConstantGlobalOffset", PUSHED),
    ("PushConstantEnqueuedLocalSize", PUSHED),
    ("PushConstantGlobalSize", PUSHED),
    ("PushConstantRegionOffset", PUSHED),
    ("PushConstantNumWorkgroups", PUSHED),
    ("PushConstantRegionGroupOffset", PUSHED),
    ("ConstantDataStorageBuffer", &["set", "binding", "data"]),
    ("ConstantDataUniform", &["set", "binding", "data"]),
    ("LiteralSampler", &["set", "binding", "mask"]),
    ("PropertyRequiredWorkgroupSize", &["kernel", "x", "y", "z"]),
    ("SpecConstantSubgroupMaxSize", &["spec_id"]),
    ("ArgumentPointerPushConstant", MEMBER),
    ("ArgumentPointerUniform", BOUND_MEMBER),
    ("ProgramScopeVariablesStorageBuffer", &["set", "binding", "data"]),
    ("ProgramScopeVariablePointerRelocation", &["object_offset", "pointer_offset", "pointer_size"]),
    ("ImageArgumentInfoChannelOrderPushConstant", MEMBER),
    ("ImageArgumentInfoChannelDataTypePushConstant", MEMBER),
    ("ImageArgumentInfoChannelOrderUniform", BOUND_MEMBER),
    ("ImageArgumentInfoChannelDataTypeUniform", BOUND_MEMBER),
    ("ArgumentStorageTexelBuffer", BOUND),
    ("ArgumentUniformTexelBuffer", BOUND),
    ("ConstantDataPointerPushConstant", &["offset", "size", "data"]),
    ("ProgramScopeVariablePointerPushConstant", &["offset", "size", "data"]),
    ("PrintfInfo", &["id", "format"]),
    ("PrintfBufferStorageBuffer", &["set", "binding", "buffer_size"]),
    ("PrintfBufferPointerPushConstant", &["offset", "size", "buffer_size"]),
    ("NormalizedSamplerMaskPushConstant", MEMBER),
    ("WorkgroupVariableSize", &["variable", "size"]),
];

/// The name of additional operands: the sizes of printed arguments.
const FURTHER: &str = "argument_size";

/// Returns the facts for the host, in the order of the module.
pub(super) fn all(module: &Module<'_>) -> Result<Vec<Told>> {
    let is_of_set = |id: Id| module.ext_inst_set(id).is_some_and(|set| set.name.starts_with(SET));
    let instructions = module.globals().chain(module.remarks().iter().copied());
    let mut reader = Reader { module, names: FxHashMap::default(), infos: FxHashMap::default() };
    let mut found = Vec::new();
    for inst in instructions.filter(|inst| inst.opcode() == Op::ExtInst && inst.operand(0).is_ok_and(is_of_set)) {
        found.extend(reader.told(inst)?);
    }
    Ok(found)
}

/// The instructions to which others refer.
struct Reader<'a, 'w> {
    module: &'a Module<'w>,
    /// The names of kernels.
    names: FxHashMap<Id, String>,
    /// The source's information about arguments.
    infos: FxHashMap<Id, Vec<(&'static str, Fact)>>,
}

impl Reader<'_, '_> {
    /// Reads an instruction; one that only serves other instructions is recorded, and returns `None`.
    fn told(&mut self, inst: Instruction<'_>) -> Result<Option<Told>> {
        let number = inst.operand(1)?;
        let row = (number as usize).checked_sub(1).and_then(|index| ROWS.get(index));
        let names = row.map_or(&[] as &[&str], |row| row.1);
        let operands = inst.in_operands().get(HEADS..).unwrap_or_default();
        let mut facts = Vec::new();
        for (index, id) in operands.iter().enumerate() {
            match self.infos.get(id) {
                Some(info) => facts.extend(info.iter().cloned()),
                None => facts.push((names.get(index).copied().unwrap_or(FURTHER), self.fact(*id))),
            }
        }
        let id = inst.result_id().unwrap_or_default();
        if number == ARGUMENT_INFO {
            self.infos.insert(id, facts);
            return Ok(None);
        }
        if let (KERNEL, Some((_, Fact::Text(name)))) = (number, facts.get(1)) {
            self.names.insert(id, name.clone());
        }
        let what = row.map_or_else(|| number.to_string(), |row| row.0.to_owned());
        Ok(Some(Told { what, facts }))
    }

    /// Returns the fact for an operand: a string, a kernel's name, a number, or the name of any other id.
    fn fact(&self, id: Id) -> Fact {
        let text = self.module.string(id).or_else(|| self.names.get(&id).map(String::as_str));
        if let Some(text) = text {
            return Fact::Text(text.to_owned());
        }
        let constant = self.module.definition(id).filter(|inst| inst.opcode() == Op::Constant);
        match constant.and_then(|inst| inst.operand(0).ok()) {
            Some(number) => Fact::Number(number),
            None => Fact::Text(super::name(self.module, id).unwrap_or_else(|| format!("%{id}"))),
        }
    }
}
