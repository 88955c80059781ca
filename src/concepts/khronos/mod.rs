//! The behaviours of Khronos mode, a file a chapter.

pub mod arbitrary_precision;
pub mod atomics;
pub mod barriers;
pub mod booleans;
pub mod builtin_variables;
pub mod collectives;
pub mod comparisons;
pub mod composites;
pub mod constants;
pub mod conversions;
pub mod convert_builtins;
pub mod decorations;
pub mod execution_modes;
pub mod float_modes;
pub mod functions;
pub mod globals;
pub mod images;
pub mod intrinsics;
pub mod memory_semantics;
pub mod pointees;
pub mod pointer_vectors;
pub mod samplers;
pub mod stored_results;

use crate::binary::Instruction;
use crate::concepts::instructions::{atomics as core_atomics, barriers as core_barriers};
use crate::error::Result;
use crate::options::Policy;
use crate::state::{Chapter, Reverse};

/// A switch of the policy, and the hooks that it adds to the core chapters.
type Row = (fn(&Policy) -> bool, Chapter);

const ROWS: &[Row] = &[
    (
        |policy| policy.converts_by_source_sign,
        Chapter {
            resolve: Some(convert_builtins::resolve),
            reverse_conversion: Some(convert_builtins::reverse),
            ..Chapter::NONE
        },
    ),
    (|policy| policy.loads_builtin_components, Chapter { resolve: Some(builtin_variables::resolve), ..Chapter::NONE }),
    (
        |policy| policy.declares_builtin_variables_first,
        Chapter {
            prepare_module: Some(builtin_variables::declare_all),
            finish_variables: Some(builtin_variables::require_linkage),
            ..Chapter::NONE
        },
    ),
    (|policy| policy.points_into_strings, Chapter { forward_stored: Some(constants::first_byte), ..Chapter::NONE }),
    (
        |policy| policy.builds_composites_through_memory,
        Chapter { construct: Some(composites::construct), ..Chapter::NONE },
    ),
    (
        |policy| policy.declares_implied_capabilities,
        Chapter { with_capability: Some(decorations::implied), ..Chapter::NONE },
    ),
    (
        |policy| policy.decorates_annotated_pointers,
        Chapter {
            annotated: Some(|f, inst, pointer| decorations::annotated(f, inst, pointer).map(Some)),
            ..Chapter::NONE
        },
    ),
    (
        |policy| policy.annotates_decorations,
        Chapter {
            reverse_decorations: Some(decorations::instruction),
            annotate_global: Some(decorations::global),
            listed_decorations: Some(|r, id| Some(decorations::list(r, id))),
            finish_module: Some(decorations::finish),
            ..Chapter::NONE
        },
    ),
    (
        |policy| policy.reads_helpers_as_intrinsics,
        Chapter {
            reverse_function: Some(intrinsics::names::reverse),
            reverse_result: Some(intrinsics::names::restructured),
            ..Chapter::NONE
        },
    ),
    (|policy| policy.repeats_attributes_at_calls, Chapter { reverse_call: Some(functions::repeat), ..Chapter::NONE }),
    (
        |policy| policy.writes_intrinsics_otherwise,
        Chapter { lower_intrinsic: Some(|_, name| intrinsics::lowering(name)), ..Chapter::NONE },
    ),
    (|policy| policy.keeps_used_lists, Chapter { keeps_global: Some(globals::is_kept_list), ..Chapter::NONE }),
    (
        |policy| policy.writes_all_initializers,
        Chapter {
            forward_global: Some(globals::before_type),
            forward_initializer: Some(|f, global, value| globals::initializer(f, global, value).map(Some)),
            ..Chapter::NONE
        },
    ),
    (
        |policy| policy.fills_variables_by_linkage,
        Chapter {
            missing_initializer: Some(|r, inst, ty, linkage| {
                globals::reverse_initializer(r, inst, ty, linkage).map(Some)
            }),
            ..Chapter::NONE
        },
    ),
    (
        |policy| policy.links_variables_by_initializer,
        Chapter { reverse_linkage: Some(globals::reverse_linkage), ..Chapter::NONE },
    ),
    (
        |policy| policy.maps_scopes_by_functions,
        Chapter {
            forward_scope: Some(|f, value| memory_semantics::scope(f, value).map(Some)),
            forward_order: Some(|f, value| memory_semantics::order(f, value).map(Some)),
            ..Chapter::NONE
        },
    ),
    (
        |policy| policy.infers_pointees_by_module,
        Chapter {
            infer_pointees: Some(pointees::infer),
            pointer_type: Some(pointees::pointer),
            result_type: Some(pointees::result),
            content_type: Some(pointees::content_type),
            stepped_type: Some(pointees::stepped),
            ..Chapter::NONE
        },
    ),
    (
        |policy| policy.keeps_vectors_of_pointers,
        Chapter { forward_own_type: Some(pointer_vectors::forward), ..Chapter::NONE },
    ),
    (
        |policy| policy.writes_register_modes_as_nodes,
        Chapter { mode_node: Some(execution_modes::node), ..Chapter::NONE },
    ),
    (
        |policy| policy.converts_booleans_through_words,
        Chapter { forward_booleans: Some(conversions::through_word), ..Chapter::NONE },
    ),
    (|policy| policy.compares_pointers, Chapter { compare_pointers: Some(comparisons::pointers), ..Chapter::NONE }),
    (
        |policy| policy.drops_unavailable_modes,
        Chapter { drops_mode: Some(execution_modes::is_dropped), ..Chapter::NONE },
    ),
    (
        |policy| policy.keeps_default_flags,
        Chapter {
            read_module: Some(float_modes::read),
            forward_mode_node: Some(float_modes::forward),
            reverse_mode: Some(float_modes::reverse),
            ..Chapter::NONE
        },
    ),
    (|policy| policy.infers_texel_signs, Chapter { complete_operands: Some(images::sign_texels), ..Chapter::NONE }),
    (
        |policy| policy.names_group_operations_otherwise,
        Chapter { group_name: Some(collectives::name), ..Chapter::NONE },
    ),
    (
        |policy| policy.makes_samplers_at_uses,
        Chapter {
            defers_samplers: Some(samplers::are_deferred),
            reverse_instruction: Some(samplers::reverse),
            ..Chapter::NONE
        },
    ),
    (
        |policy| policy.returns_stored_results_through_pointers,
        Chapter {
            prepare_body: Some(stored_results::scan),
            reverse_instruction: Some(stored_results::reverse),
            ..Chapter::NONE
        },
    ),
    (
        |policy| policy.folds_constants,
        Chapter { reverse_instruction: Some(constants::reverse_folded), ..Chapter::NONE },
    ),
    (|policy| policy.tests_vectors_as_bytes, Chapter { reverse_instruction: Some(booleans::reverse), ..Chapter::NONE }),
    (
        |policy| policy.names_arbitrary_precision,
        Chapter { reverse_instruction: Some(arbitrary_precision::reverse), ..Chapter::NONE },
    ),
    (|policy| policy.prefers_opencl_names, Chapter { reverse_instruction: Some(reverse_named), ..Chapter::NONE }),
];

/// Returns the chapters that a policy adds to the core chapters.
pub fn chapters(policy: &Policy) -> Vec<Chapter> {
    ROWS.iter().filter(|(is_on, _)| is_on(policy)).map(|(_, chapter)| *chapter).collect()
}

/// Translates an instruction to a builtin of OpenCL C that the core chapters do not use, because it loses information;
/// returns whether it did.
fn reverse_named<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    match inst.opcode() {
        _ if !r.options.prefers_opencl_names() => Ok(false),
        op if core_barriers::is_barrier(op) => barriers::reverse(r, inst).map(|()| true),
        op if core_atomics::is_atomic(op) => atomics::reverse(r, inst).map(|()| true),
        _ => images::reverse(r, inst),
    }
}
