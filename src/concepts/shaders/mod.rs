//! The chapters of modules with logical addressing: features of shaders that kernels lack, or that replace those of
//! kernels (SPIR-V 2.16.1 "Universal Validation Rules", Vulkan "Appendix A: Vulkan Environment for SPIR-V").

mod addresses;
pub mod bitcasts;
pub mod chains;
mod components;
pub mod composite_constants;
pub mod composites;
pub mod constants;
mod descriptors;
pub mod entry_points;
pub mod flags;
pub mod functions;
pub mod hlsl;
pub mod images;
pub mod instructions;
pub mod layout;
pub mod memory;
pub mod module;
pub mod named_constants;
mod null_comparisons;
pub mod numbers;
pub mod opaque;
mod rows_of_matrices;
pub mod selects;
mod shifts;
pub mod stored_only;
pub mod structs;
pub mod structure;
pub mod terminators;
pub mod types;
pub mod values;
pub mod variables;
pub mod vectors;
pub mod vendor_sets;

use crate::conventions::classes;
use crate::state::{Chapter, Scope};
use ::spirv::StorageClass;

/// A chapter of shaders without any hooks.
const NONE: Chapter = Chapter { scope: Scope::Logical, ..Chapter::NONE };

/// The chapters of shaders, whose hooks come before those of the core.
pub const CHAPTERS: &[Chapter] = &[
    Chapter {
        triple: Some(module::triple),
        reverse_module: Some(module::reverse),
        read_module: Some(structs::prepare),
        ..NONE
    },
    Chapter {
        address_space: Some(|_, _, class| StorageClass::from_u32(class).map(classes::space_of)),
        class_of_space: Some(classes::class_of),
        reverse_own_type: Some(layout::reverse_type),
        forward_own_type: Some(types::forward_type),
        has_signs: Some(()),
        signed_type: Some(|f, ty| types::with_sign(f, ty, true).map(Some)),
        spec_shape: Some(types::spec_shape),
        spec_type: Some(types::spec_type),
        reverse_type: Some(opaque::reverse_type),
        mangled_type: Some(opaque::mangled),
        ..NONE
    },
    Chapter {
        reverse_variable: Some(variables::reverse),
        forward_global: Some(variables::forward),
        reverse_function: Some(functions::reverse),
        forward_signature: Some(functions::signature),
        shown_name: Some(variables::name_of),
        is_entry_point: Some(entry_points::is_entry_point),
        reverse_entry_points: Some(entry_points::reverse),
        finish_entry_points: Some(entry_points::finish),
        ..NONE
    },
    Chapter {
        reverse_decorations: Some(values::reverse),
        pointer_type: Some(values::pointer_type),
        typed_result: Some(values::result_type),
        prepare_instruction: Some(values::prepare),
        reverse_constant: Some(composite_constants::reverse),
        typed_constant: Some(constants::operand),
        constant_as: Some(constants::as_type),
        forward_operand: Some(constants::argument),
        convert_value: Some(constants::converted),
        ..NONE
    },
    Chapter {
        reverse_instruction: Some(instructions::reverse),
        forward_instruction: Some(instructions::forward),
        reverse_call: Some(descriptors::keep_apart),
        resolve: Some(chains::resolve),
        float_flags: Some(flags::forward),
        ..NONE
    },
    Chapter { read_module: Some(stored_only::prepare), is_unnamed: Some(stored_only::is_unnamed), ..NONE },
    Chapter { resolve: Some(terminators::resolve), ..NONE },
    terminators::OF_KERNELS,
    Chapter { resolve: Some(composites::resolve), ..NONE },
    Chapter { resolve: Some(null_comparisons::resolve), ..NONE },
    Chapter { resolve: Some(vendor_sets::resolve), ..NONE },
    hlsl::CHAPTER,
    structure::CHAPTER,
];
