// LLVM modules to SPIR-V and back, with the names of the Khronos translator's LLVMSPIRVLib.h, over the C library llvm_spirv.h: modules go
// there and come back as bitcode of the LLVM that this is compiled with, 16 to 23. Nothing here is compiled into a library; a
// program links libllvm_spirv_c and, as it does anyhow, LLVM with its reader and writer of bitcode.
//
// No function ends the process, and any number of threads may call them on modules of their own contexts.
#ifndef SPIRV_H
#define SPIRV_H

#include "LLVMSPIRVOpts.h"
#include "../llvm_spirv.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Pass.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace SPIRV {

// A module that was read, as its binary.
class SPIRVModule {
public:
  explicit SPIRVModule(std::string Binary) : Binary(std::move(Binary)) {}
  const std::string &getBinary() const { return Binary; }

private:
  std::string Binary;
};

namespace detail {

struct Free {
  void operator()(llvm_spirv_result *Result) const { llvm_spirv_result_free(Result); }
  void operator()(llvm_spirv_options *Options) const { llvm_spirv_options_free(Options); }
};
using Result = std::unique_ptr<llvm_spirv_result, Free>;
using Options = std::unique_ptr<llvm_spirv_options, Free>;

enum class Way { ToSpirv, ToLlvm };

inline std::string all(std::istream &IS) {
  return std::string(std::istreambuf_iterator<char>(IS), std::istreambuf_iterator<char>());
}

// The bytes of a result; nothing, and the errors, where there are none.
inline std::optional<llvm::StringRef> bytes(const Result &Made, std::string &ErrMsg) {
  size_t Size = 0;
  if (const uint8_t *Bytes = llvm_spirv_result_bytes(Made.get(), &Size))
    return llvm::StringRef(reinterpret_cast<const char *>(Bytes), Size);
  ErrMsg.clear();
  llvm_spirv_diagnostic One;
  for (size_t Index = 0; llvm_spirv_result_diagnostic(Made.get(), Index, &One, sizeof One); ++Index) {
    if (One.severity != LLVM_SPIRV_ERROR)
      continue;
    ErrMsg += ErrMsg.empty() ? "" : "\n";
    ErrMsg += (One.code ? std::string(One.code) + ": " : std::string()) + (One.message ? One.message : "");
    ErrMsg += One.place ? std::string(" [") + One.place + "]" : std::string();
    ErrMsg += One.hint ? std::string("\nhint: ") + One.hint : std::string();
  }
  return std::nullopt;
}

inline std::string list(const std::vector<uint32_t> &Numbers) {
  std::string Text;
  for (uint32_t Number : Numbers)
    Text += (Text.empty() ? "" : ",") + std::to_string(Number);
  return Text;
}

// Sets options one after the other, and keeps the first that the library does not take.
class Setter {
public:
  explicit Setter(llvm_spirv_options *Options) : Options(Options) {}
  void set(const char *Name, const std::string &Value) {
    if (llvm_spirv_options_set(Options, Name, Value.c_str()) != LLVM_SPIRV_OK && Wrong.empty())
      Wrong = std::string(Name) + "=" + Value;
  }
  void set(const char *Name, bool Value) { set(Name, std::string(Value ? "true" : "false")); }
  void set(const char *Name, std::optional<uint32_t> Value) {
    if (Value)
      set(Name, std::to_string(*Value));
  }
  const std::string &wrong() const { return Wrong; }

private:
  llvm_spirv_options *Options;
  std::string Wrong;
};

inline std::string extensions(const TranslatorOpts &Opts, Way Direction) {
  bool IsShaderSet = Opts.getDebugInfoEIS() >= DebugInfoEIS::NonSemantic_Shader_DebugInfo_100;
  TranslatorOpts Copy = Opts;
  if (Direction == Way::ToSpirv && (IsShaderSet || Opts.preserveAuxData()))
    Copy.setAllowedToUseExtension(ExtensionID::SPV_KHR_non_semantic_info);
  std::string Text = "-all";
  for (const auto &[Extension, Name] : TranslatorOpts::extensionNames())
    if (Copy.isAllowedToUseExtension(Extension))
      Text += std::string(",+") + Name;
  return Text;
}

inline void setForward(Setter &S, const TranslatorOpts &Opts) {
  static const char *const Contraction[] = {"on", "off", "fast"};
  static const char *const Sets[] = {"legacy", "ocl-100", "nonsemantic-shader-100", "nonsemantic-shader-200"};
  bool IsOpenCL = Opts.getExtInst() == ExtInst::OpenCL || Opts.shouldReplaceLLVMFmulAddWithOpenCLMad();
  S.set("spirv-mem2reg", Opts.isSPIRVMemToRegEnabled());
  S.set("spirv-ext-inst", std::string(IsOpenCL ? "OpenCL.std" : "none"));
  S.set("spirv-fp-contract", std::string(Contraction[static_cast<uint32_t>(Opts.getFPContractMode()) % 3]));
  S.set("spirv-debug-info-version", std::string(Sets[static_cast<uint32_t>(Opts.getDebugInfoEIS()) % 4]));
  S.set("spirv-allow-extra-diexpressions", Opts.allowExtraDIExpressions());
  S.set("preserve-ocl-kernel-arg-type-metadata-through-string", Opts.shouldPreserveOCLKernelArgTypeMetadataThroughString());
  if (const TranslatorOpts::ArgList *Prefixes = Opts.getSPIRVAllowedUnknownIntrinsics()) {
    std::string Text;
    for (llvm::StringRef Prefix : *Prefixes)
      Text += (Text.empty() ? "" : ",") + Prefix.str();
    S.set("spirv-allow-unknown-intrinsics", Text);
  }
}

inline void setVariants(Setter &S, const TranslatorOpts &Opts) {
  S.set("fnvar-spec-enable", true);
  S.set("fnvar-category", Opts.getFnVarCategory());
  S.set("fnvar-family", Opts.getFnVarFamily());
  S.set("fnvar-arch", Opts.getFnVarArch());
  S.set("fnvar-target", Opts.getFnVarTarget());
  if (!Opts.getFnVarFeatures().empty())
    S.set("fnvar-features", list(Opts.getFnVarFeatures()));
  if (!Opts.getFnVarCapabilities().empty())
    S.set("fnvar-capabilities", list(Opts.getFnVarCapabilities()));
}

inline void setReverse(Setter &S, const TranslatorOpts &Opts) {
  static const char *const Spellings[] = {"CL1.2", "CL2.0", "SPV-IR"};
  S.set("spirv-target-env", std::string(Spellings[static_cast<uint32_t>(Opts.getDesiredBIsRepresentation()) % 3]));
  S.set("spirv-builtin-format", std::string(Opts.getBuiltinFormat() == BuiltinFormat::Global ? "global" : "function"));
  S.set("spirv-gen-kernel-arg-name-md", Opts.isGenArgNameMDEnabled());
  S.set("fold-spec-constants", true);
  for (const auto &[SpecId, Value] : Opts.getSpecializationConstants())
    S.set("spec-const", std::to_string(SpecId) + "=" + std::to_string(Value));
  if (const AddrSpaceMap *Map = Opts.getAddrSpaceMap()) {
    std::string Text;
    for (size_t Space = 0; Space < Map->size(); ++Space)
      Text += (Space ? "," : "") + std::to_string(Space) + ":" + std::to_string((*Map)[Space]);
    S.set("spirv-addrspace-map", Text);
  }
  uint32_t Functions = Opts.getFunctionProgramAddrSpace();
  if (Functions != Opts.mapAddrSpace(SPIRAS_Private))
    S.set("spirv-function-program-addrspace", std::optional<uint32_t>(Functions));
  if (Opts.getFnVarSpecEnable())
    setVariants(S, Opts);
}

// The options for the C library; nothing, and which it does not take, where there is one.
inline Options options(const TranslatorOpts &Opts, Way Direction, std::string &ErrMsg) {
  Options Made(llvm_spirv_options_new());
  Setter S(Made.get());
  std::string Llvm = std::to_string(std::clamp(LLVM_VERSION_MAJOR, 15, 23));
  S.set("khronos", Llvm);
  S.set("llvm-version", Llvm);
  S.set("spirv-max-version", std::string(formatVersionNumber(static_cast<uint32_t>(Opts.getMaxVersion()))));
  S.set("spirv-ext", extensions(Opts, Direction));
  S.set("spirv-preserve-auxdata", Opts.preserveAuxData());
  S.set("spirv-emit-function-ptr-addr-space", Opts.shouldEmitFunctionPtrAddrSpace());
  if (Direction == Way::ToSpirv)
    setForward(S, Opts);
  else
    setReverse(S, Opts);
  if (!S.wrong().empty()) {
    ErrMsg = "the options cannot be used: " + S.wrong();
    return nullptr;
  }
  return Made;
}

inline llvm::SmallString<0> bitcode(const llvm::Module &M) {
  llvm::SmallString<0> Bitcode;
  llvm::raw_svector_ostream OS(Bitcode);
  llvm::WriteBitcodeToFile(M, OS);
  return Bitcode;
}

inline std::unique_ptr<llvm::Module> parse(llvm::LLVMContext &C, llvm::StringRef Bitcode, std::string &ErrMsg) {
  auto Parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(Bitcode, ""), C);
  if (Parsed)
    return std::move(*Parsed);
  ErrMsg = llvm::toString(Parsed.takeError());
  return nullptr;
}

// The words of a module in the order of this machine; none where it does not begin as one or has half a word.
inline std::vector<uint32_t> words(const std::string &Binary) {
  std::vector<uint32_t> Words(Binary.size() / 4);
  if (!llvm_spirv_is_spirv(Binary.data(), Binary.size()) || Binary.size() % 4 != 0 || Words.size() < 5)
    return {};
  std::memcpy(Words.data(), Binary.data(), Binary.size());
  if (Words[0] != 0x07230203)
    for (uint32_t &Word : Words)
      Word = Word >> 24 | (Word >> 8 & 0xFF00) | (Word << 8 & 0xFF0000) | Word << 24;
  return Words;
}

// A string of an instruction, up to its zero byte.
inline std::string text(const uint32_t *Begin, const uint32_t *End) {
  std::string Text;
  for (; Begin != End; ++Begin)
    for (unsigned Shift = 0; Shift < 32; Shift += 8) {
      char Byte = static_cast<char>(*Begin >> Shift);
      if (Byte == 0)
        return Text;
      Text.push_back(Byte);
    }
  return Text;
}

// Calls a function with opcode and operands of each instruction up to the first entry point or function; false where one is cut off.
template <typename Function> bool walkFront(const std::vector<uint32_t> &Words, Function Each) {
  constexpr uint32_t EntryPoint = 15, OpFunction = 54;
  for (size_t At = 5; At < Words.size();) {
    uint32_t Opcode = Words[At] & 0xFFFF, Count = Words[At] >> 16;
    if (Count == 0 || Count > Words.size() - At)
      return false;
    if (Opcode == EntryPoint || Opcode == OpFunction)
      return true;
    Each(Opcode, &Words[At] + 1, &Words[At] + Count);
    At += Count;
  }
  return true;
}

constexpr uint32_t OpExtension = 10, OpExtInstImport = 11, OpMemoryModel = 14, OpCapability = 17;

// Whether all extensions that a module declares, and that the options can speak of, are allowed.
inline bool extensionsAllowed(const std::string &Binary, const TranslatorOpts &Opts, std::string &ErrMsg) {
  std::string Refused;
  walkFront(words(Binary), [&](uint32_t Opcode, const uint32_t *Begin, const uint32_t *End) {
    std::string Name = Opcode == OpExtension ? text(Begin, End) : std::string();
    for (const auto &[Extension, Known] : TranslatorOpts::extensionNames())
      if (Name == Known && !Opts.isAllowedToUseExtension(Extension))
        Refused += " " + Name;
  });
  if (!Refused.empty())
    ErrMsg = "the module needs extensions that are not allowed:" + Refused;
  return Refused.empty();
}

} // namespace detail

// Whether a text begins as a SPIR-V binary.
inline bool isSpirvBinary(const std::string &Img) { return llvm_spirv_is_spirv(Img.data(), Img.size()); }

#ifdef _SPIRV_SUPPORT_TEXT_FMT
// Whether a text is SPIR-V assembly: in SPIRV-Tools's syntax, not in the form that the Khronos translator calls internal.
inline bool isSpirvText(std::string &Img) {
  std::string ErrMsg;
  detail::Result Made(llvm_spirv_assemble(Img.data(), Img.size()));
  return !isSpirvBinary(Img) && detail::bytes(Made, ErrMsg).has_value();
}

// Binary to text or text to binary; what is in the wanted form stays as it is.
inline bool convertSpirv(std::string &Input, std::string &Out, std::string &ErrMsg, bool ToText) {
  bool FromText = !isSpirvBinary(Input);
  if (FromText == ToText) {
    Out = Input;
    return true;
  }
  detail::Result Made(FromText ? llvm_spirv_assemble(Input.data(), Input.size())
                               : llvm_spirv_disassemble(Input.data(), Input.size()));
  auto Bytes = detail::bytes(Made, ErrMsg);
  if (Bytes)
    Out = Bytes->str();
  return Bytes.has_value();
}

inline bool convertSpirv(std::istream &IS, std::ostream &OS, std::string &ErrMsg, bool FromText, bool ToText) {
  std::string Input = detail::all(IS), Out;
  if (FromText == isSpirvBinary(Input)) {
    ErrMsg = FromText ? "the input is a binary" : "the input is no SPIR-V binary";
    return false;
  }
  if (!convertSpirv(Input, Out, ErrMsg, ToText))
    return false;
  OS << Out;
  return true;
}
#endif

// A module whose rules were checked; null, and the errors, where it breaks one.
inline std::unique_ptr<SPIRVModule> readSpirvModule(std::istream &IS, const TranslatorOpts &Opts, std::string &ErrMsg) {
  std::string Binary = detail::all(IS);
  detail::Options Options = detail::options(Opts, detail::Way::ToLlvm, ErrMsg);
  if (!Options || !detail::extensionsAllowed(Binary, Opts, ErrMsg))
    return nullptr;
  detail::Result Checked(llvm_spirv_validate(Binary.data(), Binary.size(), Options.get()));
  if (llvm_spirv_result_status(Checked.get()) == LLVM_SPIRV_OK)
    return std::make_unique<SPIRVModule>(std::move(Binary));
  detail::bytes(Checked, ErrMsg);
  return nullptr;
}

inline std::unique_ptr<SPIRVModule> readSpirvModule(std::istream &IS, std::string &ErrMsg) {
  TranslatorOpts Opts;
  Opts.enableAllExtensions();
  return readSpirvModule(IS, Opts, ErrMsg);
}

struct SPIRVModuleReport {
  SPIRV::VersionNumber Version;
  uint32_t MemoryModel;
  uint32_t AddrModel;
  std::vector<std::string> Extensions;
  std::vector<std::string> ExtendedInstructionSets;
  std::vector<uint32_t> Capabilities;
};

struct SPIRVModuleTextReport {
  std::string Version;
  std::string MemoryModel;
  std::string AddrModel;
  std::vector<std::string> Extensions;
  std::vector<std::string> ExtendedInstructionSets;
  std::vector<std::string> Capabilities;
};

namespace detail {
enum ReportError : int { NoError, NoModule, CutOff, NoMemoryModel };
}

// The text of an error of getSpirvReport; none for another number.
inline std::string getErrorMessage(int ErrCode) {
  switch (ErrCode) {
  case detail::NoModule:
    return "InvalidMagicNumber: Invalid Magic Number.";
  case detail::CutOff:
    return "InvalidWordCount: an instruction is cut off.";
  case detail::NoMemoryModel:
    return "UnspecifiedMemoryModel: Unspecified Memory Model.";
  default:
    return "";
  }
}

// What the front of a module declares; nothing, and a number for getErrorMessage, where it is none.
inline std::optional<SPIRVModuleReport> getSpirvReport(std::istream &IS, int &ErrCode) {
  std::vector<uint32_t> Words = detail::words(detail::all(IS));
  ErrCode = Words.empty() ? detail::NoModule : detail::NoMemoryModel;
  if (Words.empty())
    return std::nullopt;
  SPIRVModuleReport Report{static_cast<VersionNumber>(Words[1]), 0, 0, {}, {}, {}};
  bool IsWhole = detail::walkFront(Words, [&](uint32_t Opcode, const uint32_t *Begin, const uint32_t *End) {
    if (Opcode == detail::OpCapability && End - Begin == 1)
      Report.Capabilities.push_back(*Begin);
    else if (Opcode == detail::OpExtension)
      Report.Extensions.push_back(detail::text(Begin, End));
    else if (Opcode == detail::OpExtInstImport && Begin != End)
      Report.ExtendedInstructionSets.push_back(detail::text(Begin + 1, End));
    else if (Opcode == detail::OpMemoryModel && End - Begin == 2) {
      Report.AddrModel = Begin[0];
      Report.MemoryModel = Begin[1];
      ErrCode = detail::NoError;
    }
  });
  if (!IsWhole)
    ErrCode = detail::CutOff;
  return ErrCode == detail::NoError ? std::optional<SPIRVModuleReport>(std::move(Report)) : std::nullopt;
}

inline std::optional<SPIRVModuleReport> getSpirvReport(std::istream &IS) {
  int ErrCode;
  return getSpirvReport(IS, ErrCode);
}

// The same with names.
inline SPIRVModuleTextReport formatSpirvReport(const SPIRVModuleReport &Report) {
  auto Name = [](const char *Kind, uint32_t Number) {
    const char *Known = llvm_spirv_enumerant(Kind, Number);
    return Known ? std::string(Known) : "Unknown";
  };
  SPIRVModuleTextReport Text;
  Text.Version = std::string(formatVersionNumber(static_cast<uint32_t>(Report.Version)));
  Text.MemoryModel = Name("MemoryModel", Report.MemoryModel);
  Text.AddrModel = Name("AddressingModel", Report.AddrModel);
  Text.Extensions = Report.Extensions;
  Text.ExtendedInstructionSets = Report.ExtendedInstructionSets;
  for (uint32_t Capability : Report.Capabilities)
    Text.Capabilities.push_back(Name("Capability", Capability));
  return Text;
}

} // namespace SPIRV

namespace llvm {

// A module to SPIR-V. The module stays as it is.
inline bool writeSpirv(Module *M, const SPIRV::TranslatorOpts &Opts, std::ostream &OS, std::string &ErrMsg) {
  SPIRV::detail::Options Options = SPIRV::detail::options(Opts, SPIRV::detail::Way::ToSpirv, ErrMsg);
  if (!Options)
    return false;
  SmallString<0> Bitcode = SPIRV::detail::bitcode(*M);
  SPIRV::detail::Result Made(llvm_spirv_from_llvm(Bitcode.data(), Bitcode.size(), Options.get()));
  auto Bytes = SPIRV::detail::bytes(Made, ErrMsg);
  if (Bytes)
    OS.write(Bytes->data(), static_cast<std::streamsize>(Bytes->size()));
  return Bytes.has_value();
}

inline bool writeSpirv(Module *M, std::ostream &OS, std::string &ErrMsg) {
  SPIRV::TranslatorOpts Opts;
  Opts.enableAllExtensions();
  return writeSpirv(M, Opts, OS, ErrMsg);
}

// A module that was read to LLVM IR; null, and the errors, where that cannot be.
inline std::unique_ptr<Module> convertSpirvToLLVM(LLVMContext &C, SPIRV::SPIRVModule &BM, const SPIRV::TranslatorOpts &Opts,
                                                  std::string &ErrMsg) {
  SPIRV::detail::Options Options = SPIRV::detail::options(Opts, SPIRV::detail::Way::ToLlvm, ErrMsg);
  const std::string &Binary = BM.getBinary();
  if (!Options || !SPIRV::detail::extensionsAllowed(Binary, Opts, ErrMsg))
    return nullptr;
  SPIRV::detail::Result Made(
      llvm_spirv_to_llvm(Binary.data(), Binary.size(), LLVM_SPIRV_LLVM_BITCODE, Options.get()));
  auto Bytes = SPIRV::detail::bytes(Made, ErrMsg);
  return Bytes ? SPIRV::detail::parse(C, *Bytes, ErrMsg) : nullptr;
}

inline std::unique_ptr<Module> convertSpirvToLLVM(LLVMContext &C, SPIRV::SPIRVModule &BM, std::string &ErrMsg) {
  SPIRV::TranslatorOpts Opts;
  Opts.enableAllExtensions();
  return convertSpirvToLLVM(C, BM, Opts, ErrMsg);
}

// SPIR-V to a module, which belongs to the caller; null where it fails.
inline bool readSpirv(LLVMContext &C, const SPIRV::TranslatorOpts &Opts, std::istream &IS, Module *&M, std::string &ErrMsg) {
  SPIRV::SPIRVModule Read(SPIRV::detail::all(IS));
  M = convertSpirvToLLVM(C, Read, Opts, ErrMsg).release();
  return M != nullptr;
}

inline bool readSpirv(LLVMContext &C, std::istream &IS, Module *&M, std::string &ErrMsg) {
  SPIRV::TranslatorOpts Opts;
  Opts.enableAllExtensions();
  return readSpirv(C, Opts, IS, M, ErrMsg);
}

// A specialization constant: its SpecId, its size in bytes, and its type as LLVM spells it.
struct SpecConstInfoTy {
  uint32_t ID;
  uint32_t Size;
  std::string Type;
};

inline bool getSpecConstInfo(std::istream &IS, std::vector<SpecConstInfoTy> &SpecConstInfo) {
  std::string Binary = SPIRV::detail::all(IS);
  SPIRV::detail::Result Found(llvm_spirv_inspect(Binary.data(), Binary.size()));
  llvm_spirv_spec_constant One;
  for (size_t Index = 0; llvm_spirv_module_spec_constant(Found.get(), Index, &One, sizeof One); ++Index) {
    StringRef Type(One.type);
    bool IsInteger = Type == "bool" || Type.contains("int");
    SpecConstInfo.push_back({One.spec_id, (One.width + 7) / 8, (IsInteger ? "i" : "f") + std::to_string(One.width)});
  }
  return llvm_spirv_result_status(Found.get()) == LLVM_SPIRV_OK;
}

inline bool getSpecConstInfo(std::istream &IS, const SPIRV::TranslatorOpts &, std::vector<SpecConstInfoTy> &SpecConstInfo) {
  return getSpecConstInfo(IS, SpecConstInfo);
}

// Brings a module into the form from which SPIR-V is made: everything in it is replaced. What nothing outside could use may be gone.
inline bool regularizeLlvmForSpirv(Module *M, std::string &ErrMsg, const SPIRV::TranslatorOpts &Opts) {
  SPIRV::detail::Options Options = SPIRV::detail::options(Opts, SPIRV::detail::Way::ToSpirv, ErrMsg);
  if (!Options)
    return false;
  SmallString<0> Bitcode = SPIRV::detail::bitcode(*M);
  SPIRV::detail::Result Made(
      llvm_spirv_regularize(Bitcode.data(), Bitcode.size(), LLVM_SPIRV_LLVM_BITCODE, Options.get()));
  auto Bytes = SPIRV::detail::bytes(Made, ErrMsg);
  std::unique_ptr<Module> Regular = Bytes ? SPIRV::detail::parse(M->getContext(), *Bytes, ErrMsg) : nullptr;
  if (!Regular)
    return false;
  M->dropAllReferences();
  M->getFunctionList().clear();
  while (!M->global_empty())
    M->global_begin()->eraseFromParent();
  while (!M->alias_empty())
    M->alias_begin()->eraseFromParent();
  while (!M->ifunc_empty())
    M->ifunc_begin()->eraseFromParent();
  while (!M->named_metadata_empty())
    M->eraseNamedMetadata(&*M->named_metadata_begin());
  M->setModuleInlineAsm("");
  M->setDataLayout(Regular->getDataLayout());
  M->setTargetTriple(Regular->getTargetTriple());
  return !Linker::linkModules(*M, std::move(Regular));
}

inline bool regularizeLlvmForSpirv(Module *M, std::string &ErrMsg) {
  SPIRV::TranslatorOpts Opts;
  Opts.enableAllExtensions();
  return regularizeLlvmForSpirv(M, ErrMsg, Opts);
}

namespace spirv_detail {

// A pass that writes a module, or brings it into the form from which SPIR-V is made; an error is one of the context.
class SpirvPass : public ModulePass {
public:
  SpirvPass(std::ostream *OS, const SPIRV::TranslatorOpts &Opts) : ModulePass(ID), OS(OS), Opts(Opts) {}
  StringRef getPassName() const override { return "SPIR-V"; }
  bool runOnModule(Module &M) override {
    std::string ErrMsg;
    if (!(OS ? writeSpirv(&M, Opts, *OS, ErrMsg) : regularizeLlvmForSpirv(&M, ErrMsg, Opts)))
      M.getContext().emitError(ErrMsg);
    return OS == nullptr;
  }
  inline static char ID = 0;

private:
  std::ostream *OS;
  SPIRV::TranslatorOpts Opts;
};

} // namespace spirv_detail

inline ModulePass *createSPIRVWriterPass(std::ostream &Str, const SPIRV::TranslatorOpts &Opts) {
  return new spirv_detail::SpirvPass(&Str, Opts);
}

inline ModulePass *createSPIRVWriterPass(std::ostream &Str) {
  SPIRV::TranslatorOpts Opts;
  Opts.enableAllExtensions();
  return createSPIRVWriterPass(Str, Opts);
}

inline ModulePass *createSPIRVRegularizeLLVMLegacy() {
  SPIRV::TranslatorOpts Opts;
  Opts.enableAllExtensions();
  return new spirv_detail::SpirvPass(nullptr, Opts);
}

} // namespace llvm

#endif
