//! Differences of the Khronos translator (SPIRV-LLVM-Translator) from this one: one switch for each difference.
//!
//! In Khronos mode all switches are on, except those of other releases; else all are off. Code outside of the folders
//! `khronos/` tests the switch for a behaviour, never the mode.

use super::LlvmVersion;

macro_rules! switches {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The choices of a translation between several possible behaviours.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Policy {
            $($(#[$doc])* pub(crate) $name: bool,)*
        }

        impl Policy {
            const fn all(is_on: bool) -> Self {
                Self { $($name: is_on,)* }
            }
        }
    };
}

switches! {
    // --- LLVM IR to LLVM IR, before the way to SPIR-V ---

    /// Replaces some intrinsics by calls of helper functions added to the module (`spirv.llvm_fshl_i32`), makes
    /// constants in address space 0 variables of the functions that use them, and rewrites booleans, saturating
    /// conversions and vectors of unusual lengths as the Khronos translator does.
    calls_helpers_for_intrinsics,
    /// `-s` writes dot products of OpenCL C by the names of their instructions, with the operands in SPIR-V's order.
    regularizes_dot_products,
    /// Legalizes only types: functions with variable arguments, variables in address space 0, computed initialisers,
    /// long constants, and constant expressions and pointees of illegal types are not rewritten.
    legalizes_types_only,
    /// Rejects integers of widths that SPIR-V lacks.
    refuses_illegal_widths,
    /// Uses types that an extension allows for all instructions, also for those that do not support them in any
    /// version.
    ignores_types_of_instructions,
    /// Translates types with booleans in memory unchanged.
    stores_booleans,
    /// Keeps `bfloat` even if no extension allows it, so that the error names the extension.
    refuses_bfloats,
    /// Rejects vectors of unusual lengths without an extension that allows them, instead of splitting them into legal
    /// ones.
    refuses_long_vectors,
    /// Rejects vectors of pointers without their extension; with it, keeps them as vectors unless they are indexed or
    /// cast.
    keeps_vectors_of_pointers,

    /// Represents cooperative matrices of numbers with a special encoding as matrices of integers with the same bits.
    holds_matrices_in_bytes,

    // --- Debug information ---

    /// Does not declare a variable without an address; in the reverse translation, a variable declared at
    /// `DebugInfoNone` gets a null address.
    ignores_variables_without_address,
    /// Writes imported entities in all sets whose readers expect one operand more than the set specifies.
    imports_entities_in_all_sets,
    /// Writes functions and variables as values of template parameters.
    names_values_of_template_parameters,
    /// Writes operands one by one, each before the next is visited: composites before their members, and expressions
    /// last.
    writes_operands_one_by_one,
    /// Writes instructions and operands of the draft of the newest set, except those that differ in the published
    /// version.
    writes_drafts,
    /// Writes the default access of C++ for members and functions of composites that have none.
    says_access_by_default,
    /// Writes checksums of files, in the sets of OpenCL, as source texts to which nothing refers.
    has_checksums_for_texts,
    /// Writes no facts about units that the sets lack; languages are those that the Khronos translator knows.
    knows_units_by_sets_alone,
    /// Writes `DebugBuildIdentifier` and `DebugStoragePath` once, for all units.
    shares_split_names,
    /// Drops the values of global variables that were optimised to constants in the sets of OpenCL.
    drops_constant_variables,
    /// Keeps the widths of array bounds from LLVM IR; reads arrays with their counts followed by as many lower bounds.
    keeps_widths_of_bounds,
    /// Writes operations of expressions unchanged, and the first of several values for each variable.
    keeps_operations,
    /// Creates constants for records of any type, and declares variables of dynamic size.
    makes_values_for_records,
    /// Reads functions as LLVM's builder creates them: without a scope at module level, all with a list of template
    /// parameters, those of entry points as main programs; keeps all variables, and no types to which nothing refers.
    reads_functions_as_builder,
    /// Structures and unions are merged with equal ones.
    merges_equal_structures,
    /// Writes modules if their extension is allowed, requested or not, also in sets that lack them, with the line
    /// before the scope.
    writes_modules,
    /// Drops `llvm.debugtrap`, even if non-semantic instructions are requested.
    drops_debug_breaks,
    /// Drops the columns of inlined calls, except in the newest set.
    drops_columns_of_calls,
    /// Ends a `DebugLine` one column after its start.
    ends_lines_behind_columns,
    /// Writes locations and records also in functions without a description.
    locates_in_any_function,
    /// Writes bit-fields as members with a flag that only one set has, and their storage as a constant in all sets.
    knows_bit_fields_by_flag_alone,
    /// Ignores the mark that the memory layout of a basic type is unknown.
    ignores_unknown_layouts,
    /// Gives variables of an unknown type a basic type with a descriptive name.
    names_unknown_types,

    // --- LLVM IR to SPIR-V: the module ---

    /// Accepts a module without a target triple, functions and globals as one for `spir64`.
    takes_empty_module_without_triple,
    /// Treats `spirv-unknown-unknown`, which names no environment of shaders, as a target for kernels with 64-bit
    /// addresses.
    takes_unnamed_shaders_for_kernels,
    /// Imports the set `OpenCL.std` even if it is unused.
    always_imports_opencl_std,
    /// Declares the capability `Kernel` even if it is not needed.
    always_declares_kernel,
    /// Also declares capabilities of vendors that another one implies.
    declares_implied_capabilities,
    /// Declares the extension of a capability, even if the version of SPIR-V includes it.
    needs_extensions_for_capabilities,
    /// Raises the version, as far as the options allow, before an extension is used for an instruction or an operand.
    prefers_versions_to_extensions,
    /// Raises the version for fast-math flags and for `nsw` and `nuw`, as far as the options allow.
    raises_version_for_flags,
    /// Also keeps `FPFastMathDefault` as an execution mode in metadata; if its extension is allowed, writes
    /// `ContractionOff` and `SignedZeroInfNanPreserve` as `FPFastMathDefault` without flags.
    keeps_default_flags,
    /// Ignores `FPFastMathMode` in metadata for an instruction that can have fast-math flags, even if it has none.
    ignores_flags_in_metadata,
    /// Allows nothing because of `!spirv.Extension`, and rejects the module if it names an extension that is not
    /// allowed; reads capabilities after the other declarations, and writes none in the reverse translation.
    ignores_declarations,
    /// Declares each capability that metadata names, even if the options do not allow it.
    declares_unavailable_capabilities,
    /// Accepts an addressing model in `!spirv.MemoryModel` that differs from that of the target triple.
    takes_any_addressing_model,
    /// Writes `OpSource Unknown` for a module of an unknown source language.
    writes_unknown_source,
    /// The module's assembly is dropped without a warning.
    drops_assembly_silently,
    /// Functions are translated in the order of the first calls.
    orders_functions_by_calls,
    /// Translates blocks that only consist of `unreachable`.
    keeps_unreachable_blocks,
    /// Operand bundles of calls are ignored.
    ignores_operand_bundles,
    /// Ignores attributes of parameters that belong to the calling convention of another target.
    ignores_abi_attributes,
    /// Checks only the limits of the instruction's word count for the length of arrays and the number of members.
    ignores_length_limits,
    /// Keeps casts between pointers that are redundant with untyped pointers.
    keeps_casts_of_untyped_pointers,
    /// Uses `SPV_KHR_untyped_pointers` if it is allowed, even if it is not requested by name.
    uses_untyped_pointers_if_allowed,

    // --- LLVM IR to SPIR-V: types, constants and globals ---

    /// Infers pointees over the whole module, including those of pointers to pointers; metadata of kernels has lower
    /// priority.
    infers_pointees_by_module,
    /// Uses integers as wide as an address for the lengths of arrays.
    counts_elements_in_addresses,
    /// Writes attributes of the arguments of an indirect call as decorations, which SPIRV-Tools do not support.
    says_attributes_of_arguments,
    /// Declares `Float16Buffer` for half values, and `Float16` only if the source uses `cl_khr_fp16`.
    declares_half_by_source,
    /// Omits the capability `Int64ImageEXT` for images of 64-bit texels.
    omits_long_image_capability,
    /// Treats pointers to memory of the device or the host alone as pointers to global memory, unless their extension
    /// is allowed.
    takes_usm_for_global,
    /// Casts a pointer at each use, not once per block, and writes a `bitcast` of a pointer as an instruction.
    casts_at_each_use,
    /// Writes the address of a string's first byte as an access chain, not a cast.
    points_into_strings,
    /// Accepts thread-local variables as ordinary variables.
    takes_thread_locals,
    /// Keeps initialisers of variables of work-groups and inputs; initialises undefined structures member by member.
    writes_all_initializers,
    /// Drops initialisers of variables with linkage `common`.
    leaves_common_uninitialized,
    /// Keeps `llvm.used` and `llvm.compiler.used` as variables in vector compute modules.
    keeps_used_lists,
    /// Creates constants and samplers from calls at these calls, not at their uses.
    makes_constants_at_calls,
    /// Splats a constant argument into a vector by instructions.
    splats_constants_by_instructions,

    // --- LLVM IR to SPIR-V: decorations and entry points ---

    /// Decorates the result of `llvm.ptr.annotation`, a cast pointer, instead of the member of a structure.
    decorates_annotated_pointers,
    /// Drops lists of decorations of parameters that do not fit a function, unless it is a kernel.
    drops_unfit_parameter_lists,
    /// Ignores surplus operands of decorations.
    ignores_surplus_operands,
    /// Writes `fast` as the bit `Fast` alone.
    writes_fast_alone,
    /// Writes `reassoc` as `AllowTransform` if `SPV_KHR_float_controls2` is used; the reverse translation does not
    /// return `afn`.
    takes_reassoc_for_transform,
    /// Writes the alignment of a parameter at run time as a decoration with the number from metadata.
    decorates_runtime_alignment,
    /// Drops execution modes that neither a version nor an extension allows, with a warning.
    drops_unavailable_modes,
    /// Any sum without `contract`, and any call of a declaration, turns contraction off; `!opencl.enable.FP_CONTRACT`
    /// does not turn it on.
    turns_contraction_off_early,
    /// Declares all builtin variables before the functions, as imports, with the type that the first call returns.
    declares_builtin_variables_first,
    /// Selects a dimension by its index even if the index is constant; loads a component alone.
    loads_builtin_components,
    /// Keeps globals in global memory that stand for builtin variables there.
    keeps_builtin_globals_in_place,

    // --- LLVM IR to SPIR-V: instructions ---

    /// Drops `freeze` unless an extension has an instruction for it.
    drops_freeze,
    /// Converts booleans for `sitofp` and `uitofp` through a 32-bit integer.
    converts_booleans_through_words,
    /// Compares pointers by `OpPtrEqual` and `OpPtrNotEqual` if the version has them.
    compares_pointers,
    /// Writes an `alloca` of several elements as a variable of an array type and a cast to its element.
    casts_arrays_of_alloca,
    /// Writes dependency arrays of loops as operands of the loop control, and access groups on the accesses.
    names_dependency_arrays,
    /// Uses loop controls if the highest allowed version has them.
    takes_loop_controls_of_highest_version,
    /// Rejects atomics without an instruction instead of expanding them to loops.
    expands_no_atomics,
    /// Uses atomics of less than 32 bits unchanged.
    uses_narrow_atomics,
    /// Declares for a floating-point atomic only the extension of its type, not also that of the instruction.
    needs_only_type_extension_of_atomics,
    /// Gives atomics of OpenCL 1.2 the scope `Workgroup`.
    scopes_atomics_to_work_groups,
    /// Derives the semantics of an atomic through a generic pointer from the address space that the pointer was cast
    /// from.
    orders_atomics_by_origin,
    /// Omits the storage class in the semantics of LLVM's atomic instructions: up to the release for LLVM 22.
    omits_storage_semantics_of_instructions,
    /// Omits the storage class in the semantics of LLVM's fences.
    omits_storage_semantics_of_fences,
    /// Writes the storage class in the semantics of relaxed atomics.
    writes_storage_semantics_of_relaxed,
    /// Maps scopes and orders that are not constant by helper functions with an `OpSwitch`.
    maps_scopes_by_functions,
    /// Treats unknown scopes of LLVM as all devices without a warning.
    takes_unknown_scopes_silently,
    /// Declares the capability for barriers of the scope `Device`, even if the extension is not allowed.
    needs_device_barrier,
    /// Passes the preferred alignment of a block for `get_kernel_preferred_work_group_size_multiple` and similar
    /// queries.
    passes_preferred_block_alignment,
    /// Infers the sign of texels in image operands from the types in friendly names.
    infers_texel_signs,
    /// Rejects raw channels of 10 and 12 bits without their extension.
    refuses_raw_channels,
    /// Gives `convert_` between integers the sign of the source type.
    converts_by_source_sign,
    /// Keeps pointers in their own address space if a mangled name claims another one.
    distrusts_named_address_spaces,
    /// Casts the argument of `to_global` and similar functions, regardless of its pointee.
    casts_arguments_of_address_space_casts,

    // --- LLVM IR to SPIR-V: intrinsics and OpenCL.std ---

    /// Writes intrinsics in the Khronos translator's form if that only differs in form.
    writes_intrinsics_otherwise,
    /// Treats `llvm.readcyclecounter` and `llvm.readsteadycounter` as unknown intrinsics.
    refuses_clocks,
    /// Requires `SPV_INTEL_variable_length_array` for `llvm.stacksave`, unless unknown intrinsics are allowed.
    refuses_stacksave,
    /// Does not widen lengths of 32 bits or more for helpers if they are narrower than addresses, and declares
    /// variables where they first occur: those of functions, and those from which `llvm.memset` copies.
    writes_variables_as_they_come,
    /// Rejects a format of `printf` outside of constant memory without its extension.
    refuses_formats_elsewhere,
    /// Uses version 1.6 rather than the extension for non-semantic instructions.
    prefers_version_for_aux_data,

    // --- SPIR-V to LLVM IR: types, globals and metadata ---

    /// Declares functions whose addresses are used in advance before the others.
    declares_functions_at_pointers,
    /// Writes the data layouts of SPIR 1.2, which list every type.
    lays_out_as_spir,
    /// Names payloads and results of motion estimation as pointers in OpenCL C's spelling, as compilers do.
    points_to_motion,
    /// Names unnamed structures `structtype`.
    names_structures,
    /// Initialises variables without an initialiser with zeros or poison, by linkage and storage class.
    fills_variables_by_linkage,
    /// Derives linkage from initialisers: exported without one is `common`, imported with one `available_externally`;
    /// strings are `unnamed_addr`.
    links_variables_by_initializer,
    /// Writes decorations as annotations of LLVM (`llvm.ptr.annotation`, ...), and as metadata only in friendly IR;
    /// those of members and those by id never are metadata, in either direction.
    annotates_decorations,
    /// Writes the id of an I/O pipe as `!io_pipe_id`.
    writes_io_pipe_metadata,
    /// Writes execution modes with automatic numbers of registers by name, and their constants as separate nodes.
    writes_register_modes_as_nodes,
    /// Writes a node `!llvm.loop` for loops without controls.
    writes_empty_loop_nodes,
    /// Writes maximum errors with six decimal places.
    writes_errors_with_six_digits,
    /// Derives missing lists of types and qualifiers of arguments for each kernel.
    derives_argument_lists,
    /// Keeps the types of kernel arguments in strings only if the options request it.
    keeps_argument_strings_on_request,
    /// Names the type of an untyped pointer argument `int*`.
    names_untyped_arguments_int,
    /// Calls repeat the attributes of the functions that they call.
    repeats_attributes_at_calls,
    /// Translates functions named `spirv.llvm_*` or `llvm.*` back to intrinsics.
    reads_helpers_as_intrinsics,

    // --- SPIR-V to LLVM IR: instructions ---

    /// Names intermediate values.
    names_intermediate_values,
    /// Translates `OpLogicalNotEqual` to a comparison.
    compares_booleans,
    /// Compares pointers as addresses, and subtracts them as 64-bit addresses divided by LLVM's size of the pointee.
    computes_with_addresses,
    /// Keeps bitcasts between pointers of one type.
    keeps_pointer_bitcasts,
    /// Folds instructions on constants.
    folds_constants,
    /// Builds composites of constants as constants, others through memory; vectors begin with poison.
    builds_composites_through_memory,
    /// Translates copies as `OpCopyLogical`, never as `freeze`.
    copies_without_freeze,
    /// Keeps splatted vector conditions of `OpSelect`, instead of using a scalar condition.
    keeps_splats_of_conditions,
    /// Stores a variable's initialiser at the position of the variable.
    stores_initializers_at_variables,
    /// Returns structures that are only stored through a pointer.
    returns_stored_results_through_pointers,
    /// Creates samplers at their uses, in functions without joins.
    makes_samplers_at_uses,
    /// Gives the function that creates a sampler C's calling convention.
    calls_sampler_function_as_c,
    /// Extracts each component of a builtin variable from the whole vector.
    keeps_builtin_vectors,

    // --- SPIR-V to LLVM IR: builtins ---

    /// Translates conversions of 4-bit integers to calls, even if LLVM has an instruction.
    calls_conversions_of_small_integers,
    /// Uses names of OpenCL C, in OpenCL's spelling, for atomics, barriers, images and conversions, even if they
    /// express less than the instruction.
    prefers_opencl_names,
    /// Translates `popcount` of OpenCL C to `OpBitCount`, and back.
    takes_popcount_for_bit_count,
    /// Returns bytes for vectors of booleans from relational builtins.
    tests_vectors_as_bytes,
    /// Names instructions on integers of arbitrary precision `intel_arbitrary_*`.
    names_arbitrary_precision,
    /// Declares builtins after the functions that call them first, in friendly IR.
    declares_builtins_behind_callers,
    /// Uses a single underscore as separator in names of extended instructions in friendly IR.
    separates_by_one_underscore,
    /// Names `printf` without `const`; also in friendly IR if its format is outside of constant memory.
    names_printf_by_format,
    /// Calls getters of OpenCL C regardless of the width of their results.
    calls_getters_of_any_width,
    /// Names masks of subgroups `...KHR`.
    names_masks_of_vendor,
    /// Writes the type of a pipe's storage in mangled names in place of a pointer to it.
    names_pipe_storage_alone,
    /// Mangles conversions of `bfloat16` with `short` instead of `ushort`.
    names_bfloats_signed,
    /// Encodes the signedness of dot products only in friendly IR.
    tells_dot_product_signs_in_friendly_ir,
    /// Calls only the strided asynchronous copy, for unsigned numbers.
    copies_strided_only,
    /// Uses the Khronos translator's names for broadcasts of vectors and bitwise group operations.
    names_group_operations_otherwise,
    /// Folds constant boolean arguments of group functions.
    folds_group_booleans,

    // --- Releases from that of LLVM 23 on ---

    /// Names the required subgroup size without the vendor.
    names_sub_group_size_without_vendor,
    /// Keeps an initialiser with an undefined beginning only if it is a constant composite.
    initializes_undefined_constants_alone,
    /// Marks the pointer of the `memset` helper as not captured, and compares the length in the way of later releases.
    writes_memset_as_later,
    /// Computes differences of pointers with `ptrtoaddr`.
    subtracts_addresses,
    /// Writes minima and maxima of common numbers as those of all numbers with flags, if Khronos's extension has them;
    /// the reverse translation writes LLVM's intrinsics.
    takes_common_for_flags,
    /// Uses the older extension for integers of any width if both are allowed.
    prefers_older_width_extension,
    /// Places texts of member annotations in constant memory, with null as their file and line.
    annotates_members_by_constants,
    /// Writes the path of a macro's file as its source; an undefined macro without a definition refers to nothing.
    says_macros_as_later,
}

impl Policy {
    /// Returns the policy of this translator, which preserves as much as possible.
    pub const fn native() -> Self {
        Self::all(false)
    }

    /// Returns the policy of the Khronos translator for LLVM 22, for users who need exactly its output.
    pub const fn khronos() -> Self {
        Self::all(true).of_later_releases(false)
    }

    /// Returns the policy of the Khronos translator's release for a version of LLVM.
    pub const fn khronos_of(release: LlvmVersion) -> Self {
        let is_later = release.number() >= 23;
        let all = Self::khronos().of_later_releases(is_later);
        Self { omits_storage_semantics_of_instructions: !is_later, ..all }
    }

    const fn of_later_releases(self, is_on: bool) -> Self {
        Self {
            names_sub_group_size_without_vendor: is_on,
            initializes_undefined_constants_alone: is_on,
            writes_memset_as_later: is_on,
            subtracts_addresses: is_on,
            annotates_members_by_constants: is_on,
            takes_common_for_flags: is_on,
            prefers_older_width_extension: is_on,
            says_macros_as_later: is_on,
            ..self
        }
    }

    /// Returns the policy without the switches that depend on the release; none of these affects the base translation.
    pub(crate) const fn of_any_release(self) -> Self {
        Self { omits_storage_semantics_of_instructions: false, ..self }.of_later_releases(false)
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self::native()
    }
}
