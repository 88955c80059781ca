//! The metadata conventions of SPIR-V friendly LLVM IR as plain structs, read and written.
//!
//! The crate knows nothing of LLVM, and of SPIR-V its grammar alone. The caller turns metadata into [`Node`] trees and
//! back; `V` is its handle of what is not plain data: functions, global variables, values that stand for a type,
//! distinct nodes.
//!
//! ```
//! use llvm_spirv_metadata::{Named, Node, Source, Tuple};
//! use spirv::SourceLanguage;
//!
//! // !spirv.Source = !{!0}
//! // !0 = !{i32 3, i32 102000}
//! let node: Node<()> = Node::words(&[3, 102000]);
//! let source = Source::read(&node)?;
//! assert_eq!((Source::NAME, source.language), ("spirv.Source", SourceLanguage::OpenCL_C as u32));
//! assert_eq!(source.version, 102000);
//! assert_eq!(source.write(), node);
//! # Ok::<(), llvm_spirv_metadata::Error>(())
//! ```
//!
//! # Which type for which convention
//!
//! | in LLVM IR | type |
//! | --- | --- |
//! | `!spirv.Source`, `SourceExtension`, `Extension`, `Capability`, `MemoryModel`, `Generator`, `ModuleProcessed` | [`Source`] and so on, in [`module`] |
//! | `!opencl.ocl.version`, `opencl.spir.version`, `opencl.cxx.version` | [`OclVersion`], [`SpirVersion`], [`CxxVersion`] |
//! | `!opencl.used.extensions`, `opencl.used.optional.core.features`, `opencl.compiler.options` | [`UsedExtensions`], [`OptionalCoreFeatures`], [`CompilerOptions`] |
//! | `!opencl.enable.FP_CONTRACT` | [`opencl::ENABLE_FP_CONTRACT`] |
//! | `!spirv.EntryPoint`, `!spirv.ExecutionMode` | [`EntryPoint`], [`ExecutionMode`] |
//! | `!kernel_arg_*`, `!reqd_work_group_size`, `!work_group_size_hint`, `!vec_type_hint`, `!intel_reqd_sub_group_size` | [`Kernel`] |
//! | `!spirv.DerivedKernelArgs` | [`DerivedArgs`] |
//! | `!max_work_group_size`, `!stall_enable`, `!ip_interface`, ... | [`function_attributes`] |
//! | `!spirv.Decorations`, `!spirv.ParameterDecorations` | [`Decorations`], [`ParameterDecorations`] |
//! | `!spirv.MemberDecorations` | [`MemberDecorations`] |
//! | `!spirv.DecorationCacheControlINTEL` | [`CacheControls`] |
//! | the string of `llvm.ptr.annotation`, `llvm.var.annotation` | [`Annotation`] and [`annotations::write`] |
//! | `!llvm.loop`, `!spirv.loop.*` | [`Loop`] |
//! | `!prof !{!"branch_weights", ...}` | [`BranchWeights`] |
//! | `!spirv.SelectionControl` | [`SelectionControl`] |
//!
//! In SPIR-V: [`ArgString`] is an `OpString`, [`Controls`] the operands of `OpLoopMerge`, [`HintType`] the literal of
//! the execution mode `VecTypeHint`.
//!
//! Nothing here recurses: no convention is deeper than [`MAX_DEPTH`] lists, and a caller need not build deeper trees.

pub mod annotations;
pub mod branches;
pub mod decorations;
pub mod entry_points;
pub mod function_attributes;
pub mod kernel;
pub mod loop_controls;
pub mod loops;
pub mod module;
pub mod opencl;
pub mod type_hint;

mod annotation_rows;
mod annotation_syntax;
mod arg_info;
mod arg_strings;
mod error;
mod loop_accesses;
mod memory_accesses;
mod node;
mod operand;
mod tuple;

pub use annotations::Annotation;
pub use arg_info::ArgInfo;
pub use arg_strings::{ArgString, ArgStringKind, DerivedArgs};
pub use branches::{BranchWeights, SelectionControl};
pub use decorations::{CacheControls, Decoration, Decorations, MemberDecorations, ParameterDecorations};
pub use entry_points::{EntryPoint, ExecutionMode, Target};
pub use error::{Error, ErrorKind, Result};
pub use kernel::Kernel;
pub use loop_accesses::Accesses;
pub use loop_controls::Controls;
pub use loops::Loop;
pub use module::{Capability, Extension, Generator, MemoryModel, ModuleProcessed, Source, SourceExtension};
pub use node::{Node, Operands};
pub use opencl::{CompilerOptions, CxxVersion, OclVersion, OptionalCoreFeatures, SpirVersion, UsedExtensions, Version};
pub use operand::Operand;
pub use tuple::{Named, Tuple};
pub use type_hint::{HintScalar, HintType, VecTypeHint};

/// The depth of nested lists that a caller must build: `spirv.ParameterDecorations` holds lists of lists of operands.
/// Deeper nodes may be replaced, for example by [`Node::Null`].
pub const MAX_DEPTH: usize = 4;
