/* The interface of Julia's libllvm_spirv as its packages use it, with the structure as they mirror it. */
#define _GNU_SOURCE
#include "check.h"
#include "libllvm_spirv.h"
#include <string.h>

static const char KERNEL[] = "target triple = \"spir64-unknown-unknown\"\n"
                             "define spir_kernel void @k(ptr addrspace(1) %p) {\n  %v = load i32, ptr addrspace(1) %p\n"
                             "  call void @llvm.assume(i1 true)\n  ret void\n}\ndeclare void @llvm.assume(i1)\n";

/* Returns the message, which is to be freed; NULL where the module was translated, to no newer version than is told. */
static char *translate(const char *module, LLVMSPIRVTranslateOptions options, unsigned newest) {
  LLVMSPIRVMemoryBufferRef buffer = (LLVMSPIRVMemoryBufferRef)1;
  char *message = (char *)1;
  int failed = LLVMSPIRVTranslate(module, strlen(module), &options, &buffer, &message);
  CHECK(failed == (message != NULL) && failed == (buffer == NULL));
  if (buffer != NULL) {
    const char *start = LLVMSPIRVGetBufferStart(buffer);
    CHECK(LLVMSPIRVGetBufferSize(buffer) > 20 && memcmp(start, "\x03\x02\x23\x07", 4) == 0 && (unsigned)start[5] <= newest);
    LLVMSPIRVDisposeMemoryBuffer(buffer);
  }
  return message;
}

static void refused(const char *module, LLVMSPIRVTranslateOptions options, const char *part) {
  char *message = translate(module, options, 0);
  CHECK(message != NULL && strstr(message, part) != NULL);
  LLVMSPIRVDisposeMessage(message);
}

int main(void) {
  LLVMSPIRVTranslateOptions options = {1, 4, "SPV_KHR_expect_assume, -SPV_KHR_fma", LLVMSPIRVDebugInfoOpenCL100};
  CHECK(translate(KERNEL, options, 4) == NULL);
  for (int set = 0; set < 4; set++)
    CHECK(translate(KERNEL, (LLVMSPIRVTranslateOptions){1, 4, "+all", (LLVMSPIRVDebugInfoVersion)set}, 4) == NULL);
  CHECK(translate(KERNEL, (LLVMSPIRVTranslateOptions){0, 0, NULL, LLVMSPIRVDebugInfoSPIRV}, 6) == NULL);
  CHECK(translate(KERNEL, (LLVMSPIRVTranslateOptions){1, 0, "", LLVMSPIRVDebugInfoSPIRV}, 0) == NULL);
  refused(KERNEL, (LLVMSPIRVTranslateOptions){1, 9, "", LLVMSPIRVDebugInfoOpenCL100}, "1.9");
  refused(KERNEL, (LLVMSPIRVTranslateOptions){1, 4, "+SPV_KHR_nothing", LLVMSPIRVDebugInfoOpenCL100}, "SPV_KHR_nothing");
  refused(KERNEL, (LLVMSPIRVTranslateOptions){1, 4, "", (LLVMSPIRVDebugInfoVersion)4}, "debug info");
  refused("define void @f( {", options, "expected");
  char *message = NULL;
  LLVMSPIRVMemoryBufferRef buffer = NULL;
  CHECK(LLVMSPIRVTranslate(KERNEL, 5, NULL, &buffer, &message) == 1 && message != NULL && buffer == NULL);
  LLVMSPIRVDisposeMessage(message);
  CHECK(LLVMSPIRVTranslate(NULL, 5, &options, NULL, NULL) == 1);
  CHECK(LLVMSPIRVTranslate(KERNEL, sizeof KERNEL - 1, &options, NULL, NULL) == 0);
  size_t count = 0;
  const char **names = LLVMSPIRVGetExtensions(&count);
  int found = 0;
  for (size_t n = 0; n < count; n++)
    found |= strcmp(names[n], "SPV_KHR_expect_assume") == 0;
  CHECK(count > 90 && found && LLVMSPIRVGetExtensions(NULL) == names);
  unsigned major = 0, minor = 9;
  LLVMSPIRVGetLLVMVersion(&major, &minor, NULL);
  CHECK(major >= 22 && minor == 0 && LLVMSPIRVGetBufferStart(NULL) == NULL && LLVMSPIRVGetBufferSize(NULL) == 0);
  LLVMSPIRVDisposeMemoryBuffer(NULL);
  LLVMSPIRVDisposeMessage(NULL);
  return 0;
}
