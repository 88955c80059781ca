// Shapes of debug information that LLVM's verifier takes on trust: it would follow a node of another class, or go round for ever;
// and scopes that stand in themselves, which no order of nodes can say.
#include "guard.h"
#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {
template <typename Class> bool isNullOr(const Metadata *of) { return !of || isa<Class>(of); }

// Returns whether the operands are of the classes as which the verifier reads them without a look.
bool hasClasses(const MDNode &node) {
  if (auto *location = dyn_cast<DILocation>(&node))
    return isNullOr<DILocation>(location->getRawInlinedAt()) && isa_and_nonnull<DILocalScope>(location->getRawScope());
  if (auto *block = dyn_cast<DILexicalBlockBase>(&node))
    return isa_and_nonnull<DILocalScope>(block->getRawScope());
  if (auto *variable = dyn_cast<DIVariable>(&node))
    return isNullOr<DIType>(variable->getRawType());
  if (auto *global = dyn_cast<DIGlobalVariableExpression>(&node)) {
    // What leads into an expression that ends too early is read beyond its end.
    auto *expression = dyn_cast_or_null<DIExpression>(global->getRawExpression());
    return isNullOr<DIGlobalVariable>(global->getRawVariable()) &&
           (expression ? expression->isValid() : !global->getRawExpression());
  }
  if (auto *range = dyn_cast<DISubrange>(&node)) {
    auto *count = dyn_cast_or_null<ConstantAsMetadata>(range->getRawCountNode());
    return !count || isa<ConstantInt>(count->getValue());
  }
  auto *composite = dyn_cast<DICompositeType>(&node);
  auto *elements = composite ? dyn_cast_or_null<MDTuple>(composite->getRawElements()) : nullptr;
  return !elements || !composite->isVector() ||
         all_of(elements->operands(), [](const MDOperand &of) { return isa_and_nonnull<DINode>(of.get()); });
}

// Returns the node to which the verifier goes on from another, besides its scope: the call of what is inlined, the type that has
// the size of another one, which has none itself.
const Metadata *next(const MDNode &node) {
  if (auto *location = dyn_cast<DILocation>(&node))
    return location->getRawInlinedAt();
  auto *type = dyn_cast<DIDerivedType>(&node);
  return type && !type->getSizeInBits() ? type->getRawBaseType() : nullptr;
}

// Returns what a scope stands in.
const Metadata *scope(const MDNode &node) {
  if (auto *type = dyn_cast<DIType>(&node))
    return type->getRawScope();
  if (auto *function = dyn_cast<DISubprogram>(&node))
    return function->getRawScope();
  if (auto *block = dyn_cast<DILexicalBlockBase>(&node))
    return block->getRawScope();
  if (auto *space = dyn_cast<DINamespace>(&node))
    return space->getRawScope();
  auto *module = dyn_cast<DIModule>(&node);
  return module ? module->getRawScope() : nullptr;
}

// All metadata nodes that a module leads to, each once. Locations and variables of instructions and records are looked at where
// they stand, as these are many: what goes round leads through what they name, which is among the nodes.
class Nodes {
  DenseSet<const MDNode *> seen;
  const MDNode *last = nullptr;
  const MDNode *lastLocation = nullptr;
  SmallVector<const MDNode *> all;

public:
  bool haveClasses = true;
  // The nodes from which the verifier goes on, and those that stand in a scope.
  SmallVector<const MDNode *> leading, scoped;

  void add(const Metadata *from) {
    auto *node = dyn_cast_or_null<MDNode>(from);
    // What instructions that follow each other name is the same.
    if (!node || node == last)
      return;
    last = node;
    if (!seen.insert(node).second)
      return;
    all.push_back(node);
    haveClasses &= hasClasses(*node);
    if (next(*node))
      leading.push_back(node);
    if (scope(*node))
      scoped.push_back(node);
  }

  void addLocation(const MDNode *from) {
    auto *location = dyn_cast_or_null<DILocation>(from);
    if (!location)
      return add(from);
    if (location == lastLocation)
      return;
    lastLocation = location;
    haveClasses &= hasClasses(*location);
    add(location->getRawInlinedAt());
    add(location->getRawScope());
  }

  void addVariable(const Metadata *from) {
    auto *variable = dyn_cast_or_null<DILocalVariable>(from);
    if (!variable)
      return add(from);
    haveClasses &= hasClasses(*variable);
    add(variable->getRawType());
    add(variable->getRawFile());
    add(variable->getRawAnnotations());
    add(variable->getRawScope());
  }

  void addAttachments(const GlobalObject &of) {
    SmallVector<std::pair<unsigned, MDNode *>> attached;
    of.getAllMetadata(attached);
    for (const auto &[kind, node] : attached)
      add(node);
  }

  void addRecord(const DbgRecord &record) {
    addLocation(record.getDebugLoc().getAsMDNode());
    if (auto *label = dyn_cast<DbgLabelRecord>(&record))
      add(label->getRawLabel());
    auto *variable = dyn_cast<DbgVariableRecord>(&record);
    if (!variable)
      return;
    addVariable(variable->getRawVariable());
    add(variable->getRawExpression());
    add(variable->getRawLocation());
    if (!variable->isDbgAssign())
      return;
    add(variable->getRawAssignID());
    add(variable->getRawAddress());
    add(variable->getRawAddressExpression());
  }

  void addInstruction(const Instruction &inst) {
    addLocation(inst.getDebugLoc().getAsMDNode());
    if (inst.hasMetadataOtherThanDebugLoc()) {
      SmallVector<std::pair<unsigned, MDNode *>> attached;
      inst.getAllMetadataOtherThanDebugLoc(attached);
      for (const auto &[kind, node] : attached)
        add(node);
    }
    if (isa<CallBase>(inst))
      for (const Use &operand : inst.operands())
        if (auto *value = dyn_cast<MetadataAsValue>(operand))
          add(value->getMetadata());
    for (const DbgRecord &record : inst.getDbgRecordRange())
      addRecord(record);
  }

  explicit Nodes(const Module &module) {
    for (const NamedMDNode &list : module.named_metadata())
      for (const MDNode *node : list.operands())
        add(node);
    for (const GlobalVariable &variable : module.globals())
      addAttachments(variable);
    for (const Function &function : module) {
      addAttachments(function);
      for (const BasicBlock &block : function)
        for (const Instruction &inst : block)
          addInstruction(inst);
    }
    for (size_t at = 0; at < all.size(); ++at)
      for (const MDOperand &operand : all[at]->operands())
        add(operand);
  }
};

// Returns whether the way on from one of the nodes comes back to itself.
template <typename Next> bool goesRound(ArrayRef<const MDNode *> nodes, Next next) {
  // The nodes that lead on, each with the first node of the way on which it was met.
  DenseMap<const MDNode *, const MDNode *> met;
  for (const MDNode *first : nodes)
    for (const MDNode *at = first; at;) {
      auto *on = dyn_cast_or_null<MDNode>(next(*at));
      if (!on)
        break;
      auto [place, isNew] = met.try_emplace(at, first);
      if (!isNew) {
        if (place->second == first)
          return true;
        break;
      }
      at = on;
    }
  return false;
}
} // namespace

bool misleadsVerifier(const Module &module) {
  Nodes nodes(module);
  return !nodes.haveClasses || goesRound(nodes.leading, next) || goesRound(nodes.scoped, scope);
}

extern "C" bool llvmspirv_misleads_verifier(LLVMModuleRef module) { return misleadsVerifier(*unwrap(module)); }
