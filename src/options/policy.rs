//! Differences of the Khronos translator (SPIRV-LLVM-Translator) from this one: one switch for each difference.
//!
//! In Khronos mode all switches are on, but for what a release of it has given up; else all are off. Code outside of the folders `khronos/` asks for a switch by
//! the behaviour that it names, never for the mode.

use super::LlvmVersion;

macro_rules! switches {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The choices of a translation where there is more than one way.
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

    /// Some intrinsics become calls of functions that the module gets (`spirv.llvm_fshl_i32`), constants in address
    /// space 0 become variables of the functions that use them, and booleans, saturating conversions and vectors of
    /// unusual lengths are rewritten as the Khronos translator rewrites them.
    calls_helpers_for_intrinsics,
    /// `-s` writes dot products of OpenCL C by the names of their instructions, with the operands in SPIR-V's order.
    regularizes_dot_products,
    /// Of what SPIR-V lacks only types are rewritten: not functions with variable arguments, variables in address space
    /// 0, initialisers that are computed, long constants, or constant expressions and pointees of illegal types.
    legalizes_types_only,
    /// Integers of widths that SPIR-V lacks are refused.
    refuses_illegal_widths,
    /// Types that an extension allows are used for all instructions, also for those that have them in no version.
    ignores_types_of_instructions,
    /// Types with booleans in memory are translated as they are.
    stores_booleans,
    /// `bfloat` stays `bfloat` where no extension allows it, for the error that names the extension.
    refuses_bfloats,
    /// Vectors of unusual lengths are refused without an extension that allows them, instead of being cut into legal
    /// ones.
    refuses_long_vectors,
    /// Vectors of pointers are refused without their extension, and with it stay vectors where nothing steps or casts them.
    keeps_vectors_of_pointers,

    /// Cooperative matrices of numbers with an encoding of their own are matrices of the integers that hold the bits.
    holds_matrices_in_bytes,

    // --- Debug information ---

    /// A variable without an address is not declared; on the way back, one that is declared at `DebugInfoNone` is at
    /// null.
    ignores_variables_without_address,
    /// Imported entities are written in the sets whose readers take an operand more than the sets have.
    imports_entities_in_all_sets,
    /// Functions and variables are values of template parameters.
    names_values_of_template_parameters,
    /// Operands are taken one by one: each is written before the next is looked at, composites in front of what names
    /// their members, and expressions last.
    writes_operands_one_by_one,
    /// Instructions and operands of the last set's draft are written, but for those that the published one has otherwise.
    writes_drafts,
    /// Members and functions of composites have the access that C++ gives them where none is written.
    says_access_by_default,
    /// Checksums of files are, in the sets of OpenCL, the texts of sources that nothing names.
    has_checksums_for_texts,
    /// Nothing is said of units that the sets lack; languages are those that the Khronos translator knows.
    knows_units_by_sets_alone,
    /// `DebugBuildIdentifier` and `DebugStoragePath` are there once, and are about all units.
    shares_split_names,
    /// Numbers that global variables were optimised away to are not said in the sets of OpenCL.
    drops_constant_variables,
    /// Bounds are as wide as LLVM IR has them; read are counts of arrays with as many lower bounds behind them.
    keeps_widths_of_bounds,
    /// Operations of expressions are written as they are, and one value stands for each of several.
    keeps_operations,
    /// Constants are made for records of any type, and memory of a size that is computed is declared.
    makes_values_for_records,
    /// Functions at module level have no scope and all of them a list of parameters of templates; those of entry points
    /// are main programs; all variables are kept, and no types that nothing names.
    reads_functions_as_builder,
    /// Structures and unions are merged with equal ones.
    merges_equal_structures,
    /// Modules are written where their extension is allowed, whether asked for or not, and in a set that lacks them;
    /// the line is in front of the scope.
    writes_modules,
    /// `llvm.debugtrap` is dropped, also where instructions without meaning are asked for.
    drops_debug_breaks,
    /// Columns of inlined calls are lost but in the last set.
    drops_columns_of_calls,
    /// `DebugLine` ends a column behind the one where it begins.
    ends_lines_behind_columns,
    /// Functions that nothing describes have locations and records.
    locates_in_any_function,
    /// Bit-fields are members with a flag that only one set has, and their storage is a constant in all sets.
    knows_bit_fields_by_flag_alone,
    /// That the layout of a basic type in memory is not known is not read.
    ignores_unknown_layouts,
    /// Variables of an unknown type have a type that says so.
    names_unknown_types,

    // --- LLVM IR to SPIR-V: the module ---

    /// A module without a target triple, functions and globals is one for `spir64`.
    takes_empty_module_without_triple,
    /// `spirv-unknown-unknown`, which names no environment of shaders, is a target of kernels with addresses of 64 bits.
    takes_unnamed_shaders_for_kernels,
    /// The set `OpenCL.std` is imported whether used or not.
    always_imports_opencl_std,
    /// The capability `Kernel` is declared whether needed or not.
    always_declares_kernel,
    /// Capabilities of vendors that another one implies are declared, too.
    declares_implied_capabilities,
    /// Capabilities that an extension has need that extension, even where a version of SPIR-V includes them.
    needs_extensions_for_capabilities,
    /// The version is raised, as far as the options allow, before an extension is used for an instruction or an
    /// operand.
    prefers_versions_to_extensions,
    /// The version is raised for fast-math flags and for `nsw` and `nuw`, as far as the options allow.
    raises_version_for_flags,
    /// `FPFastMathDefault` is an execution mode in metadata as well, and where its extension is allowed, `ContractionOff` and
    /// `SignedZeroInfNanPreserve` are one without flags.
    keeps_default_flags,
    /// `FPFastMathMode` by metadata is dropped where an instruction can have fast-math flags, be it without.
    ignores_flags_in_metadata,
    /// `!spirv.Extension` allows nothing, and refuses the module where it names what is not allowed; of declarations,
    /// capabilities are the last to be read, and none is written on the way back.
    ignores_declarations,
    /// Each capability that metadata name is declared, whether the options allow it or not.
    declares_unavailable_capabilities,
    /// `!spirv.MemoryModel` may name another addressing model than the target triple does.
    takes_any_addressing_model,
    /// A module of an unknown source language has an `OpSource Unknown`.
    writes_unknown_source,
    /// The module's assembly is dropped without a warning.
    drops_assembly_silently,
    /// Functions are translated in the order of the first calls.
    orders_functions_by_calls,
    /// Blocks that only say that they are not reached are translated.
    keeps_unreachable_blocks,
    /// Operand bundles of calls are ignored.
    ignores_operand_bundles,
    /// Attributes of parameters that belong to the calling convention of another target are ignored.
    ignores_abi_attributes,
    /// Limits of SPIR-V on the length of arrays and the number of members are those of the instruction alone.
    ignores_length_limits,
    /// Casts between pointers that an untyped pointer makes needless stay.
    keeps_casts_of_untyped_pointers,
    /// `SPV_KHR_untyped_pointers` is used where it is allowed, whether or not it is asked for by its name.
    uses_untyped_pointers_if_allowed,

    // --- LLVM IR to SPIR-V: types, constants and globals ---

    /// Pointees are inferred over the whole module, with pointers to pointers; metadata of kernels come second.
    infers_pointees_by_module,
    /// The length of an array is as wide as an address.
    counts_elements_in_addresses,
    /// Attributes of the arguments of a call of a pointer are decorations, which SPIRV-Tools do not know.
    says_attributes_of_arguments,
    /// Half as a value needs `Float16Buffer`, and `Float16` only where the source says that it uses `cl_khr_fp16`.
    declares_half_by_source,
    /// Images of 64-bit texels do without the capability `Int64ImageEXT`.
    omits_long_image_capability,
    /// Pointers to memory of the device or the host alone are pointers to global memory without their extension.
    takes_usm_for_global,
    /// A pointer is cast for each use, not once a block, and `bitcast` of a pointer is an instruction.
    casts_at_each_use,
    /// The first byte of a string is an access chain into it, not a cast.
    points_into_strings,
    /// Variables that are local to a thread are variables like others.
    takes_thread_locals,
    /// Initialisers stay in variables of work-groups and inputs; undefined structures initialise member by member.
    writes_all_initializers,
    /// Initialisers go for `common`.
    leaves_common_uninitialized,
    /// `llvm.used` and `llvm.compiler.used` are variables where vector compute says so.
    keeps_used_lists,
    /// Results of calls that set constants and samplers are made where the calls stand, not where they are used.
    makes_constants_at_calls,
    /// A constant as an argument that is to be a vector is made one by instructions.
    splats_constants_by_instructions,

    // --- LLVM IR to SPIR-V: decorations and entry points ---

    /// `llvm.ptr.annotation` decorates a pointer that is cast for this, and no member of a structure.
    decorates_annotated_pointers,
    /// Lists of decorations of parameters that do not fit a function are dropped, where it is no kernel.
    drops_unfit_parameter_lists,
    /// Operands of decorations that have none are ignored.
    ignores_surplus_operands,
    /// `fast` is the bit `Fast` alone.
    writes_fast_alone,
    /// `reassoc` is `AllowTransform` where `SPV_KHR_float_controls2` is used, and functions cannot be approximated by
    /// what comes back.
    takes_reassoc_for_transform,
    /// Alignment of a parameter at run time is a decoration with the number that metadata give.
    decorates_runtime_alignment,
    /// Execution modes that neither a version nor an extension allows are dropped with a warning.
    drops_unavailable_modes,
    /// Any sum without `contract`, and any call of a declaration, turns contraction off; `!opencl.enable.FP_CONTRACT`
    /// does not turn it on.
    turns_contraction_off_early,
    /// All builtin variables are declared in front of the functions, as imports, as wide as the first call returns
    /// them.
    declares_builtin_variables_first,
    /// A dimension is always a selection, whatever is known of its number; a component is loaded alone.
    loads_builtin_components,
    /// Globals in global memory that stand for builtin variables stay there.
    keeps_builtin_globals_in_place,

    // --- LLVM IR to SPIR-V: instructions ---

    /// `freeze` is dropped where no extension has an instruction for it.
    drops_freeze,
    /// `sitofp` and `uitofp` of booleans go through an integer of 32 bits.
    converts_booleans_through_words,
    /// Pointers are compared by `OpPtrEqual` and `OpPtrNotEqual` where the version has them.
    compares_pointers,
    /// An `alloca` of several elements is a variable of an array and a cast to its element.
    casts_arrays_of_alloca,
    /// Loops name the arrays whose accesses do not depend on each other, and those accesses the group that they are of.
    names_dependency_arrays,
    /// Controls of loops are used if the highest allowed version has them.
    takes_loop_controls_of_highest_version,
    /// Atomics that have no instruction are refused instead of being expanded to loops.
    expands_no_atomics,
    /// Atomics of less than 32 bits are used as they are.
    uses_narrow_atomics,
    /// An atomic of floating-point numbers needs the extension of its type alone, not also that of the instruction.
    needs_only_type_extension_of_atomics,
    /// OpenCL 1.2's atomics have the scope `Workgroup`.
    scopes_atomics_to_work_groups,
    /// Semantics of an atomic through a generic pointer are those of the address space that the pointer was cast from.
    orders_atomics_by_origin,
    /// Semantics of LLVM's atomic instructions leave the storage class out: up to the release of LLVM 22.
    omits_storage_semantics_of_instructions,
    /// Semantics of LLVM's fences leave the storage class out.
    omits_storage_semantics_of_fences,
    /// Semantics of relaxed atomics have the storage class.
    writes_storage_semantics_of_relaxed,
    /// Scopes and orders that are no constants are mapped by functions that the module gets, with an `OpSwitch`.
    maps_scopes_by_functions,
    /// Scopes of LLVM that are not known are taken for all devices without a warning.
    takes_unknown_scopes_silently,
    /// Barriers of the scope `Device` need the capability, whether the extension is allowed or not.
    needs_device_barrier,
    /// `get_kernel_preferred_work_group_size_multiple` and its kin pass the alignment that a block prefers.
    passes_preferred_block_alignment,
    /// Image operands tell the sign of texels by the types in friendly names.
    infers_texel_signs,
    /// Channels of 10 and 12 raw bits are refused without their extension.
    refuses_raw_channels,
    /// `convert_` between integers has the sign of what it converts from.
    converts_by_source_sign,
    /// Pointers that a name says are in another address space than they are stay as they are.
    distrusts_named_address_spaces,
    /// `to_global` and its kin cast their argument, whatever it points to.
    casts_arguments_of_address_space_casts,

    // --- LLVM IR to SPIR-V: intrinsics and OpenCL.std ---

    /// Intrinsics have the Khronos translator's form where it is only another one.
    writes_intrinsics_otherwise,
    /// `llvm.readcyclecounter` and `llvm.readsteadycounter` are intrinsics that are not known.
    refuses_clocks,
    /// `llvm.stacksave` needs `SPV_INTEL_variable_length_array`, unless unknown intrinsics are allowed.
    refuses_stacksave,
    /// Lengths of 32 bits and more that are narrower than addresses are not widened for helpers, and variables are
    /// declared where they are first met: those of functions, and those that `llvm.memset` copies from.
    writes_variables_as_they_come,
    /// A format of `printf` outside of constant memory is refused without its extension.
    refuses_formats_elsewhere,
    /// Instructions without meaning come from version 1.6 rather than from their extension.
    prefers_version_for_aux_data,

    // --- SPIR-V to LLVM IR: types, globals and metadata ---

    /// Functions that pointers name before they are declared are in front of the others.
    declares_functions_at_pointers,
    /// Data layouts are those of SPIR 1.2, which name every type.
    lays_out_as_spir,
    /// Payloads and results of motion estimation are pointers in OpenCL C's spelling, as in compilers.
    points_to_motion,
    /// Structures without a name are named `structtype`.
    names_structures,
    /// Variables without an initialiser begin with zeros or poison, by linkage and storage class.
    fills_variables_by_linkage,
    /// Exported without an initialiser is `common`, imported with one `available_externally`; texts are `unnamed_addr`.
    links_variables_by_initializer,
    /// Decorations are annotations of LLVM (`llvm.ptr.annotation`, ...) or metadata only in friendly IR, and those of
    /// members and those by id are in no metadata, on either way.
    annotates_decorations,
    /// The number of an I/O pipe is `!io_pipe_id`.
    writes_io_pipe_metadata,
    /// Execution modes name automatic numbers of registers, and have constants as nodes of their own.
    writes_register_modes_as_nodes,
    /// Loops without controls have a node `!llvm.loop`.
    writes_empty_loop_nodes,
    /// Maximum errors have six digits behind the point.
    writes_errors_with_six_digits,
    /// Lists of types and qualifiers of arguments that the module does not give are derived for each kernel.
    derives_argument_lists,
    /// The types of kernel arguments are kept in strings only where the options ask for it.
    keeps_argument_strings_on_request,
    /// An argument that is an untyped pointer is named `int*`.
    names_untyped_arguments_int,
    /// Calls repeat the attributes of the functions that they call.
    repeats_attributes_at_calls,
    /// Functions named `spirv.llvm_*` or `llvm.*` come back as the intrinsics.
    reads_helpers_as_intrinsics,

    // --- SPIR-V to LLVM IR: instructions ---

    /// Values on the way to a result have names.
    names_intermediate_values,
    /// `OpLogicalNotEqual` is a comparison.
    compares_booleans,
    /// Pointers are compared as addresses, and subtracted as such in 64 bits by the size that LLVM computes.
    computes_with_addresses,
    /// Bitcasts between pointers of one type stay.
    keeps_pointer_bitcasts,
    /// Instructions on constants are folded.
    folds_constants,
    /// Composites of constants are constants, others go through memory; vectors begin with poison.
    builds_composites_through_memory,
    /// Copies are as `OpCopyLogical`, never `freeze`.
    copies_without_freeze,
    /// Vectors of one condition for `OpSelect` stay, instead of becoming a scalar condition.
    keeps_splats_of_conditions,
    /// A variable's initialiser is stored where the variable stands.
    stores_initializers_at_variables,
    /// Results in structures that are only stored are returned through a pointer.
    returns_stored_results_through_pointers,
    /// Samplers are made where they are used, in functions without joins.
    makes_samplers_at_uses,
    /// The function that makes a sampler has C's calling convention.
    calls_sampler_function_as_c,
    /// Each component of a builtin variable is taken from the whole of it.
    keeps_builtin_vectors,

    // --- SPIR-V to LLVM IR: builtins ---

    /// Conversions of integers of 4 bits that LLVM has instructions for are calls.
    calls_conversions_of_small_integers,
    /// In OpenCL's spelling atomics, barriers, images and conversions have a name of OpenCL C even where it says less.
    prefers_opencl_names,
    /// `popcount` of OpenCL C is `OpBitCount`, on both ways.
    takes_popcount_for_bit_count,
    /// Relational builtins return bytes for vectors of booleans.
    tests_vectors_as_bytes,
    /// Instructions of arbitrary precision are `intel_arbitrary_*`.
    names_arbitrary_precision,
    /// Builtins are declared behind the functions that call them first, in friendly IR.
    declares_builtins_behind_callers,
    /// One underscore stands in names of extended instructions in friendly IR.
    separates_by_one_underscore,
    /// `printf` is named without `const`, and in friendly IR where its format is outside of constant memory.
    names_printf_by_format,
    /// Getters of OpenCL C are called whatever the width of their results.
    calls_getters_of_any_width,
    /// Masks of sub-groups are named `...KHR`.
    names_masks_of_vendor,
    /// Pointers to the storage of pipes are in names that storage.
    names_pipe_storage_alone,
    /// Conversions of `bfloat16` are named for `short` instead of `ushort`.
    names_bfloats_signed,
    /// Signs of dot products are told in friendly IR only.
    tells_dot_product_signs_in_friendly_ir,
    /// Only the strided asynchronous copy is called, for unsigned numbers.
    copies_strided_only,
    /// Broadcasts of vectors, and bitwise operations of groups, have the Khronos translator's names.
    names_group_operations_otherwise,
    /// Constant booleans that group functions take are folded.
    folds_group_booleans,

    // --- Releases from that of LLVM 23 on ---

    /// The required size of a sub-group is named without the vendor.
    names_sub_group_size_without_vendor,
    /// Of what begins with nothing that is known, constants of composites alone have an initialiser.
    initializes_undefined_constants_alone,
    /// The function that sets memory says of its pointer that it is not captured, and compares the length otherwise.
    writes_memset_as_later,
    /// Differences of pointers are of `ptrtoaddr`.
    subtracts_addresses,
    /// Minima and maxima of common numbers are those of all numbers with flags, where the extension of Khronos has these, and on the way
    /// back LLVM's intrinsics.
    takes_common_for_flags,
    /// Integers of any width have the older extension where both are allowed.
    prefers_older_width_extension,
    /// Texts of members are in constant memory, and their file and line are null.
    annotates_members_by_constants,
    /// Macros have the path of their file for a source, and one that is undefined without a definition names nothing.
    says_macros_as_later,
}

impl Policy {
    /// Returns the policy of this translator: it keeps as much as it can.
    pub const fn native() -> Self {
        Self::all(false)
    }

    /// Returns the policy of the Khronos translator for LLVM 22, for users who need its output as it is.
    pub const fn khronos() -> Self {
        Self::all(true).of_later_releases(false)
    }

    /// Returns the policy of the Khronos translator for a version of LLVM: what its releases do differently.
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

    /// Returns the policy without the switches that depend on the release: none of them adds to the core chapters.
    pub(crate) const fn of_any_release(self) -> Self {
        Self { omits_storage_semantics_of_instructions: false, ..self }.of_later_releases(false)
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self::native()
    }
}
