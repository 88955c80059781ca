// A second file of the same program: the headers define nothing twice.
#include <LLVMSPIRVLib.h>
bool second(llvm::Module &M, std::ostream &OS) {
  std::string ErrMsg;
  return llvm::writeSpirv(&M, OS, ErrMsg);
}
