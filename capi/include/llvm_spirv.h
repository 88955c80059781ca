/* Translates between LLVM IR and SPIR-V, both ways, on buffers in memory.
 *
 * No function exits, aborts, prints, or lets an exception out, whatever a file holds; where memory runs out, the process ends. All may be
 * called from any number of threads at a time;
 * an object that is being changed (llvm_spirv_options_set_*) or freed belongs to one thread meanwhile. What a function
 * returns by pointer lives as long as the object that it was asked of. NULL for an object is an error, never a crash.
 *
 * Link with libllvm_spirv_c.so, or with libllvm_spirv_c.a and -lm.
 */
#ifndef LLVM_SPIRV_H
#define LLVM_SPIRV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Counts incompatible changes of this header. */
#define LLVM_SPIRV_ABI_VERSION 1

typedef enum llvm_spirv_status {
  LLVM_SPIRV_OK = 0,
  LLVM_SPIRV_INVALID = 1,     /* the input breaks a rule of its format */
  LLVM_SPIRV_UNSUPPORTED = 2, /* the input is fine; this library, or the options, cannot translate it */
  LLVM_SPIRV_INTERNAL = 3,    /* a bug of this library */
  LLVM_SPIRV_ARGUMENT = 4     /* the call itself is wrong: a null pointer, an unknown name */
} llvm_spirv_status;

/* How builtins are spelled on the way to LLVM IR. */
typedef enum llvm_spirv_builtin_spelling {
  LLVM_SPIRV_SPELLING_SPV_IR = 0, /* SPIR-V friendly IR */
  LLVM_SPIRV_SPELLING_CL1_2 = 1,  /* OpenCL C 1.2 */
  LLVM_SPIRV_SPELLING_CL2_0 = 2   /* OpenCL C 2.0 */
} llvm_spirv_builtin_spelling;

/* What shaders that were kernels tell the host of their arguments (NonSemantic.ClspvReflection). */
typedef enum llvm_spirv_reflection {
  LLVM_SPIRV_REFLECTION_NONE = 0,    /* nothing */
  LLVM_SPIRV_REFLECTION_UNIFORM = 1, /* where arguments are; grids begin at 0 and consist of whole workgroups */
  LLVM_SPIRV_REFLECTION_GRID = 2     /* the same; the host says by push constants which region of a grid it starts */
} llvm_spirv_reflection;

/* How LLVM IR is written. */
typedef enum llvm_spirv_llvm_format {
  LLVM_SPIRV_LLVM_BITCODE = 0,
  LLVM_SPIRV_LLVM_ASSEMBLY = 1
} llvm_spirv_llvm_format;

/* The value of LLVM_SPIRV_ABI_VERSION with which the library was built. */
uint32_t llvm_spirv_abi_version(void);

/* The version of the library, "0.1.0". */
const char *llvm_spirv_version(void);

/* The name of the extension of SPIR-V with this number, counted from 0 and sorted; NULL past the last. */
const char *llvm_spirv_extension(size_t index);

/* The name of a value of SPIR-V, by its kind, "Capability", "MemoryModel" or "AddressingModel"; NULL where it has none. */
const char *llvm_spirv_enumerant(const char *kind, uint32_t value);

/* Options: made with the defaults (SPIR-V up to 1.6, no extensions, friendly IR). */
typedef struct llvm_spirv_options llvm_spirv_options;

llvm_spirv_options *llvm_spirv_options_new(void);
void llvm_spirv_options_free(llvm_spirv_options *options);

/* Sets what the program's flag of this name sets, without the dashes in front of it: ("reflection", "grid"). A switch takes "true"
   or "false"; NULL and "" are "true". A name or a value that there is not is LLVM_SPIRV_ARGUMENT, and changes nothing. */
llvm_spirv_status llvm_spirv_options_set(llvm_spirv_options *options, const char *name, const char *value);

/* Of the setting with this number, counted from 0: its name; the values that it takes, as words with '|' between them, or their
   form; and what it does, in a few words. NULL past the last. */
const char *llvm_spirv_setting_name(size_t index);
const char *llvm_spirv_setting_values(size_t index);
const char *llvm_spirv_setting_about(size_t index);

/* The newest version of SPIR-V to write or to accept, 1.0 to 1.6. */
llvm_spirv_status llvm_spirv_options_set_max_version(llvm_spirv_options *options, uint32_t major, uint32_t minor);

/* The extensions that may be used: "+NAME,-NAME,...", from left to right; "all" stands for every one. A name that
   no extension has is LLVM_SPIRV_ARGUMENT. What the input declares is allowed besides, unless it is refused by "-NAME" or "-all". */
llvm_spirv_status llvm_spirv_options_set_extensions(llvm_spirv_options *options, const char *list);

/* The environment that SPIR-V is made for or comes from: a name such as "opencl2.0embedded" or "vulkan1.3", or the text of a
   #spirv.target_env attribute. What it forbids is an error (LLVM_SPIRV_UNSUPPORTED, code E0304). A text that names no
   environment is LLVM_SPIRV_ARGUMENT. */
llvm_spirv_status llvm_spirv_options_set_environment(llvm_spirv_options *options, const char *environment);

llvm_spirv_status llvm_spirv_options_set_builtin_spelling(llvm_spirv_options *options,
                                                          llvm_spirv_builtin_spelling spelling);

/* The value of a specialization constant by its SpecId, as bits; the way to LLVM IR folds it. */
llvm_spirv_status llvm_spirv_options_set_spec_constant(llvm_spirv_options *options, uint32_t spec_id, uint64_t bits);

/* The version of LLVM that is to read the LLVM IR that is written, 15 to 23, 22 by default. What it lacks, and nothing it has means the
   same, is an error (LLVM_SPIRV_UNSUPPORTED, code E0417). */
llvm_spirv_status llvm_spirv_options_set_llvm_version(llvm_spirv_options *options, uint32_t version);

/* The greatest number of errors that are looked for in a module, 20 by default; 0 for all. */
llvm_spirv_status llvm_spirv_options_set_error_limit(llvm_spirv_options *options, size_t limit);

/* Whether debug information is in the words that its set specifies, also where releases of SPIRV-Tools refuse them; by default all
   releases take it. */
llvm_spirv_status llvm_spirv_options_set_debug_info_exact(llvm_spirv_options *options, bool exact);

/* By default LLVM_SPIRV_REFLECTION_NONE. */
llvm_spirv_status llvm_spirv_options_set_reflection(llvm_spirv_options *options, llvm_spirv_reflection reflection);

/* The bytes of push constants that arguments of kernels may take in shaders, beyond which they are a uniform block; by default what
   each device of the environment has. */
llvm_spirv_status llvm_spirv_options_set_push_constant_limit(llvm_spirv_options *options, uint32_t bytes);

/* The binding of llvm_spirv_options_set_descriptor for a set alone. */
#define LLVM_SPIRV_NO_BINDING UINT32_MAX

/* The set and binding of a descriptor of kernels that become shaders, by the name of its variable, "kernel.parameter" for instance (option
   --descriptor in docs/guide/shaders.md); or, with LLVM_SPIRV_NO_BINDING, the set of all "arguments", "samplers" or "variables". */
llvm_spirv_status llvm_spirv_options_set_descriptor(llvm_spirv_options *options, const char *name, uint32_t set,
                                                    uint32_t binding);

/* Whether globals without an address space that other modules see are refused on the way to SPIR-V; by default they are moved to
   global memory, with a warning. */
llvm_spirv_status llvm_spirv_options_set_strict_address_spaces(llvm_spirv_options *options, bool strict);

/* What a translation gave: bytes, or errors. Never NULL, but where memory has run out; to be freed. */
typedef struct llvm_spirv_result llvm_spirv_result;

/* Bitcode or LLVM assembly to SPIR-V, in little-endian words. NULL options are the defaults. */
llvm_spirv_result *llvm_spirv_from_llvm(const void *bytes, size_t size, const llvm_spirv_options *options);

/* SPIR-V, in either byte order, to LLVM IR. NULL options are the defaults. */
llvm_spirv_result *llvm_spirv_to_llvm(const void *bytes, size_t size, llvm_spirv_llvm_format format,
                                      const llvm_spirv_options *options);

/* LLVM IR in the form from which SPIR-V is made. */
llvm_spirv_result *llvm_spirv_regularize(const void *bytes, size_t size, llvm_spirv_llvm_format format,
                                         const llvm_spirv_options *options);

/* Whether a file begins as a SPIR-V binary, in either byte order. */
bool llvm_spirv_is_spirv(const void *bytes, size_t size);

/* Checks the rules of SPIR-V that every reader relies on, and what version and environment of the options allow; nothing is translated.
   The result has errors or no bytes. The rest of the rules is that of SPIRV-Tools. */
llvm_spirv_result *llvm_spirv_validate(const void *bytes, size_t size, const llvm_spirv_options *options);

/* SPIR-V as text, letter by letter that of spirv-dis; and a binary of such text, with the bytes of spirv-as. The text does not end with
   a zero byte. */
llvm_spirv_result *llvm_spirv_disassemble(const void *bytes, size_t size);
llvm_spirv_result *llvm_spirv_assemble(const void *text, size_t size);

/* What a SPIR-V binary is, offers and asks for: a result without bytes, for llvm_spirv_module_*. */
llvm_spirv_result *llvm_spirv_inspect(const void *bytes, size_t size);

/* The result of llvm_spirv_from_llvm, which llvm_spirv_module_* can be asked besides; each need knows the LLVM instruction that it is for. */
llvm_spirv_result *llvm_spirv_explain(const void *bytes, size_t size, const llvm_spirv_options *options);

void llvm_spirv_result_free(llvm_spirv_result *result);

llvm_spirv_status llvm_spirv_result_status(const llvm_spirv_result *result);

/* The file that was made; NULL and 0 where there is none. `size` may be NULL. */
const uint8_t *llvm_spirv_result_bytes(const llvm_spirv_result *result, size_t *size);

/* The sentences that say what was dropped or guessed; NULL past the last. */
const char *llvm_spirv_result_warning(const llvm_spirv_result *result, size_t index);

/* Of the first error: the sentence, the place, and what would help; NULL where there is none. */
const char *llvm_spirv_result_message(const llvm_spirv_result *result);
const char *llvm_spirv_result_place(const llvm_spirv_result *result);
const char *llvm_spirv_result_hint(const llvm_spirv_result *result);

/* Of the first error, in SPIR-V: the offset in words from the start of the binary; SIZE_MAX where it is not known. */
size_t llvm_spirv_result_word(const llvm_spirv_result *result);

/* A translation goes on behind an error, and looks for as many as the options allow: the number of those that it found, in the
   order of the input; 0 where all went well. */
size_t llvm_spirv_result_error_count(const llvm_spirv_result *result);

/* Whether the limit of errors was reached, so that there may be more. */
bool llvm_spirv_result_is_cut(const llvm_spirv_result *result);

/* Of the error with this number, counted from 0: its kind (LLVM_SPIRV_ARGUMENT past the last); its code, "E0301", which
   docs/reference/errors.md explains (NULL where the call itself is wrong); the sentence, the place, and what would help; the offset in
   words from the start of a SPIR-V binary, or SIZE_MAX. NULL where there is none. */
llvm_spirv_status llvm_spirv_result_error_status(const llvm_spirv_result *result, size_t index);
const char *llvm_spirv_result_error_code(const llvm_spirv_result *result, size_t index);
const char *llvm_spirv_result_error_message(const llvm_spirv_result *result, size_t index);
const char *llvm_spirv_result_error_place(const llvm_spirv_result *result, size_t index);
const char *llvm_spirv_result_error_hint(const llvm_spirv_result *result, size_t index);
size_t llvm_spirv_result_error_word(const llvm_spirv_result *result, size_t index);

/* The source file of that error as the compiler named it, where the module has debug info, with its line and column, counted
   from 1; NULL and 0 where they are not known. `line` and `column` may be NULL. */
const char *llvm_spirv_result_error_source(const llvm_spirv_result *result, size_t index, uint32_t *line, uint32_t *column);

/* Structures are filled in up to the `size` that the caller says, sizeof the structure: later versions of the library may know more
   members, earlier ones fewer, which are zero then. A function that fills one in returns false, and changes nothing, where there is
   nothing under that number. */

typedef enum llvm_spirv_severity { LLVM_SPIRV_ERROR = 0, LLVM_SPIRV_WARNING = 1 } llvm_spirv_severity;

/* An error or a warning. Warnings have a message alone; what is not known is NULL, 0, or SIZE_MAX. */
typedef struct llvm_spirv_diagnostic {
  llvm_spirv_severity severity;
  llvm_spirv_status status;
  const char *code;
  const char *message;
  const char *place;
  const char *hint;
  size_t word;      /* the offset in words from the start of a SPIR-V binary */
  const char *file; /* of the source, with line and column from 1 */
  uint32_t line;
  uint32_t column;
} llvm_spirv_diagnostic;

/* The number of errors and warnings, and each of them: errors come first. */
size_t llvm_spirv_result_diagnostic_count(const llvm_spirv_result *result);
bool llvm_spirv_result_diagnostic(const llvm_spirv_result *result, size_t index, llvm_spirv_diagnostic *diagnostic,
                                  size_t size);

/* A module: its version, its models, the tool that made it (NULL where its number is not known), and how much it has. */
typedef struct llvm_spirv_module {
  uint32_t major, minor;
  const char *addressing_model;
  const char *memory_model;
  const char *tool;
  uint32_t tool_number, tool_version;
  size_t capability_count, extension_count, instruction_set_count, spec_constant_count, entry_point_count;
} llvm_spirv_module;

/* A version, capability or extension: the first instruction that needs it, its function, its offset in words, what of the LLVM IR it was
   made for, and the number of such instructions. Without them, NULL, SIZE_MAX and 0. */
typedef struct llvm_spirv_need {
  const char *name;
  const char *instruction;
  const char *function;
  const char *origin;
  size_t word;
  size_t count;
} llvm_spirv_need;

/* A specialization constant: its SpecId, its width in bits (1 for a boolean), the value where none is set, its name or NULL, and its type
   as OpenCL C and GLSL spell it. */
typedef struct llvm_spirv_spec_constant {
  uint32_t spec_id, width;
  uint64_t bits;
  const char *name;
  const char *type;
} llvm_spirv_spec_constant;

/* An entry point: its name, its execution model, the size of a workgroup where that is fixed (else 0), and the number of arguments. */
typedef struct llvm_spirv_entry_point {
  const char *name;
  const char *model;
  uint32_t local_size[3];
  size_t argument_count;
} llvm_spirv_entry_point;

/* An argument of a kernel: its name or NULL, its type, and, of a pointer, what it points to. */
typedef struct llvm_spirv_argument {
  const char *name;
  const char *type;
  const char *storage_class;
} llvm_spirv_argument;

/* The answers of a result of llvm_spirv_inspect or llvm_spirv_explain, in the order of the module; false of any other. */
bool llvm_spirv_module_get(const llvm_spirv_result *result, llvm_spirv_module *module, size_t size);
bool llvm_spirv_module_version(const llvm_spirv_result *result, llvm_spirv_need *need, size_t size);
bool llvm_spirv_module_capability(const llvm_spirv_result *result, size_t index, llvm_spirv_need *need, size_t size);
bool llvm_spirv_module_extension(const llvm_spirv_result *result, size_t index, llvm_spirv_need *need, size_t size);
const char *llvm_spirv_module_instruction_set(const llvm_spirv_result *result, size_t index);
bool llvm_spirv_module_spec_constant(const llvm_spirv_result *result, size_t index, llvm_spirv_spec_constant *constant,
                                     size_t size);
bool llvm_spirv_module_entry_point(const llvm_spirv_result *result, size_t index, llvm_spirv_entry_point *entry_point,
                                   size_t size);
bool llvm_spirv_module_argument(const llvm_spirv_result *result, size_t entry_point, size_t index,
                                llvm_spirv_argument *argument, size_t size);

#ifdef __cplusplus
}
#endif

#endif
