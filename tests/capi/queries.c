/* The C interface's queries: what a module is, offers and asks for; its rules, its text; errors and warnings as structures; and damaged
 * input in all of them.
 */
#define _GNU_SOURCE
#include "check.h"
#include "llvm_spirv.h"
#include <string.h>

static const char MODULE[] =
    "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int64\nOpCapability Float16\nOpCapability Linkage\n"
    "OpExtension \"SPV_KHR_no_integer_wrap_decoration\"\n%set = OpExtInstImport \"OpenCL.std\"\nOpMemoryModel Physical64 OpenCL\n"
    "OpEntryPoint Kernel %k \"scale\"\nOpExecutionMode %k LocalSize 8 4 1\n"
    "OpName %count \"count\"\nOpName %out \"out\"\nOpDecorate %count SpecId 3\nOpDecorate %is SpecId 5\nOpDecorate %half SpecId 7\n"
    "OpDecorate %sum NoSignedWrap\n"
    "%void = OpTypeVoid\n%bool = OpTypeBool\n%float = OpTypeFloat 32\n%f16 = OpTypeFloat 16\n%long = OpTypeInt 64 0\n"
    "%p = OpTypePointer CrossWorkgroup %float\n%type = OpTypeFunction %void %p %long\n"
    "%count = OpSpecConstant %long 4294967298\n%is = OpSpecConstantTrue %bool\n%half = OpSpecConstant %f16 1.5\n"
    "%k = OpFunction %void None %type\n%out = OpFunctionParameter %p\n%n = OpFunctionParameter %long\n%entry = OpLabel\n"
    "%sum = OpIAdd %long %n %count\nOpReturn\nOpFunctionEnd\n";

static const char KERNEL[] =
    "target triple = \"spir64-unknown-unknown\"\n@g = global i32 0\n"
    "define spir_kernel void @add(ptr addrspace(1) %out, i64 %n) {\n  %v = load i32, ptr @g\n  %m = add i64 %n, 1\n"
    "  store i64 %m, ptr addrspace(1) %out\n  ret void\n}\n";

static llvm_spirv_result *assembled(const uint8_t **bytes, size_t *size) {
  llvm_spirv_result *result = llvm_spirv_assemble(MODULE, sizeof MODULE - 1);
  CHECK(llvm_spirv_result_status(result) == LLVM_SPIRV_OK);
  *bytes = llvm_spirv_result_bytes(result, size);
  return result;
}

static void text(void) {
  size_t size, text_size;
  const uint8_t *bytes;
  llvm_spirv_result *binary = assembled(&bytes, &size);
  CHECK(llvm_spirv_is_spirv(bytes, size) && !llvm_spirv_is_spirv(MODULE, sizeof MODULE - 1) && !llvm_spirv_is_spirv(NULL, 9));
  llvm_spirv_result *text = llvm_spirv_disassemble(bytes, size);
  const char *lines = (const char *)llvm_spirv_result_bytes(text, &text_size);
  CHECK(memmem(lines, text_size, "LocalSize 8 4 1", 15) != NULL);
  llvm_spirv_result *again = llvm_spirv_assemble(lines, text_size);
  size_t again_size;
  const uint8_t *same = llvm_spirv_result_bytes(again, &again_size);
  CHECK(again_size == size && memcmp(bytes + 12, same + 12, size - 12) == 0);
  llvm_spirv_result_free(again);
  llvm_spirv_result_free(text);
  llvm_spirv_result_free(binary);
}

/* The text of one with an error: line and column, and what was meant. */
static void diagnostics(void) {
  static const char WRONG[] = "OpCapability Shader\n%void = OpTypeVod\n";
  llvm_spirv_result *result = llvm_spirv_assemble(WRONG, sizeof WRONG - 1);
  llvm_spirv_diagnostic one;
  CHECK(llvm_spirv_result_status(result) == LLVM_SPIRV_INVALID && llvm_spirv_result_diagnostic_count(result) == 1);
  CHECK(llvm_spirv_result_diagnostic(result, 0, &one, sizeof one));
  CHECK(one.severity == LLVM_SPIRV_ERROR && one.status == LLVM_SPIRV_INVALID && strcmp(one.code, "E0224") == 0);
  CHECK(one.line == 2 && one.column == 9 && strcmp(one.hint, "did you mean OpTypeVoid?") == 0 && strlen(one.message) > 0);
  CHECK(!llvm_spirv_result_diagnostic(result, 1, &one, sizeof one) && !llvm_spirv_result_diagnostic(result, 0, NULL, sizeof one));
  CHECK(!llvm_spirv_result_diagnostic(NULL, 0, &one, sizeof one) && llvm_spirv_result_diagnostic_count(NULL) == 0);
  /* A caller that knows less of the structure, and one that knows more. */
  struct { llvm_spirv_diagnostic known; uint64_t later; } more = {.later = 7};
  memset(&one, 0x55, sizeof one);
  CHECK(llvm_spirv_result_diagnostic(result, 0, &one, 8) && one.status == LLVM_SPIRV_INVALID && one.line == 0x55555555);
  CHECK(llvm_spirv_result_diagnostic(result, 0, &more.known, sizeof more) && more.known.line == 2 && more.later == 0);
  llvm_spirv_result_free(result);
  result = llvm_spirv_from_llvm(KERNEL, sizeof KERNEL - 1, NULL);
  CHECK(llvm_spirv_result_status(result) == LLVM_SPIRV_OK && llvm_spirv_result_diagnostic_count(result) == 1);
  CHECK(llvm_spirv_result_diagnostic(result, 0, &one, sizeof one) && one.severity == LLVM_SPIRV_WARNING && one.status == LLVM_SPIRV_OK);
  CHECK(one.code == NULL && one.word == SIZE_MAX && strcmp(one.message, llvm_spirv_result_warning(result, 0)) == 0);
  llvm_spirv_result_free(result);
}

static void interface(const llvm_spirv_result *result, const llvm_spirv_module *module) {
  llvm_spirv_entry_point entry;
  llvm_spirv_argument argument;
  CHECK(module->entry_point_count == 1 && llvm_spirv_module_entry_point(result, 0, &entry, sizeof entry));
  CHECK(strcmp(entry.name, "scale") == 0 && strcmp(entry.model, "Kernel") == 0 && entry.argument_count == 2);
  CHECK(entry.local_size[0] == 8 && entry.local_size[1] == 4 && entry.local_size[2] == 1);
  CHECK(llvm_spirv_module_argument(result, 0, 0, &argument, sizeof argument) && strcmp(argument.name, "out") == 0);
  CHECK(strcmp(argument.storage_class, "CrossWorkgroup") == 0);
  CHECK(llvm_spirv_module_argument(result, 0, 1, &argument, sizeof argument) && argument.storage_class == NULL);
  CHECK(!llvm_spirv_module_argument(result, 0, 2, &argument, sizeof argument));
  CHECK(!llvm_spirv_module_argument(result, 1, 0, &argument, sizeof argument));
}

static void spec_constants(const llvm_spirv_result *result, const llvm_spirv_module *module) {
  static const llvm_spirv_spec_constant EXPECTED[] = {
      {3, 64, 4294967298, "count", "uint64_t"}, {5, 1, 1, NULL, "bool"}, {7, 16, 0x3E00, NULL, "float16_t"}};
  CHECK(module->spec_constant_count == 3);
  for (size_t n = 0; n < 3; n++) {
    llvm_spirv_spec_constant found, expected = EXPECTED[n];
    CHECK(llvm_spirv_module_spec_constant(result, n, &found, sizeof found));
    CHECK(found.spec_id == expected.spec_id && found.width == expected.width && found.bits == expected.bits);
    CHECK(strcmp(found.type, expected.type) == 0 && (expected.name == NULL || strcmp(found.name, expected.name) == 0));
  }
}

static void needs(const llvm_spirv_result *result, const llvm_spirv_module *module) {
  llvm_spirv_need need;
  size_t index = 0;
  while (llvm_spirv_module_capability(result, index, &need, sizeof need) && strcmp(need.name, "Int64") != 0)
    ++index;
  CHECK(module->capability_count == 5 && index == 2 && need.count > 0 && strstr(need.instruction, "OpTypeInt 64 0") != NULL);
  CHECK(need.word != SIZE_MAX && need.origin == NULL);
  CHECK(module->extension_count == 1 && llvm_spirv_module_extension(result, 0, &need, sizeof need));
  CHECK(strcmp(need.name, "SPV_KHR_no_integer_wrap_decoration") == 0 && strstr(need.instruction, "NoSignedWrap") != NULL);
  CHECK(llvm_spirv_module_version(result, &need, sizeof need) && strcmp(need.name, "1.6") == 0);
  CHECK(strcmp(llvm_spirv_module_instruction_set(result, 0), "OpenCL.std") == 0);
  CHECK(llvm_spirv_module_instruction_set(result, 1) == NULL);
}

static void inspect(void) {
  size_t size;
  const uint8_t *bytes;
  llvm_spirv_result *binary = assembled(&bytes, &size);
  llvm_spirv_result *result = llvm_spirv_inspect(bytes, size);
  llvm_spirv_module module;
  CHECK(!llvm_spirv_module_get(binary, &module, sizeof module) && !llvm_spirv_module_get(NULL, &module, sizeof module));
  CHECK(llvm_spirv_module_get(result, &module, sizeof module) && module.major == 1 && module.minor == 6);
  CHECK(strcmp(module.addressing_model, "Physical64") == 0 && strcmp(module.memory_model, "OpenCL") == 0);
  CHECK(llvm_spirv_result_bytes(result, NULL) == NULL);
  interface(result, &module);
  spec_constants(result, &module);
  needs(result, &module);
  llvm_spirv_result_free(result);
  llvm_spirv_result_free(binary);
}

static void explain(void) {
  llvm_spirv_result *result = llvm_spirv_explain(KERNEL, sizeof KERNEL - 1, NULL);
  llvm_spirv_need need;
  bool found = false;
  for (size_t n = 0; llvm_spirv_module_capability(result, n, &need, sizeof need); n++)
    found |= strcmp(need.name, "Int64") == 0 && need.origin != NULL;
  CHECK(llvm_spirv_result_bytes(result, NULL) != NULL && llvm_spirv_result_warning(result, 0) != NULL);
  llvm_spirv_entry_point entry;
  CHECK(found && llvm_spirv_module_entry_point(result, 0, &entry, sizeof entry) && strcmp(entry.name, "add") == 0);
  llvm_spirv_result_free(result);
}

static void validate(void) {
  size_t size;
  const uint8_t *bytes;
  llvm_spirv_result *binary = assembled(&bytes, &size);
  llvm_spirv_options *options = llvm_spirv_options_new();
  llvm_spirv_result *result = llvm_spirv_validate(bytes, size, options);
  CHECK(llvm_spirv_result_status(result) == LLVM_SPIRV_OK && llvm_spirv_result_bytes(result, NULL) == NULL);
  llvm_spirv_result_free(result);
  CHECK(llvm_spirv_options_set(options, "environment", "vulkan1.3") == LLVM_SPIRV_OK);
  result = llvm_spirv_validate(bytes, size, options);
  CHECK(llvm_spirv_result_error_count(result) > 2 && strcmp(llvm_spirv_result_error_code(result, 0), "E0304") == 0);
  llvm_spirv_result_free(result);
  CHECK(llvm_spirv_options_set(options, "spirv-max-version", "1.2") == LLVM_SPIRV_OK);
  result = llvm_spirv_validate(bytes, size, options);
  CHECK(llvm_spirv_result_status(result) == LLVM_SPIRV_UNSUPPORTED);
  llvm_spirv_result_free(result);
  llvm_spirv_options_free(options);
  llvm_spirv_result_free(binary);
}

static void regularize(void) {
  llvm_spirv_result *result = llvm_spirv_regularize(KERNEL, sizeof KERNEL - 1, LLVM_SPIRV_LLVM_ASSEMBLY, NULL);
  size_t size;
  const char *made = (const char *)llvm_spirv_result_bytes(result, &size);
  CHECK(memmem(made, size, "@g = addrspace(1) global", 24) != NULL);
  llvm_spirv_result_free(result);
  result = llvm_spirv_regularize(KERNEL, sizeof KERNEL - 1, (llvm_spirv_llvm_format)9, NULL);
  CHECK(llvm_spirv_result_status(result) == LLVM_SPIRV_ARGUMENT);
  llvm_spirv_result_free(result);
}

/* One byte after the other is another one: each call gives a result, and each result has bytes, facts, or errors with a code. */
static void damaged(void) {
  size_t size, seen = 0;
  const uint8_t *bytes;
  llvm_spirv_result *binary = assembled(&bytes, &size);
  uint8_t *copy = malloc(size);
  for (size_t at = 0; at < size; at++) {
    memcpy(copy, bytes, size);
    copy[at] ^= (uint8_t)(0x11 << at % 4);
    size_t length = at % 7 == 0 ? at : size;
    llvm_spirv_result *results[] = {llvm_spirv_inspect(copy, length), llvm_spirv_validate(copy, length, NULL),
                                    llvm_spirv_disassemble(copy, length), llvm_spirv_assemble(copy, length),
                                    llvm_spirv_explain(copy, length, NULL),
                                    llvm_spirv_to_llvm(copy, length, LLVM_SPIRV_LLVM_BITCODE, NULL)};
    for (size_t n = 0; n < sizeof results / sizeof *results; n++) {
      llvm_spirv_status status = llvm_spirv_result_status(results[n]);
      CHECK(status != LLVM_SPIRV_INTERNAL && (status == LLVM_SPIRV_OK) == (llvm_spirv_result_error_count(results[n]) == 0));
      CHECK(status == LLVM_SPIRV_OK || llvm_spirv_result_error_code(results[n], 0) != NULL);
      seen += status != LLVM_SPIRV_OK;
      llvm_spirv_result_free(results[n]);
    }
  }
  printf("%zu damaged modules in 6 functions: %zu errors\n", size, seen);
  free(copy);
  llvm_spirv_result_free(binary);
}

static void wrong_calls(void) {
  llvm_spirv_result *results[] = {llvm_spirv_inspect(NULL, 4), llvm_spirv_validate(NULL, 4, NULL), llvm_spirv_disassemble(NULL, 4),
                                  llvm_spirv_assemble(NULL, 4), llvm_spirv_explain(NULL, 4, NULL)};
  for (size_t n = 0; n < sizeof results / sizeof *results; n++) {
    CHECK(llvm_spirv_result_status(results[n]) == LLVM_SPIRV_ARGUMENT);
    llvm_spirv_result_free(results[n]);
  }
}

static void names(void) {
  CHECK(strcmp(llvm_spirv_enumerant("Capability", 6), "Kernel") == 0 && llvm_spirv_enumerant("Capability", 0xFFFFFF) == NULL);
  CHECK(strcmp(llvm_spirv_enumerant("MemoryModel", 2), "OpenCL") == 0 && llvm_spirv_enumerant("Nothing", 6) == NULL);
  CHECK(strcmp(llvm_spirv_enumerant("AddressingModel", 5348), "PhysicalStorageBuffer64") == 0 && llvm_spirv_enumerant(NULL, 6) == NULL);
}

int main(void) {
  text();
  diagnostics();
  inspect();
  explain();
  validate();
  regularize();
  damaged();
  wrong_calls();
  names();
  return 0;
}
