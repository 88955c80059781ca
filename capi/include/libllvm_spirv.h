/* LLVM IR to SPIR-V in the process, by the interface of the library libllvm_spirv that Julia's packages load: the same functions,
 * structures and numbers, over llvm_spirv.h, which has more.
 *
 * A call gives 0 where it went well. A message comes only with another number, and is freed by LLVMSPIRVDisposeMessage; a buffer is freed
 * by LLVMSPIRVDisposeMemoryBuffer; a list belongs to the library. Unlike there, no lock is held: calls may run at the same time, and
 * NULL is an error, never a crash.
 */
#ifndef LIBLLVM_SPIRV_H
#define LIBLLVM_SPIRV_H

#include <stddef.h>

#ifndef LLVMSPIRV_API
#ifdef _WIN32
#define LLVMSPIRV_API __declspec(dllimport)
#else
#define LLVMSPIRV_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LLVMSPIRVOpaqueMemoryBuffer *LLVMSPIRVMemoryBufferRef;

/* The debug information to write. */
typedef enum {
  LLVMSPIRVDebugInfoSPIRV = 0,                /* SPIRV.debug */
  LLVMSPIRVDebugInfoOpenCL100 = 1,            /* OpenCL.DebugInfo.100 */
  LLVMSPIRVDebugInfoNonSemanticShader100 = 2, /* NonSemantic.Shader.DebugInfo.100 */
  LLVMSPIRVDebugInfoNonSemanticShader200 = 3  /* NonSemantic.Shader.DebugInfo.200 */
} LLVMSPIRVDebugInfoVersion;

typedef struct {
  /* The newest version of SPIR-V to write; 0 and 0 for 1.6. */
  unsigned MaxVersionMajor, MaxVersionMinor;
  /* The extensions that may be used, from left to right: "+NAME", or the name alone, allows one, "-NAME" does not; "all" is every one.
     NULL and "" allow none. */
  const char *Extensions;
  LLVMSPIRVDebugInfoVersion DebugInfoVersion;
} LLVMSPIRVTranslateOptions;

/* Bitcode or LLVM assembly to SPIR-V. */
LLVMSPIRV_API int LLVMSPIRVTranslate(const char *Bitcode, size_t Length, const LLVMSPIRVTranslateOptions *Options,
                                     LLVMSPIRVMemoryBufferRef *OutSPIRV, char **OutMessage);

/* The extensions that there are, and how many. */
LLVMSPIRV_API const char **LLVMSPIRVGetExtensions(size_t *Count);

/* The newest LLVM whose bitcode is read. */
LLVMSPIRV_API void LLVMSPIRVGetLLVMVersion(unsigned *Major, unsigned *Minor, unsigned *Patch);

LLVMSPIRV_API const char *LLVMSPIRVGetBufferStart(LLVMSPIRVMemoryBufferRef Buffer);
LLVMSPIRV_API size_t LLVMSPIRVGetBufferSize(LLVMSPIRVMemoryBufferRef Buffer);
LLVMSPIRV_API void LLVMSPIRVDisposeMemoryBuffer(LLVMSPIRVMemoryBufferRef Buffer);
LLVMSPIRV_API void LLVMSPIRVDisposeMessage(char *Message);

#ifdef __cplusplus
}
#endif

#endif
