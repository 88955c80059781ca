//! The names by number and the numbers by name, as the internal text spells them: those of the grammar, with a few
//! exceptions.

use llvm_spirv::binary::grammar::{self, ExtSet, Kind};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Opcodes that the grammar lacks or names otherwise.
const OPCODES: &[(u32, &str)] = &[
    (4450, "SDotKHR"),
    (4451, "UDotKHR"),
    (4452, "SUDotKHR"),
    (4453, "SDotAccSatKHR"),
    (4454, "UDotAccSatKHR"),
    (4455, "SUDotAccSatKHR"),
    (6113, "TypeTokenINTEL"),
    (6168, "FSigmoidINTEL"),
    (6193, "CooperativeMatrixLoadCheckedINTEL"),
    (6194, "CooperativeMatrixStoreCheckedINTEL"),
    (6195, "CooperativeMatrixConstructCheckedINTEL"),
    (6216, "ClampConvertFToFINTEL"),
    (6217, "StochasticRoundFToFINTEL"),
    (6218, "ClampStochasticRoundFToFINTEL"),
    (6219, "ClampStochasticRoundFToSINTEL"),
    (6239, "CooperativeMatrixLoadOffsetINTEL"),
    (6240, "CooperativeMatrixStoreOffsetINTEL"),
    (6258, "PredicatedLoadINTEL"),
    (6259, "PredicatedStoreINTEL"),
    (6264, "SubgroupScaledMatrixMultiplyAccumulateINTEL"),
    (6424, "ClampConvertFToSINTEL"),
    (6440, "JointMatrixGetElementCoordINTEL"),
    (6448, "CooperativeMatrixApplyFunctionINTEL"),
    (6449, "CooperativeMatrixPrefetchINTEL"),
];

/// Capabilities that the grammar lacks or names otherwise.
const CAPABILITIES: &[(u32, &str)] = &[
    (4229, "Float4EXT"),
    (4433, "StorageUniformBufferBlock16"),
    (4434, "StorageUniform16"),
    (5254, "ShaderViewportIndexLayerNV"),
    (5284, "FragmentBarycentricNV"),
    (5288, "ComputeDerivativeGroupQuadsNV"),
    (5291, "ShadingRateNV"),
    (5297, "GroupNonUniformPartitionedNV"),
    (5301, "ShaderNonUniformEXT"),
    (5302, "RuntimeDescriptorArrayEXT"),
    (5303, "InputAttachmentArrayDynamicIndexingEXT"),
    (5304, "UniformTexelBufferArrayDynamicIndexingEXT"),
    (5305, "StorageTexelBufferArrayDynamicIndexingEXT"),
    (5306, "UniformBufferArrayNonUniformIndexingEXT"),
    (5307, "SampledImageArrayNonUniformIndexingEXT"),
    (5308, "StorageBufferArrayNonUniformIndexingEXT"),
    (5309, "StorageImageArrayNonUniformIndexingEXT"),
    (5310, "InputAttachmentArrayNonUniformIndexingEXT"),
    (5311, "UniformTexelBufferArrayNonUniformIndexingEXT"),
    (5312, "StorageTexelBufferArrayNonUniformIndexingEXT"),
    (5345, "VulkanMemoryModelKHR"),
    (5346, "VulkanMemoryModelDeviceScopeKHR"),
    (5347, "PhysicalStorageBufferAddressesEXT"),
    (5350, "ComputeDerivativeGroupLinearNV"),
    (5379, "DemoteToHelperInvocationEXT"),
    (5943, "IOPipeINTEL"),
    (6016, "DotProductInputAllKHR"),
    (6017, "DotProductInput4x8BitKHR"),
    (6018, "DotProductInput4x8BitPackedKHR"),
    (6019, "DotProductKHR"),
    (6112, "TokenTypeINTEL"),
    (6115, "Bfloat16ConversionINTEL"),
    (6134, "HWThreadQueryINTEL"),
    (6146, "GlobalVariableDecorationsINTEL"),
    (6167, "SigmoidINTEL"),
    (6185, "DeviceBarrierINTEL"),
    (6192, "CooperativeMatrixCheckedInstructionsINTEL"),
    (6212, "Float4E2M1INTEL"),
    (6213, "Float4E2M1CooperativeMatrixINTEL"),
    (6215, "FloatConversionsFtoFINTEL"),
    (6216, "FloatConversionsFtoSINTEL"),
    (6226, "BFloat16ArithmeticINTEL"),
    (6238, "CooperativeMatrixOffsetInstructionsINTEL"),
    (6255, "AtomicBFloat16AddINTEL"),
    (6256, "AtomicBFloat16MinMaxINTEL"),
    (6257, "PredicatedIOINTEL"),
    (6260, "AtomicInt16CompareExchangeINTEL"),
    (6261, "Int16AtomicsINTEL"),
    (6262, "AtomicBFloat16LoadStoreINTEL"),
    (6263, "SubgroupScaledMatrixMultiplyAccumulateINTEL"),
    (6265, "RoundedDivideSqrtINTEL"),
    (6411, "CooperativeMatrixPrefetchINTEL"),
    (6435, "CooperativeMatrixInvocationInstructionsINTEL"),
    (6436, "CooperativeMatrixTF32ComponentTypeINTEL"),
    (6437, "CooperativeMatrixBFloat16ComponentTypeINTEL"),
    (6445, "SubgroupRequirementsINTEL"),
];

/// Decorations that the grammar lacks or names otherwise.
const DECORATIONS: &[(u32, &str)] = &[
    (5271, "PerPrimitiveNV"),
    (5285, "PerVertexNV"),
    (5300, "NonUniformEXT"),
    (5355, "RestrictPointerEXT"),
    (5356, "AliasedPointerEXT"),
    (5625, "FuncParamIOKind"),
    (5634, "HlslCounterBufferGOOGLE"),
    (5635, "UserSemantic"),
    (5940, "RuntimeAlignedINTEL"),
    (6147, "HostAccessINTEL"),
    (6148, "InitModeINTEL"),
    (6149, "ImplementInCSRINTEL"),
    (6247, "DecorationConditionalINTEL"),
    (6409, "ArgumentAttributeINTEL"),
];

/// The linkage types that the grammar lacks.
const LINKAGES: &[(u32, &str)] = &[(0x7FFF_FFFE, "Internal")];

fn special(rows: &'static [(u32, &'static str)], number: u32) -> Option<&'static str> {
    rows.iter().find(|row| row.0 == number).map(|row| row.1)
}

/// Returns a name with the old suffix of the vendor whose extensions the grammar renamed.
fn suffix(name: &'static str) -> Cow<'static, str> {
    match name.strip_suffix("ALTERA") {
        Some(base) => format!("{base}INTEL").into(),
        None => name.into(),
    }
}

fn enumerant(rows: &'static [(u32, &'static str)], kind: Kind, number: u32) -> Option<Cow<'static, str>> {
    let known = || grammar::enumerant(kind, number).map(|row| suffix(row.name));
    special(rows, number).map(Cow::Borrowed).or_else(known)
}

/// Returns the name of an opcode, without `Op`.
pub fn opcode_name(opcode: u16) -> Option<Cow<'static, str>> {
    let known = || grammar::info(opcode).map(|info| suffix(info.name.trim_start_matches("Op")));
    special(OPCODES, opcode.into()).map(Cow::Borrowed).or_else(known)
}

/// Returns the name of a capability.
pub fn capability_name(number: u32) -> Option<Cow<'static, str>> {
    enumerant(CAPABILITIES, Kind::Capability, number)
}

/// Returns the name of a decoration.
pub fn decoration_name(number: u32) -> Option<Cow<'static, str>> {
    enumerant(DECORATIONS, Kind::Decoration, number)
}

/// Returns the name of an operand, if it is of a kind that is written by name and has one.
pub(super) fn operand_name(kind: Kind, number: u32) -> Option<Cow<'static, str>> {
    match kind {
        Kind::Capability => capability_name(number),
        Kind::Decoration => decoration_name(number),
        Kind::LinkageType => enumerant(LINKAGES, kind, number),
        Kind::HostAccessQualifier | Kind::InitializationModeQualifier => enumerant(&[], kind, number),
        _ => None,
    }
}

/// The names of debug instructions that differ from the grammar, by number: two are exchanged, and one ends in a comma.
const DEBUG: &[(u32, &str)] = &[
    (13, "DebugTypePtrToMember,"),
    (16, "DebugTypeTemplateParameterPack"),
    (17, "DebugTypeTemplateTemplateParameter"),
];

/// A set of extended instructions whose names the text uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Set {
    /// `OpenCL.std`.
    OpenCl,
    /// Any of the debug sets.
    Debug,
    /// `NonSemantic.AuxData`.
    AuxData,
}

impl Set {
    /// Returns the set with this name.
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "OpenCL.std" => Some(Self::OpenCl),
            "SPIRV.debug" | "OpenCL.DebugInfo.100" => Some(Self::Debug),
            "NonSemantic.AuxData" => Some(Self::AuxData),
            _ => name.starts_with("NonSemantic.Shader.DebugInfo.").then_some(Self::Debug),
        }
    }

    fn tables(self) -> Vec<&'static ExtSet> {
        let names: &[&str] = match self {
            Self::OpenCl => &["OpenCL.std"],
            Self::Debug => {
                &["OpenCL.DebugInfo.100", "NonSemantic.Shader.DebugInfo.100", "NonSemantic.Shader.DebugInfo.200"]
            }
            Self::AuxData => &["NonSemantic.AuxData"],
        };
        let table = |name: &&str| grammar::ext_set(name).or_else(|| grammar::unpublished_set(name));
        names.iter().filter_map(table).collect()
    }

    /// Returns the names that only the Khronos translator has.
    fn own(self) -> &'static [(u32, &'static str)] {
        if self == Self::Debug { DEBUG } else { &[] }
    }

    /// Returns the name of an instruction.
    pub fn name(self, number: u32) -> Option<&'static str> {
        if let Some((_, name)) = self.own().iter().find(|row| row.0 == number) {
            return Some(name);
        }
        self.tables().into_iter().find_map(|set| set.instruction(number)).map(|row| row.name)
    }

    /// Returns the number of an instruction.
    pub fn number(self, name: &str) -> Option<u32> {
        if let Some((number, _)) = self.own().iter().find(|row| row.1 == name) {
            return Some(*number);
        }
        let find = |set: &ExtSet| set.instructions.iter().find(|row| row.name == name).map(|row| row.number);
        self.tables().into_iter().find_map(find)
    }
}

static OPCODE_NUMBERS: LazyLock<FxHashMap<Cow<'static, str>, u16>> = LazyLock::new(|| {
    let known = grammar::instructions().map(|info| info.op as u16);
    let special = OPCODES.iter().filter_map(|row| u16::try_from(row.0).ok());
    known.chain(special).filter_map(|opcode| Some((opcode_name(opcode)?, opcode))).collect()
});

/// Returns the opcode with this name.
pub(super) fn opcode_number(name: &str) -> Option<u16> {
    OPCODE_NUMBERS.get(name).copied()
}

/// Returns the number of an operand that is written by name.
pub(super) fn operand_number(kind: Kind, name: &str) -> Option<u32> {
    let special: &[(u32, &str)] = match kind {
        Kind::Capability => CAPABILITIES,
        Kind::Decoration => DECORATIONS,
        Kind::LinkageType => LINKAGES,
        _ => &[],
    };
    let known = || kind.info().enumerants.iter().find(|row| suffix(row.name) == name).map(|row| row.value);
    special.iter().find(|row| row.1 == name).map(|row| row.0).or_else(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d_206_names_of_debug_instructions_are_those_of_the_translator() {
        for (number, name) in DEBUG {
            assert_eq!((Set::Debug.name(*number), Set::Debug.number(name)), (Some(*name), Some(*number)));
        }
        assert_eq!(Set::Debug.number("DebugTypePtrToMember"), Some(13));
        assert_eq!(Set::Debug.name(20), Some("DebugFunction"));
    }

    #[test]
    fn names_come_back_as_their_numbers() {
        for info in grammar::instructions() {
            let name = opcode_name(info.op as u16).unwrap_or_default();
            assert_eq!(opcode_number(&name), Some(info.op as u16), "{name}");
        }
        for (number, name) in CAPABILITIES {
            assert_eq!(operand_number(Kind::Capability, name), Some(*number));
        }
        assert_eq!(decoration_name(5826).as_deref(), Some("MemoryINTEL"));
        assert_eq!(operand_number(Kind::Decoration, "MemoryINTEL"), Some(5826));
        assert_eq!(Set::OpenCl.number("fmax").and_then(|n| Set::OpenCl.name(n)), Some("fmax"));
        assert_eq!(Set::of("NonSemantic.Shader.DebugInfo.200").and_then(|set| set.number("DebugModule")), Some(200));
    }
}
