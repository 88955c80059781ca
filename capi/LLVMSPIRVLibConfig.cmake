# The target LLVMSPIRVLib::LLVMSPIRVLib: headers over the C library. LLVM itself is for the project to find.
get_filename_component(_llvmspirvlib_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET LLVMSPIRVLib::LLVMSPIRVLib)
  add_library(LLVMSPIRVLib::LLVMSPIRVLib SHARED IMPORTED)
  set_target_properties(LLVMSPIRVLib::LLVMSPIRVLib PROPERTIES
    IMPORTED_LOCATION "${_llvmspirvlib_prefix}/lib/libllvm_spirv_c.so.1"
    IMPORTED_SONAME "libllvm_spirv_c.so.1"
    INTERFACE_INCLUDE_DIRECTORIES "${_llvmspirvlib_prefix}/include;${_llvmspirvlib_prefix}/include/LLVMSPIRVLib"
    INTERFACE_COMPILE_FEATURES cxx_std_17)
endif()
set(LLVMSPIRVLib_INCLUDE_DIRS "${_llvmspirvlib_prefix}/include" "${_llvmspirvlib_prefix}/include/LLVMSPIRVLib")
set(LLVMSPIRVLib_LIBRARIES LLVMSPIRVLib::LLVMSPIRVLib)
unset(_llvmspirvlib_prefix)
