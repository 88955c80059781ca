/* The C interface as a user of C has it: both ways, errors, wrong calls, and many threads at once.
 *   test [MODULES]   what each of 64 threads translates; 50 by default
 */
#define _GNU_SOURCE
#include "check.h"
#include "llvm_spirv.h"
#include <pthread.h>
#include <string.h>

#define THREADS 64
#define LEAK_LIMIT_KIB (48 * 1024)
static const char KERNEL[] =
    "target triple = \"spir64-unknown-unknown\"\n"
    "define spir_kernel void @store(ptr addrspace(1) %out, i32 %n) {\n"
    "entry:\n  br label %loop\n"
    "loop:\n  %i = phi i32 [ 0, %entry ], [ %next, %loop ]\n"
    "  %at = getelementptr i32, ptr addrspace(1) %out, i32 %i\n"
    "  store i32 %i, ptr addrspace(1) %at, align 4\n"
    "  %next = add nuw i32 %i, 1\n  %more = icmp ult i32 %next, %n\n"
    "  br i1 %more, label %loop, label %end\n"
    "end:\n  ret void\n}\n";

static llvm_spirv_result *forward(void) { return llvm_spirv_from_llvm(KERNEL, sizeof KERNEL - 1, NULL); }

static void there_and_back(void) {
  size_t size, text_size;
  llvm_spirv_result *spirv = forward();
  CHECK(llvm_spirv_result_status(spirv) == LLVM_SPIRV_OK);
  const uint8_t *bytes = llvm_spirv_result_bytes(spirv, &size);
  CHECK(size > 20 && memcmp(bytes, "\x03\x02\x23\x07", 4) == 0);
  CHECK(llvm_spirv_result_message(spirv) == NULL && llvm_spirv_result_warning(spirv, 0) == NULL);
  llvm_spirv_result *text = llvm_spirv_to_llvm(bytes, size, LLVM_SPIRV_LLVM_ASSEMBLY, NULL);
  const char *assembly = (const char *)llvm_spirv_result_bytes(text, &text_size);
  static const char KERNEL_LINE[] = "define spir_kernel void @store(";
  CHECK(memmem(assembly, text_size, KERNEL_LINE, sizeof KERNEL_LINE - 1) != NULL);
  llvm_spirv_result_free(text);
  llvm_spirv_result_free(spirv);
}

static void options(void) {
  llvm_spirv_options *options = llvm_spirv_options_new();
  CHECK(llvm_spirv_options_set_max_version(options, 1, 2) == LLVM_SPIRV_OK);
  CHECK(llvm_spirv_options_set_max_version(options, 9, 0) == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set_extensions(options, "+all,-SPV_KHR_expect_assume") == LLVM_SPIRV_OK);
  CHECK(llvm_spirv_options_set_extensions(options, "SPV_KHR_expect_assume") == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set_extensions(options, "+SPV_KHR_expect_asume") == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set_extensions(options, NULL) == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set_builtin_spelling(options, LLVM_SPIRV_SPELLING_CL2_0) == LLVM_SPIRV_OK);
  CHECK(llvm_spirv_options_set_builtin_spelling(options, (llvm_spirv_builtin_spelling)7) == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set_spec_constant(options, 1, 42) == LLVM_SPIRV_OK);
  llvm_spirv_result *spirv = llvm_spirv_from_llvm(KERNEL, sizeof KERNEL - 1, options);
  CHECK(llvm_spirv_result_status(spirv) == LLVM_SPIRV_OK);
  llvm_spirv_result_free(spirv);
  llvm_spirv_options_free(options);
}

/* Each setting by its name, with a value of its list where it has one. */
static void settings(void) {
  llvm_spirv_options *options = llvm_spirv_options_new();
  size_t count = 0, with_words = 0;
  for (const char *name; (name = llvm_spirv_setting_name(count)) != NULL; ++count) {
    const char *values = llvm_spirv_setting_values(count);
    CHECK(strlen(values) > 0 && strlen(llvm_spirv_setting_about(count)) > 0);
    CHECK(llvm_spirv_options_set(options, name, "no such value, anywhere") == LLVM_SPIRV_ARGUMENT ||
          strcmp(name, "spirv-allow-unknown-intrinsics") == 0 || strcmp(name, "entry-point") == 0);
    if (strchr(values, '|') != NULL) {
      char first[64];
      CHECK(sscanf(values, "%63[^|]", first) == 1);
      CHECK(llvm_spirv_options_set(options, name, first) == LLVM_SPIRV_OK);
      ++with_words;
    }
  }
  CHECK(count >= 24 && with_words >= 15 && llvm_spirv_setting_values(count) == NULL && llvm_spirv_setting_about(count) == NULL);
  CHECK(llvm_spirv_options_set(options, "spirv-mem2reg", NULL) == LLVM_SPIRV_OK);
  CHECK(llvm_spirv_options_set(options, "no-such-setting", "1") == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set(options, NULL, "1") == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set(NULL, "verify", "true") == LLVM_SPIRV_ARGUMENT);
  llvm_spirv_options_free(options);
}

static void errors(void) {
  static const unsigned char CUT[] = {3, 2, 0x23, 7, 0, 0, 1, 0};
  llvm_spirv_result *result = llvm_spirv_to_llvm(CUT, sizeof CUT, LLVM_SPIRV_LLVM_BITCODE, NULL);
  size_t size = 1;
  CHECK(llvm_spirv_result_status(result) == LLVM_SPIRV_INVALID);
  CHECK(strlen(llvm_spirv_result_message(result)) > 0 && llvm_spirv_result_bytes(result, &size) == NULL && size == 0);
  llvm_spirv_result_free(result);
  static const char OTHER[] = "target triple = \"x86_64-linux-gnu\"\n";
  result = llvm_spirv_from_llvm(OTHER, sizeof OTHER - 1, NULL);
  CHECK(llvm_spirv_result_status(result) == LLVM_SPIRV_INVALID && llvm_spirv_result_hint(result) != NULL);
  llvm_spirv_result_free(result);
}

/* Two functions with an error each; the second one has debug info. */
static const char REFUSED[] =
    "target triple = \"spir64-unknown-unknown\"\n"
    "define spir_func void @f() {\n  call void asm sideeffect \"nop\", \"\"()\n  ret void\n}\n"
    "declare i64 @llvm.readcyclecounter()\n"
    "define spir_func void @g() !dbg !4 {\n  %t = call i64 @llvm.readcyclecounter(), !dbg !7\n  ret void\n}\n"
    "!llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n"
    "!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
    "!1 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, emissionKind: FullDebug)\n"
    "!2 = !DIFile(filename: \"k.cl\", directory: \"/d\")\n"
    "!4 = distinct !DISubprogram(name: \"g\", scope: !2, file: !2, line: 3, type: !5, unit: !1, spFlags: DISPFlagDefinition)\n"
    "!5 = !DISubroutineType(types: !6)\n!6 = !{null}\n!7 = !DILocation(line: 4, column: 5, scope: !4)\n";

static void all_errors(void) {
  llvm_spirv_result *result = llvm_spirv_from_llvm(REFUSED, sizeof REFUSED - 1, NULL);
  CHECK(llvm_spirv_result_status(result) == LLVM_SPIRV_UNSUPPORTED);
  CHECK(llvm_spirv_result_error_count(result) == 2 && !llvm_spirv_result_is_cut(result));
  for (size_t n = 0; n < 2; n++) {
    CHECK(llvm_spirv_result_error_status(result, n) == LLVM_SPIRV_UNSUPPORTED);
    CHECK(strcmp(llvm_spirv_result_error_code(result, n), "E0301") == 0);
    CHECK(llvm_spirv_result_error_message(result, n) != NULL && llvm_spirv_result_error_hint(result, n) != NULL);
    CHECK(llvm_spirv_result_error_word(result, n) == SIZE_MAX);
  }
  CHECK(strcmp(llvm_spirv_result_message(result), llvm_spirv_result_error_message(result, 0)) == 0);
  CHECK(strstr(llvm_spirv_result_error_place(result, 0), "function f") != NULL);
  uint32_t line = 7, column = 7;
  CHECK(llvm_spirv_result_error_source(result, 0, &line, &column) == NULL && line == 0 && column == 0);
  CHECK(strcmp(llvm_spirv_result_error_source(result, 1, &line, &column), "k.cl") == 0 && line == 4 && column == 5);
  CHECK(llvm_spirv_result_error_source(result, 1, NULL, NULL) != NULL);
  CHECK(llvm_spirv_result_error_message(result, 2) == NULL && llvm_spirv_result_error_code(result, 2) == NULL);
  CHECK(llvm_spirv_result_error_status(result, 2) == LLVM_SPIRV_ARGUMENT);
  llvm_spirv_result_free(result);
  llvm_spirv_options *options = llvm_spirv_options_new();
  CHECK(llvm_spirv_options_set_error_limit(options, 1) == LLVM_SPIRV_OK);
  result = llvm_spirv_from_llvm(REFUSED, sizeof REFUSED - 1, options);
  CHECK(llvm_spirv_result_error_count(result) == 1);
  llvm_spirv_result_free(result);
  llvm_spirv_options_free(options);
}

static void strict_address_spaces(void) {
  static const char GLOBAL[] = "target triple = \"spir64-unknown-unknown\"\n@g = global i32 0\n"
      "define spir_func i32 @f() {\n  %v = load i32, ptr @g\n  ret i32 %v\n}\n";
  llvm_spirv_options *options = llvm_spirv_options_new();
  for (int strict = 0; strict < 2; strict++) {
    CHECK(llvm_spirv_options_set_strict_address_spaces(options, strict) == LLVM_SPIRV_OK);
    llvm_spirv_result *result = llvm_spirv_from_llvm(GLOBAL, sizeof GLOBAL - 1, options);
    CHECK(llvm_spirv_result_status(result) == (strict ? LLVM_SPIRV_UNSUPPORTED : LLVM_SPIRV_OK));
    CHECK((llvm_spirv_result_warning(result, 0) == NULL) == strict);
    llvm_spirv_result_free(result);
  }
  CHECK(llvm_spirv_options_set_strict_address_spaces(NULL, true) == LLVM_SPIRV_ARGUMENT);
  llvm_spirv_options_free(options);
}

/* A pointer to no type is to a basic type by default, and to `DebugInfoNone` exactly. */
static void exact_debug_info(void) {
  static const char MODULE[] = "target triple = \"spir64-unknown-unknown\"\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!4}\n"
      "!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug, retainedTypes: !2)\n"
      "!1 = !DIFile(filename: \"k.cl\", directory: \"/src\")\n!2 = !{!3}\n"
      "!3 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)\n!4 = !{i32 2, !\"Debug Info Version\", i32 3}\n";
  size_t sizes[2];
  llvm_spirv_options *options = llvm_spirv_options_new();
  for (int exact = 0; exact < 2; exact++) {
    CHECK(llvm_spirv_options_set_debug_info_exact(options, exact) == LLVM_SPIRV_OK);
    llvm_spirv_result *result = llvm_spirv_from_llvm(MODULE, sizeof MODULE - 1, options);
    CHECK(llvm_spirv_result_status(result) == LLVM_SPIRV_OK);
    CHECK(llvm_spirv_result_bytes(result, &sizes[exact]) != NULL);
    llvm_spirv_result_free(result);
  }
  CHECK(sizes[0] > sizes[1]);
  CHECK(llvm_spirv_options_set_debug_info_exact(NULL, true) == LLVM_SPIRV_ARGUMENT);
  llvm_spirv_options_free(options);
}

/* What the host is told makes the module longer; so does an argument in a uniform block. */
static void reflection(void) {
  size_t sizes[3];
  llvm_spirv_options *options = llvm_spirv_options_new();
  CHECK(llvm_spirv_options_set_environment(options, "vulkan1.3") == LLVM_SPIRV_OK);
  for (int step = 0; step < 3; step++) {
    if (step == 1) CHECK(llvm_spirv_options_set_reflection(options, LLVM_SPIRV_REFLECTION_GRID) == LLVM_SPIRV_OK);
    if (step == 2) CHECK(llvm_spirv_options_set_push_constant_limit(options, 0) == LLVM_SPIRV_OK);
    llvm_spirv_result *result = llvm_spirv_from_llvm(KERNEL, sizeof KERNEL - 1, options);
    CHECK(llvm_spirv_result_status(result) == LLVM_SPIRV_OK);
    CHECK(llvm_spirv_result_bytes(result, &sizes[step]) != NULL);
    llvm_spirv_result_free(result);
  }
  CHECK(sizes[0] < sizes[1]);
  CHECK(llvm_spirv_options_set_reflection(options, (llvm_spirv_reflection)3) == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set_reflection(NULL, LLVM_SPIRV_REFLECTION_GRID) == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set_push_constant_limit(NULL, 0) == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set_descriptor(NULL, "arguments", 0, 0) == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set_descriptor(options, NULL, 0, 0) == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set_descriptor(options, "arguments", 2, LLVM_SPIRV_NO_BINDING) == LLVM_SPIRV_OK);
  llvm_spirv_result *moved = llvm_spirv_from_llvm(KERNEL, sizeof KERNEL - 1, options);
  CHECK(llvm_spirv_result_status(moved) == LLVM_SPIRV_OK);
  llvm_spirv_result_free(moved);
  CHECK(llvm_spirv_options_set_descriptor(options, "nothing", 2, 1) == LLVM_SPIRV_OK);
  llvm_spirv_result *refused = llvm_spirv_from_llvm(KERNEL, sizeof KERNEL - 1, options);
  CHECK(llvm_spirv_result_status(refused) == LLVM_SPIRV_ARGUMENT);
  llvm_spirv_result_free(refused);
  llvm_spirv_options_free(options);
}

static void llvm_version(void) {
  static const char EVENT[] = "target triple = \"spir64-unknown-unknown\"\n"
                              "define spir_func void @f(target(\"spirv.Event\") %e) {\n  ret void\n}\n";
  llvm_spirv_result *spirv = llvm_spirv_from_llvm(EVENT, sizeof EVENT - 1, NULL);
  size_t size;
  const uint8_t *bytes = llvm_spirv_result_bytes(spirv, &size);
  llvm_spirv_options *options = llvm_spirv_options_new();
  for (uint32_t version = 15; version <= 23; version++) {
    CHECK(llvm_spirv_options_set_llvm_version(options, version) == LLVM_SPIRV_OK);
    llvm_spirv_result *result = llvm_spirv_to_llvm(bytes, size, LLVM_SPIRV_LLVM_BITCODE, options);
    /* LLVM 15 has no types of targets. */
    CHECK(llvm_spirv_result_status(result) == (version == 15 ? LLVM_SPIRV_UNSUPPORTED : LLVM_SPIRV_OK));
    CHECK(version > 15 || strstr(llvm_spirv_result_message(result), "LLVM 15") != NULL);
    llvm_spirv_result_free(result);
  }
  CHECK(llvm_spirv_options_set_llvm_version(options, 14) == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set_llvm_version(options, 24) == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set_llvm_version(NULL, 22) == LLVM_SPIRV_ARGUMENT);
  llvm_spirv_options_free(options);
  llvm_spirv_result_free(spirv);
}

static void wrong_calls(void) {
  llvm_spirv_result *result = llvm_spirv_from_llvm(NULL, 8, NULL);
  CHECK(llvm_spirv_result_status(result) == LLVM_SPIRV_ARGUMENT);
  llvm_spirv_result_free(result);
  result = llvm_spirv_to_llvm(KERNEL, 8, (llvm_spirv_llvm_format)9, NULL);
  CHECK(llvm_spirv_result_status(result) == LLVM_SPIRV_ARGUMENT);
  llvm_spirv_result_free(result);
  CHECK(llvm_spirv_result_status(NULL) == LLVM_SPIRV_ARGUMENT && llvm_spirv_result_bytes(NULL, NULL) == NULL);
  CHECK(llvm_spirv_options_set_max_version(NULL, 1, 0) == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_result_word(NULL) == SIZE_MAX && llvm_spirv_result_error_count(NULL) == 0);
  CHECK(!llvm_spirv_result_is_cut(NULL) && llvm_spirv_result_error_code(NULL, 0) == NULL);
  llvm_spirv_result_free(NULL);
  llvm_spirv_options_free(NULL);
}

static void environment(void) {
  llvm_spirv_options *options = llvm_spirv_options_new();
  CHECK(llvm_spirv_options_set_environment(options, "opencl20") == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set_environment(options, NULL) == LLVM_SPIRV_ARGUMENT);
  CHECK(llvm_spirv_options_set_environment(options, "opencl2.0") == LLVM_SPIRV_OK);
  llvm_spirv_result *allowed = llvm_spirv_from_llvm(KERNEL, sizeof KERNEL - 1, options);
  CHECK(llvm_spirv_result_status(allowed) == LLVM_SPIRV_OK);
  llvm_spirv_result_free(allowed);
  CHECK(llvm_spirv_options_set_environment(options, "vulkan1.3") == LLVM_SPIRV_OK);
  /* A kernel becomes a shader there; a function that others call does not. */
  llvm_spirv_result *shader = llvm_spirv_from_llvm(KERNEL, sizeof KERNEL - 1, options);
  CHECK(llvm_spirv_result_status(shader) == LLVM_SPIRV_OK);
  llvm_spirv_result_free(shader);
  static const char LIBRARY[] = "target triple = \"spir64-unknown-unknown\"\n"
                                "define spir_func void @f() {\n  ret void\n}\n";
  llvm_spirv_result *forbidden = llvm_spirv_from_llvm(LIBRARY, sizeof LIBRARY - 1, options);
  CHECK(llvm_spirv_result_status(forbidden) == LLVM_SPIRV_UNSUPPORTED);
  CHECK(strcmp(llvm_spirv_result_error_code(forbidden, 0), "E0304") == 0);
  llvm_spirv_result_free(forbidden);
  llvm_spirv_options_free(options);
}

static void what_it_is(void) {
  CHECK(llvm_spirv_abi_version() == LLVM_SPIRV_ABI_VERSION && strlen(llvm_spirv_version()) > 0);
  size_t count = 0;
  bool found = false;
  for (const char *name; (name = llvm_spirv_extension(count)) != NULL; count++)
    found |= strcmp(name, "SPV_KHR_expect_assume") == 0;
  CHECK(found && count > 90);
}

static long resident_kib(void) {
  long pages = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  CHECK(file != NULL && fscanf(file, "%ld %ld", &pages, &resident) == 2);
  fclose(file);
  return resident * 4;
}

struct work {
  const uint8_t *bytes;
  size_t size;
  long modules;
};

static void *translate_many(void *argument) {
  const struct work *work = argument;
  for (long n = 0; n < work->modules; n++) {
    size_t size;
    llvm_spirv_result *result = forward();
    const uint8_t *bytes = llvm_spirv_result_bytes(result, &size);
    CHECK(bytes != NULL && size == work->size && memcmp(bytes, work->bytes, size) == 0);
    llvm_spirv_result *back = llvm_spirv_to_llvm(bytes, size, LLVM_SPIRV_LLVM_BITCODE, NULL);
    CHECK(llvm_spirv_result_status(back) == LLVM_SPIRV_OK);
    llvm_spirv_result_free(back);
    llvm_spirv_result_free(result);
  }
  return NULL;
}

static void run_threads(struct work work) {
  pthread_t threads[THREADS];
  for (int n = 0; n < THREADS; n++)
    CHECK(pthread_create(&threads[n], NULL, translate_many, &work) == 0);
  for (int n = 0; n < THREADS; n++)
    CHECK(pthread_join(threads[n], NULL) == 0);
}

/* The first threads fill the allocator's pools; what the others take on top of that is a leak. */
static void many_threads(long modules) {
  llvm_spirv_result *expected = forward();
  struct work work = {.modules = modules / 10 + 1};
  work.bytes = llvm_spirv_result_bytes(expected, &work.size);
  run_threads(work);
  long before = resident_kib();
  work.modules = modules;
  run_threads(work);
  long grown = resident_kib() - before;
  printf("%d threads x %ld modules, both ways: the same bytes; %ld KiB more than before\n", THREADS, modules, grown);
  CHECK(grown < LEAK_LIMIT_KIB);
  llvm_spirv_result_free(expected);
}

int main(int count, char **arguments) {
  what_it_is();
  there_and_back();
  options();
  settings();
  environment();
  errors();
  all_errors();
  strict_address_spaces();
  exact_debug_info();
  reflection();
  llvm_version();
  wrong_calls();
  many_threads(count > 1 ? strtol(arguments[1], NULL, 10) : 50);
  return 0;
}
