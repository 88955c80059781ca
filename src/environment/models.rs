//! Addressing and memory models (section 2.16.1 "Universal Validation Rules", 3.4 "Addressing Model", 3.5 "Memory
//! Model"): what modules of each addressing model have in common.

use super::Environment;
use super::availability::Feature;
use super::device::Api;
use ::spirv::grammar::Kind;
use ::spirv::{AddressingModel, Capability, ExecutionModel, MemoryModel};

/// The addressing and memory models of a kind of module, and the properties that follow from them.
#[derive(Debug, PartialEq, Eq)]
pub struct Models {
    /// The architectures of target triples (S3-69); the first one is used for output.
    pub architectures: &'static [&'static str],
    /// The addressing model.
    pub addressing: AddressingModel,
    /// The width of an address and of `size_t` in bits.
    pub address_width: u32,
    /// The memory model.
    pub memory: MemoryModel,
    /// The capabilities that every such module declares.
    pub capabilities: &'static [Capability],
    /// The capability of modules of the other kind (Kernel or Shader), which is not chosen if another capability would
    /// suffice.
    pub foreign: Capability,
    /// The execution model of entry points.
    pub execution: ExecutionModel,
    /// The data layout, as clang 22 writes it (S3-70).
    pub layout: &'static str,
}

/// Returns the target of kernels: Physical32 or Physical64.
const fn kernels(
    architectures: &'static [&'static str],
    addressing: AddressingModel,
    address_width: u32,
    layout: &'static str,
) -> Models {
    Models {
        architectures,
        addressing,
        address_width,
        memory: MemoryModel::OpenCL,
        capabilities: &[Capability::Addresses, Capability::Kernel],
        foreign: Capability::Shader,
        execution: ExecutionModel::Kernel,
        layout,
    }
}

/// The data layout of shaders. Logical pointers have 32 bits, so that LLVM's passes do not widen indices to 64 bits;
/// vectors of three components have the size of three, as in memory with explicit layout.
const LOGICAL_LAYOUT: &str = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10";

/// Returns the target of shaders: Logical or PhysicalStorageBuffer64.
const fn shaders(addressing: AddressingModel, address_width: u32) -> Models {
    Models {
        architectures: &["spirv"],
        addressing,
        address_width,
        memory: MemoryModel::GLSL450,
        capabilities: &[],
        foreign: Capability::Kernel,
        execution: ExecutionModel::GLCompute,
        layout: LOGICAL_LAYOUT,
    }
}

/// The part of SPIR 1.2's data layouts for numbers and vectors.
const SPIR_LAYOUT: &str = "-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64\
    -v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024";

/// The supported targets.
static TARGETS: [Models; 4] = [
    kernels(
        &["spir", "spirv32"],
        AddressingModel::Physical32,
        32,
        "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1",
    ),
    kernels(
        &["spir64", "spirv64"],
        AddressingModel::Physical64,
        64,
        "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1",
    ),
    shaders(AddressingModel::Logical, 32),
    shaders(AddressingModel::PhysicalStorageBuffer64, 64),
];

impl Models {
    /// Returns the target of a triple, if it is a SPIR-V triple; a version may follow the architecture, as in
    /// `spirv64v1.3` and `spirv1.6`. Shaders have the addressing model Logical unless metadata selects another.
    pub fn of_triple(triple: &str) -> Option<&'static Self> {
        let architecture = triple.split('-').next().unwrap_or_default();
        let base = match architecture.split_once("v1.") {
            Some(("spir", _)) => "spirv",
            Some((base, _)) => base,
            None => architecture,
        };
        TARGETS.iter().find(|target| target.architectures.contains(&base))
    }

    /// Returns the target of an addressing model, if it is supported.
    pub fn of_addressing(addressing: AddressingModel) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.addressing == addressing)
    }

    /// Returns the width of an address in modules of an addressing model; 64 if the model is not supported.
    pub fn address_width(addressing: AddressingModel) -> u32 {
        Self::of_addressing(addressing).map_or(64, |models| models.address_width)
    }

    /// Returns whether pointers are logical: no instruction makes them from numbers, except pointers to physical
    /// storage buffers (section 2.16.1 "Universal Validation Rules"). Such modules have structured control flow.
    pub fn is_logical(&self) -> bool {
        self.foreign == Capability::Kernel
    }

    /// Returns the data layout that SPIR 1.2 has for addresses of this width (section 3.1 "Data layout"); shaders keep theirs.
    pub fn spir_layout(&self) -> String {
        if self.is_logical() {
            return self.layout.to_owned();
        }
        let width = self.address_width;
        format!("e-p:{width}:{width}:{width}{SPIR_LAYOUT}")
    }

    /// Returns the triple of modules of this target.
    pub fn triple(&self) -> String {
        format!("{}-unknown-unknown", self.architectures.first().unwrap_or(&""))
    }
}

impl Environment {
    /// Returns whether modules may have the addressing model: "Validation Rules" of the OpenCL SPIR-V environment
    /// specification and VUID-StandaloneSpirv-OpMemoryModel-04635 of the Vulkan specification; in other environments
    /// its capability decides.
    pub(crate) fn allows_addressing(&self, addressing: AddressingModel) -> bool {
        let is_logical = addressing == AddressingModel::Logical;
        !(is_logical && self.api() == Api::OpenCl)
            && self.has(Feature::Enumerant(Kind::AddressingModel, addressing as u32))
    }

    /// Returns whether modules may have the memory model.
    pub(crate) fn allows_memory(&self, memory: MemoryModel) -> bool {
        self.has(Feature::Enumerant(Kind::MemoryModel, memory as u32))
    }
}
