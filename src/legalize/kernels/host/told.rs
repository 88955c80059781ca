//! The facts about a kernel that reflection passes to the host: its name, attributes and arguments, from its metadata
//! and its interface.

use crate::concepts::base::kernels;
use crate::conventions::nodes;
use crate::error::Result;
use crate::legalize::kernels::descriptors::{self, Descriptors};
use crate::legalize::kernels::images::instruction_of;
use crate::llvm::{Metadata, Type, Value};
use llvm_spirv_metadata::kernel::Kernel;

/// The metadata of arguments that only reflection needs.
const LISTS: [&str; 2] = ["kernel_arg_addr_space", "kernel_arg_access_qual"];

/// The facts about a kernel.
#[derive(Debug)]
pub struct Told<'m> {
    pub name: String,
    /// The names of all arguments, from the metadata of the source or else from LLVM IR.
    pub names: Vec<String>,
    pub metadata: Kernel<Metadata<'m>>,
    /// The workgroup size that the source requires.
    pub size: Option<[u32; 3]>,
    pub arguments: Vec<Argument>,
    pub questions: Vec<Question>,
    /// Set if the kernel calls `printf` with the buffer of the module.
    pub prints: bool,
}

/// An argument, by its index, and its place.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    pub ordinal: u32,
    pub placed: Placed,
}

/// The place of an argument.
#[derive(Clone, Copy, Debug)]
pub enum Placed {
    /// A descriptor: the reflection instruction for its kind, the set and the binding.
    Descriptor(&'static str, u32, u32),
    /// A member of push constants, or of the uniform block at a set and binding: a value, or the address of a buffer.
    Constant { at: Option<(u32, u32)>, offset: u64, size: u64, is_address: bool },
    /// Workgroup memory: the `SpecId` of the number of elements, and the size of an element.
    Local { constant: u32, size: u64 },
}

/// A push constant about an argument: the reflection instruction, the index of the argument, and the offset.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub instruction: &'static str,
    pub ordinal: u32,
    pub offset: u64,
}

impl<'m> Told<'m> {
    /// Collects the facts about a kernel before its interface is replaced; only descriptors have places yet.
    pub fn of(function: Value<'m>, descriptors: &Descriptors<'m>, size: Option<[u32; 3]>) -> Result<Self> {
        let (mut metadata, _) = kernels::kernel_metadata(function)?;
        for name in LISTS {
            if let Some(node) = function.function_metadata(name) {
                // What describes arguments alone is left out where it is not as it should be.
                drop(metadata.args.set(name, &nodes::read(node)));
            }
        }
        let parameters = (0..).zip(descriptors.parameters.iter().zip(function.params()));
        let arguments = parameters.filter_map(|(ordinal, (parameter, param))| {
            let instruction = match parameter.kind {
                descriptors::Kind::Buffer => "ArgumentStorageBuffer",
                descriptors::Kind::Image => instruction_of(param.ty()),
                descriptors::Kind::Sampler => "ArgumentSampler",
                descriptors::Kind::Local | descriptors::Kind::Constant(_) => return None,
            };
            let placed = Placed::Descriptor(instruction, parameter.set, parameter.binding);
            Some(Argument { ordinal, placed })
        });
        let said = metadata.args.name.clone().unwrap_or_default();
        let names = function.params().enumerate();
        let names = names.map(|(index, param)| said.get(index).map_or_else(|| param.name().to_owned(), Clone::clone));
        let (name, names) = (function.name().to_owned(), names.collect());
        Ok(Self { name, names, size, metadata, arguments: arguments.collect(), questions: Vec::new(), prints: false })
    }

    /// Returns the attributes of the kernel as OpenCL C writes them, separated by blanks.
    pub fn attributes(&self) -> String {
        let Kernel { work_group_size_hint, vec_type_hint, sub_group_size, .. } = &self.metadata;
        let triple = |name: &str, [x, y, z]: [u32; 3]| format!("{name}({x},{y},{z})");
        let all = [
            self.size.map(|size| triple("reqd_work_group_size", size)),
            work_group_size_hint.map(|size| triple("work_group_size_hint", size)),
            vec_type_hint.as_ref().and_then(|hint| hinted(hint.ty.as_value()?.ty(), hint.signed)),
            sub_group_size.map(|size| format!("intel_reqd_sub_group_size({size})")),
        ];
        all.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// Returns the `vec_type_hint` for a type, by its name in OpenCL C.
fn hinted(ty: Type<'_>, is_signed: bool) -> Option<String> {
    let scalar = ty.scalar();
    let name = match (scalar.int_width(), scalar.float_width()) {
        (8, _) => "char",
        (16, _) => "short",
        (32, _) => "int",
        (64, _) => "long",
        (_, 16) => "half",
        (_, 32) => "float",
        (_, 64) => "double",
        _ => return None,
    };
    let sign = if scalar.is_int() && !is_signed { "u" } else { "" };
    let count = if ty.is_vector() { ty.count().to_string() } else { String::new() };
    Some(format!("vec_type_hint({sign}{name}{count})"))
}
