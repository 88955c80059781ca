// The C++ interface as users of the Khronos translator's have it: a module that IRBuilder makes goes to SPIR-V and back.
#define _SPIRV_SUPPORT_TEXT_FMT
#include <LLVMSPIRVLib/LLVMSPIRVLib.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/TargetParser/Triple.h>
#include <sstream>

#define CHECK(condition) \
  do { \
    if (!(condition)) { \
      std::cerr << __FILE__ << ":" << __LINE__ << ": failed: " << #condition << "\n"; \
      std::exit(1); \
    } \
  } while (0)

using namespace llvm;

// A kernel that stores a sum, and calls llvm.fmuladd, a function without body, and one that only this file sees.
static std::unique_ptr<Module> build(LLVMContext &C) {
  auto M = std::make_unique<Module>("built", C);
  M->setTargetTriple(Triple("spir64-unknown-unknown"));
  IRBuilder<> B(C);
  auto *Pointer = PointerType::get(C, 1);
  auto *Type = FunctionType::get(B.getVoidTy(), {Pointer, B.getInt64Ty(), B.getFloatTy()}, false);
  auto *Kernel = Function::Create(Type, Function::ExternalLinkage, "sum", *M);
  Kernel->setCallingConv(CallingConv::SPIR_KERNEL);
  Kernel->getArg(1)->setName("count");
  B.SetInsertPoint(BasicBlock::Create(C, "entry", Kernel));
  B.CreateStore(B.CreateAdd(Kernel->getArg(1), B.getInt64(1)), Kernel->getArg(0));
  Value *F = Kernel->getArg(2);
  Value *Product = B.CreateIntrinsic(Intrinsic::fmuladd, {B.getFloatTy()}, {F, F, F});
  B.CreateStore(Product, B.CreateConstGEP1_64(B.getInt8Ty(), Kernel->getArg(0), 8));
  B.CreateRetVoid();
  CHECK(!verifyModule(*M, &errs()));
  return M;
}

static std::string written(Module &M, const SPIRV::TranslatorOpts &Opts) {
  std::ostringstream OS;
  std::string ErrMsg;
  bool Done = writeSpirv(&M, Opts, OS, ErrMsg);
  if (!Done)
    std::cerr << ErrMsg << "\n";
  CHECK(Done && ErrMsg.empty() && SPIRV::isSpirvBinary(OS.str()));
  return OS.str();
}

static std::unique_ptr<Module> read(LLVMContext &C, const std::string &Binary, const SPIRV::TranslatorOpts &Opts) {
  std::istringstream IS(Binary);
  std::string ErrMsg;
  Module *M = nullptr;
  bool Done = readSpirv(C, Opts, IS, M, ErrMsg);
  if (!Done)
    std::cerr << ErrMsg << "\n";
  CHECK(Done && M != nullptr && !verifyModule(*M, &errs()));
  return std::unique_ptr<Module>(M);
}

static void thereAndBack() {
  LLVMContext C;
  auto M = build(C);
  SPIRV::TranslatorOpts Opts(SPIRV::VersionNumber::SPIRV_1_2);
  Opts.enableGenArgNameMD();
  auto Back = read(C, written(*M, Opts), Opts);
  Function *Kernel = Back->getFunction("sum");
  CHECK(Kernel && Kernel->getCallingConv() == CallingConv::SPIR_KERNEL && Kernel->getArg(1)->getName() == "count");
  CHECK(Kernel->getMetadata("kernel_arg_name") != nullptr && Back->getFunction("_Z3madfff") != nullptr);
  std::ostringstream OS;
  std::string ErrMsg;
  CHECK(writeSpirv(M.get(), OS, ErrMsg));
  std::istringstream IS(OS.str());
  Module *Plain = nullptr;
  CHECK(readSpirv(C, IS, Plain, ErrMsg) && Plain->getFunction("sum"));
  delete Plain;
}

// Each option that changes what is made, and what it makes.
static void options() {
  LLVMContext C;
  auto M = build(C);
  SPIRV::TranslatorOpts Opts;
  std::string Mad = written(*M, Opts);
  Opts.setReplaceLLVMFmulAddWithOpenCLMad(false);
  CHECK(written(*M, Opts) != Mad && Opts.getExtInst() == SPIRV::ExtInst::None);
  Opts.setExtInst(SPIRV::ExtInst::OpenCL);
  CHECK(written(*M, Opts) == Mad);
  Opts.setFPContractMode(SPIRV::FPContractMode::Off);
  CHECK(written(*M, Opts) != Mad);
  Opts.setDebugInfoEIS(SPIRV::DebugInfoEIS::NonSemantic_Shader_DebugInfo_200);
  Opts.setSPIRVAllowUnknownIntrinsics({"llvm.x.", "llvm.y."});
  Opts.setMemToRegEnabled(true);
  Opts.setPreserveOCLKernelArgTypeMetadataThroughString(true);
  Opts.setPreserveAuxData(true);
  Opts.setAllowExtraDIExpressionsEnabled(true);
  std::string Binary = written(*M, Opts);
  Opts.setDesiredBIsRepresentation(SPIRV::BIsRepresentation::SPIRVFriendlyIR);
  Opts.setBuiltinFormat(SPIRV::BuiltinFormat::Global);
  Opts.enableAllExtensions();
  SPIRV::AddrSpaceMap Map{};
  for (uint32_t Space = 0; Space < Map.size(); ++Space)
    Map[Space] = Space == 1 ? 11 : Space;
  Opts.setAddrSpaceMap(Map);
  Opts.setFunctionProgramAddrSpace(9);
  auto Back = read(C, Binary, Opts);
  CHECK(cast<PointerType>(Back->getFunction("sum")->getArg(0)->getType())->getAddressSpace() == 11);
  CHECK(Back->getFunction("sum")->getAddressSpace() == 9);
  SPIRV::TranslatorOpts Variants;
  Variants.setFnVarArch(2);
  CHECK(!Variants.validateFnVarOpts());
  Variants.setFnVarCategory(1);
  Variants.setFnVarFamily(3);
  Variants.setFnVarSpecEnable(true);
  CHECK(Variants.validateFnVarOpts() && read(C, Mad, Variants));
}

static void extensions() {
  SPIRV::TranslatorOpts Opts(SPIRV::VersionNumber::SPIRV_1_4, {{SPIRV::ExtensionID::SPV_KHR_fma, false}});
  Opts.setAllowedToUseExtension(SPIRV::ExtensionID::SPV_KHR_fma);
  Opts.setAllowedToUseExtension(SPIRV::ExtensionID::SPV_KHR_expect_assume);
  CHECK(!Opts.isAllowedToUseExtension(SPIRV::ExtensionID::SPV_KHR_fma));
  std::function<bool(SPIRV::ExtensionID)> Any = [](SPIRV::ExtensionID) { return true; };
  CHECK(Opts.getAllowedSPIRVExtensionNames(Any) == std::vector<std::string>{"SPV_KHR_expect_assume"});
  CHECK(Opts.isAllowedToUseVersion(SPIRV::VersionNumber::SPIRV_1_4) && !Opts.isAllowedToUseVersion(SPIRV::VersionNumber::SPIRV_1_5));
  Opts.enableAllExtensions();
  CHECK(Opts.getAllowedSPIRVExtensionNames(Any).size() > 90);
  CHECK(SPIRV::formatVersionNumber(0x10300) == "1.3" && SPIRV::formatVersionNumber(0x10301) == "unknown");
}

static const char Text[] =
    "OpCapability Kernel\nOpCapability Addresses\nOpCapability Float16\nOpExtension \"SPV_KHR_expect_assume\"\n"
    "%1 = OpExtInstImport \"OpenCL.std\"\nOpMemoryModel Physical64 OpenCL\nOpDecorate %2 SpecId 3\nOpDecorate %3 SpecId 5\n"
    "OpDecorate %4 SpecId 7\n%bool = OpTypeBool\n%f16 = OpTypeFloat 16\n%int = OpTypeInt 32 0\n"
    "%2 = OpSpecConstant %int 9\n%3 = OpSpecConstantTrue %bool\n%4 = OpSpecConstant %f16 1.5\n";

static void queries() {
  std::string Input = Text, Binary, Again, ErrMsg;
  CHECK(SPIRV::isSpirvText(Input) && !SPIRV::isSpirvBinary(Input) && SPIRV::convertSpirv(Input, Binary, ErrMsg, false));
  CHECK(SPIRV::isSpirvBinary(Binary) && !SPIRV::isSpirvText(Binary) && SPIRV::convertSpirv(Binary, Again, ErrMsg, true));
  std::istringstream TextIn(Again);
  std::ostringstream BinaryOut;
  CHECK(SPIRV::convertSpirv(TextIn, BinaryOut, ErrMsg, true, false) && BinaryOut.str().size() == Binary.size());
  std::istringstream IS(Binary), Once(Binary), Module(Binary);
  std::vector<SpecConstInfoTy> Constants;
  CHECK(getSpecConstInfo(IS, Constants) && Constants.size() == 3);
  CHECK(Constants[0].ID == 3 && Constants[0].Size == 4 && Constants[0].Type == "i32");
  CHECK(Constants[1].ID == 5 && Constants[1].Size == 1 && Constants[1].Type == "i1");
  CHECK(Constants[2].ID == 7 && Constants[2].Size == 2 && Constants[2].Type == "f16");
  auto Report = SPIRV::getSpirvReport(Once);
  CHECK(Report && Report->Capabilities == (std::vector<uint32_t>{6, 4, 9}) && Report->AddrModel == 2 && Report->MemoryModel == 2);
  auto Names = SPIRV::formatSpirvReport(*Report);
  CHECK(Names.Version == "1.6" && Names.AddrModel == "Physical64" && Names.MemoryModel == "OpenCL");
  CHECK(Names.Capabilities[0] == "Kernel" && Names.Extensions[0] == "SPV_KHR_expect_assume");
  CHECK(Names.ExtendedInstructionSets[0] == "OpenCL.std");
  LLVMContext C;
  auto Read = SPIRV::readSpirvModule(Module, ErrMsg);
  CHECK(Read && convertSpirvToLLVM(C, *Read, ErrMsg));
}

static void errors() {
  LLVMContext C;
  std::string ErrMsg;
  Module *M = nullptr;
  std::istringstream Nothing("nothing"), Same("nothing"), Cut(std::string("\3\2\x23\7\0\0\1\0\0\0\0\0\5\0\0\0\0\0\0\0\x11\0\3\0", 24));
  CHECK(!readSpirv(C, Nothing, M, ErrMsg) && M == nullptr && !ErrMsg.empty());
  int Code = 0;
  CHECK(!SPIRV::getSpirvReport(Same, Code) && !SPIRV::getErrorMessage(Code).empty());
  CHECK(!SPIRV::getSpirvReport(Cut, Code) && !SPIRV::getErrorMessage(Code).empty() && SPIRV::getErrorMessage(0).empty());
  std::string Input = Text, Binary;
  CHECK(SPIRV::convertSpirv(Input, Binary, ErrMsg, false));
  std::istringstream Refused(Binary), Old(Binary);
  ErrMsg.clear();
  CHECK(!readSpirv(C, SPIRV::TranslatorOpts(), Refused, M, ErrMsg) && ErrMsg.find("SPV_KHR_expect_assume") != std::string::npos);
  SPIRV::TranslatorOpts Opts(SPIRV::VersionNumber::SPIRV_1_0);
  Opts.enableAllExtensions();
  CHECK(!readSpirv(C, Opts, Old, M, ErrMsg) && !SPIRV::readSpirvModule(Old, Opts, ErrMsg));
  auto Wrong = build(C);
  Wrong->setTargetTriple(Triple("x86_64-linux-gnu"));
  std::ostringstream OS;
  ErrMsg.clear();
  CHECK(!writeSpirv(Wrong.get(), OS, ErrMsg) && ErrMsg.find("x86_64") != std::string::npos && OS.str().empty());
}

static void passes() {
  LLVMContext C;
  auto M = build(C);
  auto *Seven = ConstantInt::get(Type::getInt32Ty(C), 7);
  new GlobalVariable(*M, Seven->getType(), false, GlobalValue::ExternalLinkage, Seven, "g", nullptr, GlobalValue::NotThreadLocal, 1);
  std::string ErrMsg;
  CHECK(regularizeLlvmForSpirv(M.get(), ErrMsg) && !verifyModule(*M, &errs()) && M->getFunction("sum"));
  CHECK(M->getGlobalVariable("g") && M->getModuleIdentifier() == "built");
  std::ostringstream OS;
  legacy::PassManager Passes;
  Passes.add(createSPIRVRegularizeLLVMLegacy());
  Passes.add(createSPIRVWriterPass(OS));
  Passes.run(*M);
  CHECK(SPIRV::isSpirvBinary(OS.str()));
}

int main() {
  thereAndBack();
  options();
  extensions();
  queries();
  errors();
  passes();
  std::cout << "LLVM " << LLVM_VERSION_MAJOR << ": modules of IRBuilder there and back, options, queries, errors, passes\n";
}
