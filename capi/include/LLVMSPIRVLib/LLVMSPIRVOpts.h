// Options of a translation, with the names of the Khronos translator's LLVMSPIRVOpts.h: what was written for that one compiles against
// this one. Nothing here is compiled into a library.
#ifndef SPIRV_LLVMSPIRVOPTS_H
#define SPIRV_LLVMSPIRVOPTS_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IntrinsicInst.h>

#include <array>
#include <cassert>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace SPIRV {

// The version word of a module's header.
enum class VersionNumber : uint32_t {
  SPIRV_1_0 = 0x00010000,
  SPIRV_1_1 = 0x00010100,
  SPIRV_1_2 = 0x00010200,
  SPIRV_1_3 = 0x00010300,
  SPIRV_1_4 = 0x00010400,
  SPIRV_1_5 = 0x00010500,
  SPIRV_1_6 = 0x00010600,
  MinimumVersion = SPIRV_1_0,
  MaximumVersion = SPIRV_1_6
};

inline constexpr bool isSPIRVVersionKnown(VersionNumber Version) {
  uint32_t Word = static_cast<uint32_t>(Version);
  return (Word & 0xFFFF00FF) == 0x00010000 && Version <= VersionNumber::MaximumVersion;
}

inline constexpr std::string_view formatVersionNumber(uint32_t Version) {
  constexpr std::string_view Names[] = {"1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6"};
  return isSPIRVVersionKnown(static_cast<VersionNumber>(Version)) ? Names[Version >> 8 & 0xFF] : "unknown";
}

enum class ExtensionID : uint32_t {
  First,
#define EXT(X) X,
#include "LLVMSPIRVExtensions.inc"
#undef EXT
  Last,
};

// The extended instructions for intrinsics of LLVM.
enum class ExtInst : uint32_t { None, OpenCL };

// The spelling of builtins on the way to LLVM IR.
enum class BIsRepresentation : uint32_t { OpenCL12, OpenCL20, SPIRVFriendlyIR };

enum class FPContractMode : uint32_t { On, Off, Fast };

enum class DebugInfoEIS : uint32_t {
  SPIRV_Debug,
  OpenCL_DebugInfo_100,
  NonSemantic_Shader_DebugInfo_100,
  NonSemantic_Shader_DebugInfo_200
};

// The form of builtin variables on the way to LLVM IR.
enum class BuiltinFormat : uint32_t { Function, Global };

enum SPIRAddressSpace : uint32_t {
  SPIRAS_Private,
  SPIRAS_Global,
  SPIRAS_Constant,
  SPIRAS_Local,
  SPIRAS_Generic,
  SPIRAS_GlobalDevice,
  SPIRAS_GlobalHost,
  SPIRAS_Input,
  SPIRAS_Output,
  SPIRAS_CodeSectionINTEL,
  SPIRAS_Count,
};

using AddrSpaceMap = std::array<uint32_t, SPIRAS_Count>;

// Kept as it is set: an error is always told by the return value and the text, and no function ends the process.
enum class SPIRVDbgErrorHandlingKinds { Abort, Exit, Ignore };

class TranslatorOpts {
public:
  // An extension without a value was not spoken of.
  using ExtensionsStatusMap = std::map<ExtensionID, std::optional<bool>>;
  using ArgList = llvm::SmallVector<llvm::StringRef, 4>;

  TranslatorOpts() = default;
  TranslatorOpts(VersionNumber Max, const ExtensionsStatusMap &Map = {}) : MaxVersion(Max), Extensions(Map) {}

  // Versions and extensions.
  VersionNumber getMaxVersion() const { return MaxVersion; }
  bool isAllowedToUseVersion(VersionNumber Version) const { return Version <= MaxVersion; }
  bool isAllowedToUseExtension(ExtensionID Extension) const {
    auto Found = Extensions.find(Extension);
    return Found != Extensions.end() && Found->second.value_or(false);
  }
  // What was refused stays so.
  void setAllowedToUseExtension(ExtensionID Extension, bool Allow = true) {
    std::optional<bool> &Status = Extensions[Extension];
    if (Status.value_or(true))
      Status = Allow;
  }
  void enableAllExtensions() {
    for (const auto &[Extension, Name] : extensionNames())
      Extensions[Extension] = true;
  }
  std::vector<std::string> getAllowedSPIRVExtensionNames(std::function<bool(ExtensionID)> &Filter) const {
    std::vector<std::string> Allowed;
    for (const auto &[Extension, Name] : extensionNames())
      if (isAllowedToUseExtension(Extension) && Filter(Extension))
        Allowed.push_back(Name);
    return Allowed;
  }
  // The names of all extensions, by number; not in the Khronos translator's header.
  static const std::map<ExtensionID, const char *> &extensionNames() {
    static const std::map<ExtensionID, const char *> Names = {
#define EXT(X) {ExtensionID::X, #X},
#include "LLVMSPIRVExtensions.inc"
#undef EXT
    };
    return Names;
  }

  // The way to SPIR-V.
  bool isSPIRVMemToRegEnabled() const { return MemToReg; }
  void setMemToRegEnabled(bool Value) { MemToReg = Value; }
  void setExtInst(ExtInst Value) {
    FmulAddAsMad = false;
    ExtInstValue = Value;
  }
  ExtInst getExtInst() const { return ExtInstValue; }
  bool shouldReplaceLLVMFmulAddWithOpenCLMad() const noexcept { return FmulAddAsMad; }
  void setReplaceLLVMFmulAddWithOpenCLMad(bool Value) noexcept { FmulAddAsMad = Value; }
  void setFPContractMode(FPContractMode Mode) { Contraction = Mode; }
  FPContractMode getFPContractMode() const { return Contraction; }
  void setSPIRVAllowUnknownIntrinsics(ArgList Prefixes) noexcept { UnknownIntrinsics = std::move(Prefixes); }
  bool isSPIRVAllowUnknownIntrinsicsEnabled() const noexcept { return UnknownIntrinsics.has_value(); }
  bool isUnknownIntrinsicAllowed(llvm::IntrinsicInst *Intrinsic) const noexcept {
    if (!UnknownIntrinsics)
      return false;
    llvm::StringRef Name = Intrinsic->getCalledFunction()->getName();
    for (llvm::StringRef Prefix : *UnknownIntrinsics)
      if (Name.take_front(Prefix.size()) == Prefix) // StringRef::starts_with is of LLVM 16.
        return true;
    return UnknownIntrinsics->empty();
  }
  // The prefixes; not in the Khronos translator's header.
  const ArgList *getSPIRVAllowedUnknownIntrinsics() const noexcept { return UnknownIntrinsics ? &*UnknownIntrinsics : nullptr; }
  bool allowExtraDIExpressions() const noexcept { return ExtraDIExpressions; }
  void setAllowExtraDIExpressionsEnabled(bool Allow) noexcept { ExtraDIExpressions = Allow; }
  DebugInfoEIS getDebugInfoEIS() const { return DebugInfo; }
  void setDebugInfoEIS(DebugInfoEIS Set) { DebugInfo = Set; }
  bool shouldPreserveOCLKernelArgTypeMetadataThroughString() const noexcept { return ArgTypesInStrings; }
  void setPreserveOCLKernelArgTypeMetadataThroughString(bool Value) noexcept { ArgTypesInStrings = Value; }
  // Kept as it is set: there is one way to SPIR-V here.
  void setUseLLVMTarget(bool Value) noexcept { UseLLVMTarget = Value; }
  bool getUseLLVMTarget() const noexcept { return UseLLVMTarget; }

  // Both ways.
  bool preserveAuxData() const { return AuxData; }
  void setPreserveAuxData(bool Value) { AuxData = Value; }
  bool shouldEmitFunctionPtrAddrSpace() const noexcept { return FunctionPtrAddrSpace; }
  void setEmitFunctionPtrAddrSpace(bool Value) noexcept { FunctionPtrAddrSpace = Value; }
  SPIRVDbgErrorHandlingKinds getErrorHandlingKind() const noexcept { return ErrorHandling; }
  void setErrorHandlingKind(SPIRVDbgErrorHandlingKinds Kind) noexcept { ErrorHandling = Kind; }

  // The way to LLVM IR.
  bool isGenArgNameMDEnabled() const { return ArgNames; }
  void enableGenArgNameMD() { ArgNames = true; }
  void setGenKernelArgNameMDEnabled(bool Value) { ArgNames = Value; }
  void setSpecConst(uint32_t SpecId, uint64_t Value) { SpecConstants[SpecId] = Value; }
  bool getSpecializationConstant(uint32_t SpecId, uint64_t &Value) const {
    auto Found = SpecConstants.find(SpecId);
    if (Found != SpecConstants.end())
      Value = Found->second;
    return Found != SpecConstants.end();
  }
  // All values; not in the Khronos translator's header.
  const std::unordered_map<uint32_t, uint64_t> &getSpecializationConstants() const { return SpecConstants; }
  void setDesiredBIsRepresentation(BIsRepresentation Value) { Builtins = Value; }
  BIsRepresentation getDesiredBIsRepresentation() const { return Builtins; }
  void setBuiltinFormat(BuiltinFormat Value) noexcept { Format = Value; }
  BuiltinFormat getBuiltinFormat() const noexcept { return Format; }
  void setAddrSpaceMap(AddrSpaceMap Map) noexcept { Spaces = Map; }
  const AddrSpaceMap *getAddrSpaceMap() const noexcept { return Spaces ? &*Spaces : nullptr; }
  uint32_t mapAddrSpace(uint32_t Space) const noexcept { return Spaces && Space < SPIRAS_Count ? (*Spaces)[Space] : Space; }
  void setFunctionProgramAddrSpace(uint32_t Space) noexcept { FunctionSpace = Space; }
  uint32_t getFunctionProgramAddrSpace() const noexcept { return FunctionSpace.value_or(mapAddrSpace(SPIRAS_Private)); }

  // Variants of functions for one device.
  void setFnVarCategory(uint32_t Value) noexcept { VariantCategory = Value; }
  std::optional<uint32_t> getFnVarCategory() const noexcept { return VariantCategory; }
  void setFnVarFamily(uint32_t Value) noexcept { VariantFamily = Value; }
  std::optional<uint32_t> getFnVarFamily() const noexcept { return VariantFamily; }
  void setFnVarArch(uint32_t Value) noexcept { VariantArch = Value; }
  std::optional<uint32_t> getFnVarArch() const noexcept { return VariantArch; }
  void setFnVarTarget(uint32_t Value) noexcept { VariantTarget = Value; }
  std::optional<uint32_t> getFnVarTarget() const noexcept { return VariantTarget; }
  void setFnVarFeatures(std::vector<uint32_t> Values) noexcept { VariantFeatures = std::move(Values); }
  std::vector<uint32_t> getFnVarFeatures() const noexcept { return VariantFeatures; }
  void setFnVarCapabilities(std::vector<uint32_t> Values) noexcept { VariantCapabilities = std::move(Values); }
  std::vector<uint32_t> getFnVarCapabilities() const noexcept { return VariantCapabilities; }
  void setFnVarSpecEnable(bool Value) noexcept { VariantsEnabled = Value; }
  bool getFnVarSpecEnable() const noexcept { return VariantsEnabled; }
  void setFnVarSpvOut(std::string Name) noexcept { VariantOutput = std::move(Name); }
  std::string getFnVarSpvOut() const noexcept { return VariantOutput; }
  // Whether a number within another has that one: an architecture its family, features their target.
  bool validateFnVarOpts() const {
    if (!VariantCategory && (VariantFamily || VariantArch))
      return false;
    return (VariantFamily || !VariantArch) && (VariantTarget || VariantFeatures.empty());
  }

private:
  VersionNumber MaxVersion = VersionNumber::MaximumVersion;
  ExtensionsStatusMap Extensions;
  bool MemToReg = false;
  ExtInst ExtInstValue = ExtInst::None;
  bool FmulAddAsMad = true;
  FPContractMode Contraction = FPContractMode::On;
  std::optional<ArgList> UnknownIntrinsics;
  bool ExtraDIExpressions = false;
  DebugInfoEIS DebugInfo = DebugInfoEIS::OpenCL_DebugInfo_100;
  bool ArgTypesInStrings = false;
  bool UseLLVMTarget = false;
  bool AuxData = false;
  bool FunctionPtrAddrSpace = false;
  SPIRVDbgErrorHandlingKinds ErrorHandling = SPIRVDbgErrorHandlingKinds::Exit;
  bool ArgNames = false;
  std::unordered_map<uint32_t, uint64_t> SpecConstants;
  BIsRepresentation Builtins = BIsRepresentation::OpenCL12;
  BuiltinFormat Format = BuiltinFormat::Function;
  std::optional<AddrSpaceMap> Spaces;
  std::optional<uint32_t> FunctionSpace;
  std::optional<uint32_t> VariantCategory, VariantFamily, VariantArch, VariantTarget;
  std::vector<uint32_t> VariantFeatures, VariantCapabilities;
  std::string VariantOutput;
  bool VariantsEnabled = false;
};

} // namespace SPIRV

#endif
