"""The settings of a translation, by the names of the program's flags. Written by `tests/settings.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, TypedDict

Text: TypeAlias = str | int | Sequence[str | int] | Mapping[str, str | int] | Mapping[int, str | int]
"""A text; a sequence stands for its items with commas between them, a mapping for `NAME=VALUE` each."""


class Settings(TypedDict, total=False):
    """The settings of a translation."""

    spirv_max_version: Text
    """The newest version of SPIR-V to write or to accept (`1.0..1.6`)."""
    spirv_ext: Text
    """Extensions that may be used, from left to right (`+NAME,-NAME,...`)."""
    environment: Text
    """The environment to write for, or to accept modules of (`NAME`)."""
    llvm_version: Text
    """The version of LLVM that is to read the LLVM IR that is written (`15..23`)."""
    byte_order: Literal["little", "big"]
    """The order of the bytes in a word of SPIR-V."""
    spirv_target_env: Literal["SPV-IR", "CL1.2", "CL2.0"]
    """The spelling of builtins on the way back."""
    verify: bool
    """Check what the way back wrote by LLVM's rules."""
    error_limit: int
    """The greatest number of errors looked for in a module; 0 for all."""
    strict_address_spaces: bool
    """Refuse globals without an address space that other modules see."""
    spirv_builtin_format: Literal["function", "global"]
    """The form of builtin variables on the way back."""
    entry_points: Literal["metadata", "constants"]
    """The form of entry points and execution modes on the way back."""
    spec_const: Text
    """The value of a specialization constant on the way back, as bits (`ID=BITS`)."""
    fold_spec_constants: bool
    """Make plain constants of specialization constants on the way back."""
    spirv_gen_kernel_arg_name_md: bool
    """Keep the names of kernel arguments on the way back."""
    spirv_allow_unknown_intrinsics: Text
    """Prefixes of intrinsics to keep as functions; none stands for all (`PREFIX,...`)."""
    spirv_ext_inst: Literal["OpenCL.std", "none"]
    """The extended instructions for intrinsics of LLVM."""
    spirv_mem2reg: bool
    """Promote variables to values first."""
    spirv_fp_contract: Literal["on", "off", "fast"]
    """Contraction of floating-point operations."""
    spirv_debug_info_version: Literal["none", "lines", "legacy", "ocl-100", "nonsemantic-shader-100", "nonsemantic-shader-200"]
    """The debug information to write."""
    spirv_allow_extra_diexpressions: bool
    """Write all operations in expressions of debug information."""
    spirv_debug_info_exact: bool
    """Write what the set of debug information specifies, also where releases of SPIRV-Tools refuse it."""
    reflection: Literal["none", "uniform", "grid"]
    """Facts that shaders that were kernels tell the host."""
    buffers: Literal["bindings", "addresses"]
    """The way in which shaders that were kernels reach the memory that arguments point to."""
    push_constant_limit: Text
    """Bytes of push constants that arguments of kernels may take in shaders (`BYTES`)."""
    printf_buffer: Text
    """Bytes of a buffer that kernels print to in shaders (`BYTES`)."""
    descriptor: Text
    """The set and binding of a descriptor of kernels that become shaders (`NAME=SET[,BINDING]`)."""
    entry_point: Text
    """The kernel that alone becomes a shader, and a name for its entry point (`NAME[=NEW]`)."""
    spirv_preserve_auxdata: bool
    """Keep attributes and metadata that SPIR-V has no place for."""
    spirv_emit_function_ptr_addr_space: bool
    """Function pointers have an address space of their own."""
    preserve_ocl_kernel_arg_type_metadata_through_string: bool
    """Keep the types of kernel arguments in strings."""
    spirv_addrspace_map: Text
    """Other address spaces for those of pointers on the way back (`FROM:TO,...`)."""
    spirv_function_program_addrspace: Text
    """The address space of functions on the way back (`NUMBER`)."""
    fnvar_spec_enable: Text
    """Resolve variants of functions for one device on the way back (`true`)."""
    fnvar_category: Text
    """The category of that device (`NUMBER`)."""
    fnvar_family: Text
    """The family of that device (`NUMBER`)."""
    fnvar_arch: Text
    """The architecture of that device (`NUMBER`)."""
    fnvar_target: Text
    """The target of that device (`NUMBER`)."""
    fnvar_features: Text
    """The features of that device (`NUMBER,...`)."""
    fnvar_capabilities: Text
    """The capabilities of that device (`NUMBER,...`)."""
    khronos: Text
    """The version of LLVM whose release of the Khronos translator sets the choices (`15..23`)."""
