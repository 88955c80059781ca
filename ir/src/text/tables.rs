//! Words of assembly by number, for the printer and the parser.

/// Words of calling conventions, from `AsmWriter.cpp`; other conventions are written as `cc` and the number.
pub(super) static CONVENTIONS: &[(u32, &str)] = &[
    (8, "fastcc"),
    (9, "coldcc"),
    (10, "ghccc"),
    (13, "anyregcc"),
    (14, "preserve_mostcc"),
    (15, "preserve_allcc"),
    (16, "swiftcc"),
    (17, "cxx_fast_tlscc"),
    (18, "tailcc"),
    (19, "cfguard_checkcc"),
    (20, "swifttailcc"),
    (21, "preserve_nonecc"),
    (64, "x86_stdcallcc"),
    (65, "x86_fastcallcc"),
    (66, "arm_apcscc"),
    (67, "arm_aapcscc"),
    (68, "arm_aapcs_vfpcc"),
    (69, "msp430_intrcc"),
    (70, "x86_thiscallcc"),
    (71, "ptx_kernel"),
    (72, "ptx_device"),
    (75, "spir_func"),
    (76, "spir_kernel"),
    (77, "intel_ocl_bicc"),
    (78, "x86_64_sysvcc"),
    (79, "win64cc"),
    (80, "x86_vectorcallcc"),
    (81, "hhvmcc"),
    (82, "hhvm_ccc"),
    (83, "x86_intrcc"),
    (84, "avr_intrcc "),
    (85, "avr_signalcc "),
    (87, "amdgpu_vs"),
    (88, "amdgpu_gs"),
    (89, "amdgpu_ps"),
    (90, "amdgpu_cs"),
    (91, "amdgpu_kernel"),
    (92, "x86_regcallcc"),
    (93, "amdgpu_hs"),
    (95, "amdgpu_ls"),
    (96, "amdgpu_es"),
    (97, "aarch64_vector_pcs"),
    (98, "aarch64_sve_vector_pcs"),
    (100, "amdgpu_gfx"),
    (102, "aarch64_sme_preservemost_from_x0"),
    (103, "aarch64_sme_preservemost_from_x2"),
    (104, "amdgpu_cs_chain"),
    (105, "amdgpu_cs_chain_preserve"),
    (106, "m68k_rtdcc"),
    (107, "graalcc"),
    (110, "riscv_vector_cc"),
    (111, "aarch64_sme_preservemost_from_x1"),
    (112, "riscv_vls_cc(32)"),
    (113, "riscv_vls_cc(64)"),
    (114, "riscv_vls_cc(128)"),
    (115, "riscv_vls_cc(256)"),
    (116, "riscv_vls_cc(512)"),
    (117, "riscv_vls_cc(1024)"),
    (118, "riscv_vls_cc(2048)"),
    (119, "riscv_vls_cc(4096)"),
    (120, "riscv_vls_cc(8192)"),
    (121, "riscv_vls_cc(16384)"),
    (122, "riscv_vls_cc(32768)"),
    (123, "riscv_vls_cc(65536)"),
    (124, "amdgpu_gfx_whole_wave"),
    (125, "cheriot_compartmentcallcc"),
    (126, "cheriot_compartmentcalleecc"),
    (127, "cheriot_librarycallcc"),
];
pub(super) const SELECTIONS: [&str; 6] = ["any", "any", "exactmatch", "largest", "nodeduplicate", "samesize"];
pub(super) const UNNAMED: [&str; 3] = ["", "unnamed_addr", "local_unnamed_addr"];
/// The flags of inline assembly.
pub(super) const ASM_FLAGS: [(u32, &str); 4] =
    [(1, "sideeffect "), (2, "alignstack "), (4, "inteldialect "), (8, "unwind ")];
pub(super) const ALLOC_KINDS: [(u64, &str); 6] =
    [(1, "alloc"), (2, "realloc"), (4, "free"), (8, "uninitialized"), (16, "zeroed"), (32, "aligned")];
/// Floating-point classes; unions precede their members.
pub(super) const FP_CLASSES: [(u64, &str); 16] = [
    (0x3ff, "all"),
    (0x003, "nan"),
    (0x001, "snan"),
    (0x002, "qnan"),
    (0x204, "inf"),
    (0x004, "ninf"),
    (0x200, "pinf"),
    (0x060, "zero"),
    (0x020, "nzero"),
    (0x040, "pzero"),
    (0x090, "sub"),
    (0x010, "nsub"),
    (0x080, "psub"),
    (0x108, "norm"),
    (0x008, "nnorm"),
    (0x100, "pnorm"),
];
pub(super) const ACCESSES: [&str; 4] = ["none", "read", "write", "readwrite"];
/// Memory locations of `memory(...)`, two bits each; the empty word is for other memory.
pub(super) const PLACES: [&str; 6] = ["argmem", "inaccessiblemem", "errnomem", "", "target_mem0", "target_mem1"];
pub(super) const OTHER: usize = 3;
pub(super) const CHECKSUMS: [&str; 4] = ["", "CSK_MD5", "CSK_SHA1", "CSK_SHA256"];
