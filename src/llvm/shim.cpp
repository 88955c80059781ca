// What LLVM's C API lacks, read only. Declared for Rust in shim.rs; compiled by build.rs.
#include "debug/guard.h"
#include "llvm-c/Core.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GlobalObject.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/Error.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

static const char *give(StringRef text, size_t *length) {
  *length = text.size();
  return text.data();
}

// The C API's numbers of opcodes by LLVM's own.
struct Opcodes {
  unsigned char numbers[256] = {};
  constexpr Opcodes() {
#define HANDLE_INST(num, opc, clas) numbers[num] = LLVM##opc;
#include "llvm/IR/Instruction.def"
  }
};
static constexpr Opcodes opcodes;

// Makes values of the variables whose addresses are only loaded from and stored to, but for one.
static void promote(Function &function, DominatorTree &tree, Instruction *other) {
  SmallVector<AllocaInst *> variables;
  do {
    variables.clear();
    for (Instruction &instruction : function.getEntryBlock())
      if (auto *variable = dyn_cast<AllocaInst>(&instruction))
        if (variable != other && isAllocaPromotable(variable))
          variables.push_back(variable);
    if (!variables.empty())
      PromoteMemToReg(variables, tree);
  } while (!variables.empty());
}

static uint64_t mostExecutions(Instruction &instruction, DominatorTree &tree) {
  // A cycle without a back edge has two entries: it is no loop that anything is known of.
  SmallPtrSet<BasicBlock *, 16> seen;
  SmallVector<BasicBlock *> open{instruction.getParent()};
  while (!open.empty()) {
    BasicBlock *from = open.pop_back_val();
    for (BasicBlock *to : successors(from)) {
      if (tree.dominates(to, from))
        continue;
      if (to == instruction.getParent())
        return 0;
      if (seen.insert(to).second)
        open.push_back(to);
    }
  }
  Function &function = *instruction.getFunction();
  LoopInfo loops(tree);
  TargetLibraryInfoImpl libraries(function.getParent()->getTargetTriple());
  TargetLibraryInfo library(libraries);
  AssumptionCache assumptions(function);
  ScalarEvolution evolution(function, library, assumptions, tree, loops);
  uint64_t most = 1;
  for (Loop *loop = loops.getLoopFor(instruction.getParent()); loop && most; loop = loop->getParentLoop())
    most = SaturatingMultiply<uint64_t>(most, evolution.getSmallConstantMaxTripCount(loop));
  return most;
}

// Returns the analyses that the passes over one function ask for.
static FunctionAnalysisManager functionAnalyses() {
  FunctionAnalysisManager analyses;
  analyses.registerPass([] { return AssumptionAnalysis(); });
  analyses.registerPass([] { return DominatorTreeAnalysis(); });
  analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return TargetIRAnalysis(); });
  return analyses;
}

extern "C" {

// What LLVMGetInstructionOpcode gives, found in a table: it is asked of nearly all values. 0 is that of no instruction.
unsigned llvmspirv_opcode(LLVMValueRef value) {
  auto *instruction = dyn_cast<Instruction>(unwrap(value));
  return instruction ? opcodes.numbers[instruction->getOpcode()] : 0;
}

// Is a constant that is made of others among the operands of a function's instructions?
bool llvmspirv_names_made_constants(LLVMValueRef function) {
  for (auto &block : *unwrap<Function>(function))
    for (auto &instruction : block)
      for (Value *operand : instruction.operand_values())
        if (isa<ConstantExpr, ConstantAggregate, GlobalAlias>(operand))
          return true;
  return false;
}

// The C API turns `!{i32 1}` into `i32 1` when it reads it through MetadataAsValue; these do not.
const char *llvmspirv_metadata_string(LLVMMetadataRef metadata, size_t *length) {
  auto *string = dyn_cast<MDString>(unwrap(metadata));
  return string ? give(string->getString(), length) : nullptr;
}

LLVMValueRef llvmspirv_metadata_value(LLVMMetadataRef metadata) {
  auto *value = dyn_cast<ValueAsMetadata>(unwrap(metadata));
  return value ? wrap(value->getValue()) : nullptr;
}

unsigned llvmspirv_metadata_operand_count(LLVMMetadataRef metadata) {
  if (auto *node = dyn_cast<MDNode>(unwrap(metadata)))
    return node->getNumOperands();
  if (auto *list = dyn_cast<DIArgList>(unwrap(metadata)))
    return list->getArgs().size();
  return 0;
}

// Null for a null operand; `index` is below the count.
LLVMMetadataRef llvmspirv_metadata_operand(LLVMMetadataRef metadata, unsigned index) {
  if (auto *node = dyn_cast<MDNode>(unwrap(metadata)))
    return wrap(node->getOperand(index).get());
  return wrap(cast<DIArgList>(unwrap(metadata))->getArgs()[index]);
}

bool llvmspirv_metadata_is_distinct(LLVMMetadataRef metadata) {
  auto *node = dyn_cast<MDNode>(unwrap(metadata));
  return node && node->isDistinct();
}

// A module that was not verified may name values across functions, of which LLVM would free one before the other.
void llvmspirv_dispose_module(LLVMModuleRef module) {
  for (Function &function : *unwrap(module))
    for (BasicBlock &block : function)
      block.dropAllReferences();
  LLVMDisposeModule(module);
}

unsigned llvmspirv_named_metadata_count(LLVMNamedMDNodeRef node) { return unwrap(node)->getNumOperands(); }

LLVMMetadataRef llvmspirv_named_metadata_operand(LLVMNamedMDNodeRef node, unsigned index) {
  return wrap(static_cast<Metadata *>(unwrap(node)->getOperand(index)));
}

// The attachment itself, `!dbg` of an instruction included; null for values that can have none.
LLVMMetadataRef llvmspirv_value_metadata(LLVMValueRef value, unsigned kind) {
  MDNode *node = nullptr;
  if (auto *instruction = dyn_cast<Instruction>(unwrap(value)))
    node = instruction->getMetadata(kind);
  else if (auto *global = dyn_cast<GlobalObject>(unwrap(value)))
    node = global->getMetadata(kind);
  return wrap(static_cast<Metadata *>(node));
}

bool llvmspirv_has_metadata(LLVMValueRef value) {
  if (auto *instruction = dyn_cast<Instruction>(unwrap(value)))
    return instruction->hasMetadataOtherThanDebugLoc();
  auto *global = dyn_cast<GlobalObject>(unwrap(value));
  return global && global->hasMetadata();
}

// Has it a part whose size only the machine knows?
bool llvmspirv_is_scalable(LLVMTypeRef type) { return unwrap(type)->isScalableTy(); }

// All 64-bit words of an integer, lowest first.
const uint64_t *llvmspirv_int_words(LLVMValueRef value, size_t *count) {
  auto *constant = dyn_cast<ConstantInt>(unwrap(value));
  if (!constant)
    return nullptr;
  *count = constant->getValue().getNumWords();
  return constant->getValue().getRawData();
}

// The bit pattern of a floating-point constant of at most 128 bits; gives its width, 0 where it is none.
unsigned llvmspirv_float_bits(LLVMValueRef value, uint64_t words[2]) {
  auto *constant = dyn_cast<ConstantFP>(unwrap(value));
  if (!constant)
    return 0;
  APInt bits = constant->getValueAPF().bitcastToAPInt();
  for (unsigned i = 0; i != 2; ++i)
    words[i] = i < bits.getNumWords() ? bits.getRawData()[i] : 0;
  return bits.getBitWidth();
}

// What every instruction is asked, in one call: the bits of Facts (instructions.rs), lowest first.
unsigned llvmspirv_facts(LLVMValueRef value) {
  auto *instruction = unwrap<Instruction>(value);
  bool hasExpressions = any_of(instruction->operands(), [](const Use &use) { return isa<ConstantExpr>(use); });
  return unsigned(instruction->isTerminator()) | unsigned(instruction->hasName()) << 1 |
         unsigned(instruction->hasMetadataOtherThanDebugLoc()) << 2 | unsigned(hasExpressions) << 3;
}

// The alignment of a load or store that is not atomic and has no metadata, and bit 63 where it is volatile; else 0.
uint64_t llvmspirv_plain_access(LLVMValueRef value) {
  const uint64_t isVolatile = uint64_t(1) << 63;
  auto *instruction = dyn_cast<Instruction>(unwrap(value));
  if (!instruction || instruction->hasMetadataOtherThanDebugLoc())
    return 0;
  if (auto *load = dyn_cast<LoadInst>(instruction))
    return load->isAtomic() ? 0 : load->getAlign().value() | (load->isVolatile() ? isVolatile : 0);
  if (auto *store = dyn_cast<StoreInst>(instruction))
    return store->isAtomic() ? 0 : store->getAlign().value() | (store->isVolatile() ? isVolatile : 0);
  return 0;
}

// The alignment of a value that may have one; 0 where none is given. LLVM's own function cuts 2^32 to 32 bits.
uint64_t llvmspirv_alignment(LLVMValueRef value) {
  Value *v = unwrap(value);
  if (auto *load = dyn_cast<LoadInst>(v))
    return load->getAlign().value();
  if (auto *store = dyn_cast<StoreInst>(v))
    return store->getAlign().value();
  if (auto *alloca = dyn_cast<AllocaInst>(v))
    return alloca->getAlign().value();
  if (auto *rmw = dyn_cast<AtomicRMWInst>(v))
    return rmw->getAlign().value();
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(v))
    return exchange->getAlign().value();
  if (auto *object = dyn_cast<GlobalObject>(v))
    if (MaybeAlign given = isa<GlobalVariable>(object) ? cast<GlobalVariable>(object)->getAlign()
                         : isa<Function>(object)       ? cast<Function>(object)->getAlign()
                                                       : MaybeAlign())
      return given->value();
  return 0;
}

// The allocas in a cycle of blocks, the first `room` of them; returns how many there are.
size_t llvmspirv_repeated_allocas(LLVMValueRef function, LLVMValueRef *to, size_t room) {
  size_t count = 0;
  for (auto component = scc_begin(unwrap<Function>(function)); !component.isAtEnd(); ++component)
    if (component.hasCycle())
      for (BasicBlock *block : *component)
        for (Instruction &instruction : *block)
          if (isa<AllocaInst>(instruction)) {
            if (count < room)
              to[count] = wrap(&instruction);
            ++count;
          }
  return count;
}

// Whether each block but the first has a predecessor in front of it, and with that its dominators.
int llvmspirv_blocks_follow(LLVMValueRef ref) {
  SmallPtrSet<const BasicBlock *, 16> seen;
  for (const BasicBlock &block : *unwrap<Function>(ref)) {
    if (!seen.empty() && none_of(predecessors(&block), [&](const BasicBlock *from) { return seen.contains(from); }))
      return 0;
    seen.insert(&block);
  }
  return 1;
}

// All allocas, the first `room` of them, where one stands behind another instruction; returns how many there are then.
size_t llvmspirv_scattered_allocas(LLVMValueRef function, LLVMValueRef *to, size_t room) {
  size_t count = 0;
  bool isBehind = false, isScattered = false;
  for (Instruction &instruction : instructions(unwrap<Function>(function))) {
    if (!isa<AllocaInst>(instruction)) {
      isBehind = true;
      continue;
    }
    isScattered |= isBehind;
    if (count < room)
      to[count] = wrap(&instruction);
    ++count;
  }
  return isScattered ? count : 0;
}

// How often an instruction is executed at most in one call of its function; 0 where that is not known. Counters of loops may be
// in memory, as clang has them at -O0: a copy of the function is looked at, in which they are values.
uint64_t llvmspirv_most_executions(LLVMValueRef ref) {
  ValueToValueMapTy copies;
  Function *copy = CloneFunction(unwrap<Instruction>(ref)->getFunction(), copies);
  auto *instruction = cast<Instruction>(copies.lookup(unwrap(ref)));
  DominatorTree tree(*copy);
  promote(*copy, tree, instruction);
  uint64_t most = mostExecutions(*instruction, tree);
  copy->eraseFromParent();
  return most;
}

// Null for a value without operands, and where there is none of this number.
LLVMValueRef llvmspirv_operand(LLVMValueRef value, unsigned index) {
  auto *user = dyn_cast<User>(unwrap(value));
  return user && index < user->getNumOperands() ? wrap(user->getOperand(index)) : nullptr;
}

const char *llvmspirv_sync_scope_name(LLVMContextRef context, unsigned id, size_t *length) {
  SmallVector<StringRef, 8> names;
  unwrap(context)->getSyncScopeNames(names);
  return id < names.size() ? give(names[id], length) : nullptr;
}

// LLVM's own takes two looks into the table of names, which is far from the value.
const char *llvmspirv_name(LLVMValueRef value, size_t *length) { return give(unwrap(value)->getName(), length); }

// Null for a number that is no attribute's.
const char *llvmspirv_attribute_name(unsigned kind, size_t *length) {
  if (kind == Attribute::None || kind >= Attribute::EndAttrKinds)
    return nullptr;
  return give(Attribute::getNameFromAttrKind(static_cast<Attribute::AttrKind>(kind)), length);
}

// Null for a number that is no kind of attachment's.
const char *llvmspirv_metadata_kind_name(LLVMContextRef context, unsigned kind, size_t *length) {
  SmallVector<StringRef, 64> names;
  unwrap(context)->getMDKindNames(names);
  return kind < names.size() ? give(names[kind], length) : nullptr;
}

// An attribute of a function as assembly has it, for LLVMDisposeMessage; null where the function lacks it.
char *llvmspirv_attribute_text(LLVMValueRef ref, const char *name, size_t length) {
  auto kind = Attribute::getAttrKindFromName(StringRef(name, length));
  auto *function = unwrap<Function>(ref);
  if (kind == Attribute::None || !function->hasFnAttribute(kind))
    return nullptr;
  return LLVMCreateMessage(function->getFnAttribute(kind).getAsString().c_str());
}

// How many attributes a variable has; writes them, where there is room given.
size_t llvmspirv_variable_attributes(LLVMValueRef ref, LLVMAttributeRef *out) {
  size_t count = 0;
  for (Attribute attribute : unwrap<GlobalVariable>(ref)->getAttributes()) {
    if (out)
      out[count] = wrap(attribute);
    ++count;
  }
  return count;
}

// LLVM's readers end the process on a broken module with debug info ("Broken module found, compilation aborted!");
// this takes that step out of them, and the next function does it, with an answer instead.
void llvmspirv_readers_leave_debug_info(void) {
  auto &options = cl::getRegisteredOptions();
  auto option = options.find("disable-auto-upgrade-debug-info");
  if (option != options.end())
    static_cast<cl::opt<bool> *>(option->second)->setValue(true);
}

// Does a node lead to the place of something in a source, or to a null operand?
static bool leadsToPlace(Metadata *from) {
  SmallVector<Metadata *> waiting = {from};
  SmallPtrSet<Metadata *, 8> seen;
  while (!waiting.empty()) {
    Metadata *next = waiting.pop_back_val();
    if (!next || isa<DILocation>(next))
      return true;
    if (auto *node = dyn_cast<MDNode>(next); node && seen.insert(node).second)
      append_range(waiting, node->operands());
  }
  return false;
}

// LLVM's StripDebugInfo takes the places out of the metadata of a loop: it reads the first operand even where there is none,
// recurses along all others, without end where they go in a circle, and takes none for null. Those of a loop are the
// operands that are places; what leads to one by a longer way no compiler writes. (https://github.com/llvm/llvm-project/issues/173128
// for the operand that is not there.)
static void dropPlaces(Instruction &inst) {
  MDNode *loop = inst.getMetadata(LLVMContext::MD_loop);
  if (!loop)
    return;
  SmallVector<Metadata *> kept = {nullptr};
  for (const MDOperand &operand : drop_begin(loop->operands(), loop->getNumOperands() != 0))
    if (!leadsToPlace(operand))
      kept.push_back(operand);
  if (kept.size() == loop->getNumOperands())
    return;
  MDNode *rest = kept.size() == 1 ? nullptr : MDNode::getDistinct(inst.getContext(), kept);
  if (rest)
    rest->replaceOperandWith(0, rest);
  inst.setMetadata(LLVMContext::MD_loop, rest);
}

static bool strip(Module &module) {
  for (Function &function : module)
    for (BasicBlock &block : function)
      for (Instruction &inst : block)
        dropPlaces(inst);
  return StripDebugInfo(module);
}

// The first flag of a module under a name whose value is a number, or null. Not through Module::getModuleFlag, which trusts the
// flags to be well formed.
static MDNode *numberFlag(const Module &module, StringRef name) {
  auto *flags = module.getModuleFlagsMetadata();
  for (unsigned i = 0, count = flags ? flags->getNumOperands() : 0; i != count; ++i) {
    MDNode *flag = flags->getOperand(i);
    if (!flag || flag->getNumOperands() != 3)
      continue;
    auto *behaviour = mdconst::dyn_extract_or_null<ConstantInt>(flag->getOperand(0));
    auto *key = dyn_cast_or_null<MDString>(flag->getOperand(1));
    auto *value = mdconst::dyn_extract_or_null<ConstantInt>(flag->getOperand(2));
    Module::ModFlagBehavior kind;
    if (behaviour && key && key->getString() == name && value && value->getBitWidth() <= 64 &&
        Module::isValidModFlagBehavior(flag->getOperand(0), kind))
      return flag;
  }
  return nullptr;
}

bool llvmspirv_number_flag(LLVMModuleRef raw, const char *name, size_t length, uint64_t *value) {
  MDNode *flag = numberFlag(*unwrap(raw), StringRef(name, length));
  if (flag)
    *value = mdconst::extract<ConstantInt>(flag->getOperand(2))->getZExtValue();
  return flag;
}

// Leaves the flags that say something of debug info, once each: the verifier trusts others to be well formed.
void llvmspirv_keep_debug_flags(LLVMModuleRef raw) {
  NamedMDNode *flags = unwrap(raw)->getModuleFlagsMetadata();
  if (!flags)
    return;
  SmallVector<MDNode *, 2> kept;
  for (StringRef name : {"Debug Info Version", "Dwarf Version"})
    if (MDNode *flag = numberFlag(*unwrap(raw), name))
      kept.push_back(flag);
  flags->clearOperands();
  for (MDNode *flag : kept)
    flags->addOperand(flag);
  if (kept.empty())
    flags->eraseFromParent();
}

// Leaves each unit once in the list of a module.
static void nameUnitsOnce(Module &module) {
  NamedMDNode *list = module.getNamedMetadata("llvm.dbg.cu");
  if (!list)
    return;
  SmallPtrSet<MDNode *, 4> seen;
  SmallVector<MDNode *, 4> kept;
  for (MDNode *unit : list->operands())
    if (seen.insert(unit).second)
      kept.push_back(unit);
  if (kept.size() == list->getNumOperands())
    return;
  list->clearOperands();
  for (MDNode *unit : kept)
    list->addOperand(unit);
}

// 0: nothing to do; 1: debug info of another version, or broken, is stripped; 2: the module is broken, see `message`.
int llvmspirv_upgrade_debug_info(LLVMModuleRef raw, char **message) {
  Module &module = *unwrap(raw);
  constexpr StringLiteral name = "Debug Info Version";
  uint64_t version = 0;
  llvmspirv_number_flag(raw, name.data(), name.size(), &version);
  if (version != DEBUG_METADATA_VERSION || misleadsVerifier(module))
    return strip(module) ? 1 : 0;
  std::string text;
  raw_string_ostream stream(text);
  bool broken = false;
  if (verifyModule(module, &stream, &broken)) {
    *message = LLVMCreateMessage(text.c_str());
    return 2;
  }
  nameUnitsOnce(module);
  return broken && strip(module) ? 1 : 0;
}

// The attributes of one function or call, for another whose parameters are elsewhere: `places` says where, or ~0u.
static AttributeList moved(LLVMContext &context, AttributeList old, const uint32_t *places, unsigned count,
                           bool sameResult) {
  AttributeList result;
  result = result.addFnAttributes(context, AttrBuilder(context, old.getFnAttrs()));
  if (sameResult)
    result = result.addRetAttributes(context, AttrBuilder(context, old.getRetAttrs()));
  for (unsigned i = 0; i != count; ++i)
    if (places[i] != ~0u)
      result = result.addParamAttributes(context, places[i], AttrBuilder(context, old.getParamAttrs(i)));
  return result;
}

void llvmspirv_end_block(LLVMValueRef inst) { changeToUnreachable(unwrap<Instruction>(inst)); }

void llvmspirv_take_body(LLVMValueRef newRef, LLVMValueRef oldRef, const uint32_t *places, bool sameResult) {
  auto *to = unwrap<Function>(newRef), *from = unwrap<Function>(oldRef);
  AttributeList attributes = moved(from->getContext(), from->getAttributes(), places, from->arg_size(), sameResult);
  to->copyAttributesFrom(from);
  to->setAttributes(attributes);
  to->setLinkage(from->getLinkage());
  to->copyMetadata(from, 0);
  from->clearMetadata();
  to->takeName(from);
  to->splice(to->begin(), from);
}

void llvmspirv_move_to_end(LLVMValueRef ref) {
  auto *function = unwrap<Function>(ref);
  auto &all = function->getParent()->getFunctionList();
  all.splice(all.end(), all, function->getIterator());
}

void llvmspirv_take_call_attributes(LLVMValueRef newRef, LLVMValueRef oldRef, const uint32_t *places,
                                    bool sameResult) {
  auto *to = unwrap<CallInst>(newRef), *from = unwrap<CallInst>(oldRef);
  to->setAttributes(moved(from->getContext(), from->getAttributes(), places, from->arg_size(), sameResult));
  to->setCallingConv(from->getCallingConv());
  to->setTailCallKind(from->isMustTailCall() ? CallInst::TCK_Tail : from->getTailCallKind());
}

const char *llvmspirv_variable_attribute(LLVMValueRef ref, const char *key, size_t keyLength, size_t *length) {
  auto *variable = unwrap<GlobalVariable>(ref);
  StringRef name(key, keyLength);
  // Not null, even where the value is empty.
  return variable->hasAttribute(name) ? give(variable->getAttribute(name).getValueAsString(), length) : nullptr;
}

void llvmspirv_take_variable(LLVMValueRef newRef, LLVMValueRef oldRef) {
  auto *to = unwrap<GlobalVariable>(newRef), *from = unwrap<GlobalVariable>(oldRef);
  to->copyAttributesFrom(from);
  to->setLinkage(from->getLinkage());
  to->setConstant(from->isConstant());
  to->copyMetadata(from, 0);
  to->takeName(from);
}

void llvmspirv_take_metadata(LLVMValueRef newRef, LLVMValueRef oldRef) {
  auto *to = unwrap<Instruction>(newRef), *from = unwrap<Instruction>(oldRef);
  to->copyMetadata(*from, {LLVMContext::MD_dbg, LLVMContext::MD_nontemporal, LLVMContext::MD_loop});
}

void llvmspirv_infer_address_spaces(LLVMValueRef ref, unsigned flat) {
  auto &function = *unwrap<Function>(ref);
  auto analyses = functionAnalyses();
  InferAddressSpacesPass(flat).run(function, analyses);
}

void llvmspirv_split_variables(LLVMValueRef ref) {
  auto &function = *unwrap<Function>(ref);
  auto analyses = functionAnalyses();
  SROAPass(SROAOptions::PreserveCFG).run(function, analyses);
}

void llvmspirv_take_vectors_apart(LLVMValueRef ref) {
  auto &function = *unwrap<Function>(ref);
  auto analyses = functionAnalyses();
  ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  ScalarizerPass(options).run(function, analyses);
}

void llvmspirv_simplify(LLVMValueRef ref) {
  // LLVM's own list of analyses would link all of its passes.
  FunctionAnalysisManager functions;
  functions.registerPass([] { return AssumptionAnalysis(); });
  functions.registerPass([] { return DominatorTreeAnalysis(); });
  functions.registerPass([] { return PostDominatorTreeAnalysis(); });
  functions.registerPass([] { return OptimizationRemarkEmitterAnalysis(); });
  functions.registerPass([] { return PassInstrumentationAnalysis(); });
  functions.registerPass([] { return TargetIRAnalysis(); });
  functions.registerPass([] { return TargetLibraryAnalysis(); });
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstSimplifyPass());
  passes.addPass(ADCEPass());
  passes.run(*unwrap<Function>(ref), functions);
}

bool llvmspirv_inline(LLVMValueRef ref) {
  InlineFunctionInfo info;
  return InlineFunction(*unwrap<CallInst>(ref), info).isSuccess();
}

void llvmspirv_expand_uses(LLVMValueRef ref) {
  convertUsersOfConstantsToInstructions({unwrap<Constant>(ref)});
}

LLVMBasicBlockRef llvmspirv_split_block(LLVMValueRef ref) {
  auto *instruction = unwrap<Instruction>(ref);
  return wrap(instruction->getParent()->splitBasicBlock(instruction));
}

void llvmspirv_promote_variables(LLVMValueRef ref) {
  auto &function = *unwrap<Function>(ref);
  DominatorTree tree(function);
  promote(function, tree, nullptr);
}

// LLVMWriteBitcodeToMemoryBuffer copies twice what the writer has put together, and WriteBitcodeToFile adds a table of symbols
// for linkers, which make it themselves where there is none: 8 of 100 instructions of a module of globals.
void llvmspirv_write_bitcode(LLVMModuleRef module, void *to, void (*take)(void *to, const char *bytes, size_t length)) {
  SmallVector<char, 0> buffer;
  buffer.reserve(1 << 18);
  BitcodeWriter writer(buffer);
  writer.writeModule(*unwrap(module));
  writer.writeStrtab();
  take(to, buffer.data(), buffer.size());
}
}
