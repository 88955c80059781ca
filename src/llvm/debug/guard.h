// Declares what guard.cpp has.
#pragma once

namespace llvm {
class Module;
}

// Returns whether the debug information of a module has a shape that LLVM's verifier takes on trust.
bool misleadsVerifier(const llvm::Module &module);
