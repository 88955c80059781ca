// Debug information: any node as one table of numbers and one of metadata, both ways; records; locations. Declared for Rust in
// shim.rs beside this file, whose enumerations `Class`, `Number` and `Link` these repeat.
#include "llvm-c/Core.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace {
enum Class : unsigned {
  Other, Location, Expression, GlobalExpression, Subrange, Enumerator, BasicType, StringType, DerivedType, CompositeType,
  File, Unit, FunctionType, Function_, Block, BlockFile, Namespace, TemplateType, TemplateValue, Global, Local, Label,
  Imported, Module_, Macro, MacroFile, Tuple,
};

enum Number : unsigned {
  Tag, Line, Column, Size, Offset, Align, Encoding, Flags, Space, ScopeLine, FunctionFlags, Arg, Language, LanguageVersion,
  Discriminator, Exported, IsLocal, IsDefinition, DwoId, Emission, UnitBits, NameTable, RuntimeVersion, ChecksumKind, Value_,
  Unsigned, Convention, IsWide, Unsaid, NumbersEnd,
};

enum Link : unsigned {
  Name, Linkage, File_, Scope, Base, Extra, Elements, Templates, Unit_, Declaration, Retained, TargetName, InlinedAt, Directory,
  Checksum, Source, Producer, UnitFlags, SplitName, Enums, RetainedTypes, Globals, Imports, Macros, Variable, Expression_, Held,
  Count, Lower, Upper, Stride, Entity, DataLocation, Associated, Allocated, Rank, ConfigMacros, IncludePath, ApiNotes, Length,
  LengthExpression, LocationExpression, SysRoot, Sdk, Selector, LinksEnd,
};

struct Node {
  uint64_t numbers[NumbersEnd];
  Metadata *links[LinksEnd];
};

enum { Optimized = 1, SplitInlining = 2, Profiling = 4, RangesBase = 8 };

// What a node says that no other field holds, since SPIR-V cannot say it.
enum { VirtualTable = 1, DefaultArgument = 2, VirtualMethod = 4 };

uint64_t number(Metadata *from) {
  auto *constant = dyn_cast_or_null<ConstantAsMetadata>(from);
  auto *integer = constant ? dyn_cast<ConstantInt>(constant->getValue()) : nullptr;
  return integer && integer->getBitWidth() <= 64 ? integer->getZExtValue() : 0;
}

Class read(const MDNode &from, Node &to) {
  auto *n = to.numbers;
  auto *l = to.links;
  auto type = [&](const DIType &t) {
    n[Tag] = t.getTag(), n[Line] = t.getLine(), n[Size] = number(t.getRawSizeInBits());
    n[Offset] = number(t.getRawOffsetInBits()), n[Align] = t.getAlignInBits(), n[Flags] = t.getFlags();
    l[Name] = t.getRawName(), l[File_] = t.getRawFile(), l[Scope] = t.getRawScope();
  };
  if (auto *d = dyn_cast<DILocation>(&from)) {
    n[Line] = d->getLine(), n[Column] = d->getColumn(), l[Scope] = d->getRawScope(), l[InlinedAt] = d->getRawInlinedAt();
    return Location;
  }
  if (isa<DIExpression>(from))
    return Expression;
  if (auto *d = dyn_cast<DIGlobalVariableExpression>(&from)) {
    l[Variable] = d->getRawVariable(), l[Expression_] = d->getRawExpression();
    return GlobalExpression;
  }
  if (auto *d = dyn_cast<DISubrange>(&from)) {
    l[Count] = d->getRawCountNode(), l[Lower] = d->getRawLowerBound(), l[Upper] = d->getRawUpperBound(), l[Stride] = d->getRawStride();
    return Subrange;
  }
  if (auto *d = dyn_cast<DIEnumerator>(&from)) {
    const APInt &value = d->getValue();
    n[Unsigned] = d->isUnsigned(), n[IsWide] = d->isUnsigned() ? !value.isIntN(64) : !value.isSignedIntN(64);
    n[Value_] = n[IsWide] ? 0 : d->isUnsigned() ? value.getZExtValue() : uint64_t(value.getSExtValue());
    l[Name] = d->getRawName();
    return Enumerator;
  }
  if (auto *d = dyn_cast<DIBasicType>(&from)) {
    type(*d), n[Encoding] = d->getEncoding();
    return BasicType;
  }
  if (auto *d = dyn_cast<DIStringType>(&from)) {
    type(*d), n[Encoding] = d->getEncoding(), l[Length] = d->getRawStringLength();
    l[LengthExpression] = d->getRawStringLengthExp(), l[LocationExpression] = d->getRawStringLocationExp();
    return StringType;
  }
  if (auto *d = dyn_cast<DIDerivedType>(&from)) {
    type(*d), l[Base] = d->getRawBaseType(), l[Extra] = d->getRawExtraData();
    n[Space] = d->getDWARFAddressSpace() ? uint64_t(*d->getDWARFAddressSpace()) + 1 : 0;
    return DerivedType;
  }
  if (auto *d = dyn_cast<DICompositeType>(&from)) {
    type(*d), l[Base] = d->getRawBaseType(), l[Elements] = d->getRawElements(), l[Templates] = d->getRawTemplateParams();
    l[Linkage] = d->getRawIdentifier(), l[DataLocation] = d->getRawDataLocation(), l[Associated] = d->getRawAssociated();
    l[Allocated] = d->getRawAllocated(), l[Rank] = d->getRawRank(), l[Selector] = d->getRawDiscriminator();
    n[Unsaid] = d->getRawVTableHolder() ? VirtualTable : 0;
    return CompositeType;
  }
  if (auto *d = dyn_cast<DISubroutineType>(&from)) {
    type(*d), n[Convention] = d->getCC(), l[Elements] = d->getRawTypeArray();
    return FunctionType;
  }
  if (auto *d = dyn_cast<DIFile>(&from)) {
    l[Name] = d->getRawFilename(), l[Directory] = d->getRawDirectory(), l[Source] = d->getRawSource();
    if (auto sum = d->getRawChecksum())
      n[ChecksumKind] = sum->Kind, l[Checksum] = sum->Value;
    return File;
  }
  if (auto *d = dyn_cast<DICompileUnit>(&from)) {
    auto language = d->getSourceLanguage();
    n[Language] = language.getName(), n[LanguageVersion] = language.hasVersionedName() ? uint64_t(language.getVersion()) + 1 : 0;
    n[UnitBits] = (d->isOptimized() ? Optimized : 0) | (d->getSplitDebugInlining() ? SplitInlining : 0) |
                  (d->getDebugInfoForProfiling() ? Profiling : 0) | (d->getRangesBaseAddress() ? RangesBase : 0);
    n[RuntimeVersion] = d->getRuntimeVersion(), n[Emission] = d->getEmissionKind(), n[NameTable] = unsigned(d->getNameTableKind());
    n[DwoId] = d->getDWOId(), l[File_] = d->getRawFile(), l[Producer] = d->getRawProducer(), l[UnitFlags] = d->getRawFlags();
    l[SplitName] = d->getRawSplitDebugFilename(), l[Enums] = d->getRawEnumTypes(), l[RetainedTypes] = d->getRawRetainedTypes();
    l[Globals] = d->getRawGlobalVariables(), l[Imports] = d->getRawImportedEntities(), l[Macros] = d->getRawMacros();
    l[SysRoot] = d->getRawSysRoot(), l[Sdk] = d->getRawSDK();
    return Unit;
  }
  if (auto *d = dyn_cast<DISubprogram>(&from)) {
    n[Line] = d->getLine(), n[ScopeLine] = d->getScopeLine(), n[Flags] = d->getFlags(), n[FunctionFlags] = d->getSPFlags();
    l[Scope] = d->getRawScope(), l[Name] = d->getRawName(), l[Linkage] = d->getRawLinkageName(), l[File_] = d->getRawFile();
    l[Base] = d->getRawType(), l[Unit_] = d->getRawUnit(), l[Declaration] = d->getRawDeclaration();
    l[Retained] = d->getRawRetainedNodes(), l[Templates] = d->getRawTemplateParams(), l[TargetName] = d->getRawTargetFuncName();
    // As numbers: the operators of the enumeration assert that there are no other bits.
    bool isVirtual = unsigned(d->getSPFlags()) & unsigned(DISubprogram::SPFlagVirtuality);
    n[Unsaid] = isVirtual || d->getVirtualIndex() || d->getThisAdjustment() ? VirtualMethod : 0;
    return Function_;
  }
  if (auto *d = dyn_cast<DILexicalBlock>(&from)) {
    n[Line] = d->getLine(), n[Column] = d->getColumn(), l[Scope] = d->getRawScope(), l[File_] = d->getRawFile();
    return Block;
  }
  if (auto *d = dyn_cast<DILexicalBlockFile>(&from)) {
    n[Discriminator] = d->getDiscriminator(), l[Scope] = d->getRawScope(), l[File_] = d->getRawFile();
    return BlockFile;
  }
  if (auto *d = dyn_cast<DINamespace>(&from)) {
    n[Exported] = d->getExportSymbols(), l[Scope] = d->getRawScope(), l[Name] = d->getRawName();
    return Namespace;
  }
  if (auto *d = dyn_cast<DITemplateTypeParameter>(&from)) {
    n[Tag] = d->getTag(), l[Name] = d->getRawName(), l[Base] = d->getRawType(), n[Unsaid] = d->isDefault() ? DefaultArgument : 0;
    return TemplateType;
  }
  if (auto *d = dyn_cast<DITemplateValueParameter>(&from)) {
    n[Tag] = d->getTag(), l[Name] = d->getRawName(), l[Base] = d->getRawType(), l[Held] = d->getValue();
    n[Unsaid] = d->isDefault() ? DefaultArgument : 0;
    return TemplateValue;
  }
  if (auto *d = dyn_cast<DIGlobalVariable>(&from)) {
    n[Line] = d->getLine(), n[IsLocal] = d->isLocalToUnit(), n[IsDefinition] = d->isDefinition(), n[Align] = d->getAlignInBits();
    l[Scope] = d->getRawScope(), l[Name] = d->getRawName(), l[Linkage] = d->getRawLinkageName(), l[File_] = d->getRawFile();
    l[Base] = d->getRawType(), l[Declaration] = d->getRawStaticDataMemberDeclaration(), l[Templates] = d->getRawTemplateParams();
    return Global;
  }
  if (auto *d = dyn_cast<DILocalVariable>(&from)) {
    n[Line] = d->getLine(), n[Arg] = d->getArg(), n[Flags] = d->getFlags(), n[Align] = d->getAlignInBits();
    l[Scope] = d->getRawScope(), l[Name] = d->getRawName(), l[File_] = d->getRawFile(), l[Base] = d->getRawType();
    return Local;
  }
  if (auto *d = dyn_cast<DILabel>(&from)) {
    n[Line] = d->getLine(), n[Column] = d->getColumn();
    l[Scope] = d->getRawScope(), l[Name] = d->getRawName(), l[File_] = d->getRawFile();
    return Label;
  }
  if (auto *d = dyn_cast<DIImportedEntity>(&from)) {
    n[Tag] = d->getTag(), n[Line] = d->getLine(), l[Scope] = d->getRawScope(), l[Entity] = d->getRawEntity();
    l[File_] = d->getRawFile(), l[Name] = d->getRawName(), l[Elements] = d->getRawElements();
    return Imported;
  }
  if (auto *d = dyn_cast<DIModule>(&from)) {
    n[Line] = d->getLineNo(), n[IsDefinition] = !d->getIsDecl(), l[File_] = d->getRawFile(), l[Scope] = d->getRawScope();
    l[Name] = d->getRawName(), l[ConfigMacros] = d->getRawConfigurationMacros(), l[IncludePath] = d->getRawIncludePath();
    l[ApiNotes] = d->getRawAPINotesFile();
    return Module_;
  }
  if (auto *d = dyn_cast<DIMacro>(&from)) {
    n[Tag] = d->getMacinfoType(), n[Line] = d->getLine(), l[Name] = d->getRawName(), l[Held] = d->getRawValue();
    return Macro;
  }
  if (auto *d = dyn_cast<DIMacroFile>(&from)) {
    n[Line] = d->getLine(), l[File_] = d->getRawFile(), l[Elements] = d->getRawElements();
    return MacroFile;
  }
  return isa<MDTuple>(from) ? Tuple : Other;
}

MDString *text(const Node &from, Link link) { return dyn_cast_or_null<MDString>(from.links[link]); }

Metadata *constant(LLVMContext &context, uint64_t value) {
  return value ? ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), value)) : nullptr;
}

template <class T, class... A> MDNode *made(bool distinct, LLVMContext &context, A... arguments) {
  return distinct ? T::getDistinct(context, arguments...) : T::get(context, arguments...);
}

MDNode *make(LLVMContext &context, Class kind, bool distinct, const Node &from) {
  const auto *n = from.numbers;
  auto *l = from.links;
  auto flags = DINode::DIFlags(uint32_t(n[Flags]));
  auto small = [&](Number which) { return unsigned(n[which]); };
  auto t = [&](Link link) { return text(from, link); };
  switch (kind) {
  case Location:
    return made<DILocation>(distinct, context, small(Line), small(Column), l[Scope], l[InlinedAt], false, uint64_t(0), uint8_t(0));
  case GlobalExpression:
    return made<DIGlobalVariableExpression>(distinct, context, l[Variable], l[Expression_]);
  case Subrange:
    return made<DISubrange>(distinct, context, l[Count], l[Lower], l[Upper], l[Stride]);
  case Enumerator:
    return made<DIEnumerator>(distinct, context, APInt(64, n[Value_]), bool(n[Unsigned]), t(Name));
  case BasicType:
    return made<DIBasicType>(distinct, context, small(Tag), t(Name), n[Size], small(Align), small(Encoding), flags);
  case StringType:
    return made<DIStringType>(distinct, context, small(Tag), t(Name), l[Length], l[LengthExpression], l[LocationExpression], n[Size],
                              small(Align), small(Encoding));
  case DerivedType: {
    auto space = n[Space] ? std::optional<unsigned>(unsigned(n[Space] - 1)) : std::nullopt;
    return made<DIDerivedType>(distinct, context, small(Tag), t(Name), l[File_], small(Line), l[Scope], l[Base],
                               constant(context, n[Size]), small(Align), constant(context, n[Offset]), space,
                               std::optional<DIDerivedType::PtrAuthData>(), flags, l[Extra], (Metadata *)nullptr);
  }
  case CompositeType:
    return made<DICompositeType>(distinct, context, small(Tag), t(Name), l[File_], small(Line), l[Scope], l[Base],
                                 constant(context, n[Size]), small(Align), constant(context, n[Offset]), flags, l[Elements], 0u,
                                 std::optional<uint32_t>(), (Metadata *)nullptr, l[Templates], t(Linkage), (Metadata *)nullptr,
                                 l[DataLocation], l[Associated], l[Allocated], l[Rank]);
  case FunctionType:
    return made<DISubroutineType>(distinct, context, flags, uint8_t(n[Convention]), l[Elements]);
  case File: {
    std::optional<DIFile::ChecksumInfo<MDString *>> sum;
    if (MDString *value = t(Checksum); value && n[ChecksumKind])
      sum.emplace(DIFile::ChecksumKind(n[ChecksumKind]), value);
    return made<DIFile>(distinct, context, t(Name), t(Directory), sum, t(Source));
  }
  case Unit: {
    uint16_t name = uint16_t(n[Language]);
    auto language = n[LanguageVersion] ? DISourceLanguageName(name, uint32_t(n[LanguageVersion] - 1)) : DISourceLanguageName(name);
    return DICompileUnit::getDistinct(context, language, l[File_], t(Producer), bool(n[UnitBits] & Optimized), t(UnitFlags),
                                      small(RuntimeVersion), t(SplitName), small(Emission), l[Enums], l[RetainedTypes], l[Globals],
                                      l[Imports], l[Macros], n[DwoId], bool(n[UnitBits] & SplitInlining),
                                      bool(n[UnitBits] & Profiling), small(NameTable), bool(n[UnitBits] & RangesBase), t(SysRoot),
                                      t(Sdk));
  }
  case Function_:
    return made<DISubprogram>(distinct, context, l[Scope], t(Name), t(Linkage), l[File_], small(Line), l[Base], small(ScopeLine),
                              (Metadata *)nullptr, 0u, 0, flags, DISubprogram::DISPFlags(small(FunctionFlags)), l[Unit_],
                              l[Templates], l[Declaration], l[Retained], (Metadata *)nullptr, (Metadata *)nullptr, t(TargetName));
  case Block:
    return made<DILexicalBlock>(distinct, context, l[Scope], l[File_], small(Line), small(Column));
  case BlockFile:
    return made<DILexicalBlockFile>(distinct, context, l[Scope], l[File_], small(Discriminator));
  case Namespace:
    return made<DINamespace>(distinct, context, l[Scope], t(Name), bool(n[Exported]));
  case TemplateType:
    return made<DITemplateTypeParameter>(distinct, context, t(Name), l[Base], false);
  case TemplateValue:
    return made<DITemplateValueParameter>(distinct, context, small(Tag), t(Name), l[Base], false, l[Held]);
  case Global:
    return made<DIGlobalVariable>(distinct, context, l[Scope], t(Name), t(Linkage), l[File_], small(Line), l[Base], bool(n[IsLocal]),
                                  bool(n[IsDefinition]), l[Declaration], l[Templates], small(Align), (Metadata *)nullptr);
  case Local:
    return made<DILocalVariable>(distinct, context, l[Scope], t(Name), l[File_], small(Line), l[Base], small(Arg), flags, small(Align),
                                 (Metadata *)nullptr);
  case Label:
    return made<DILabel>(distinct, context, l[Scope], t(Name), l[File_], small(Line), small(Column), false, std::optional<unsigned>());
  case Imported:
    return made<DIImportedEntity>(distinct, context, small(Tag), l[Scope], l[Entity], l[File_], small(Line), t(Name), l[Elements]);
  case Module_:
    return made<DIModule>(distinct, context, l[File_], l[Scope], t(Name), t(ConfigMacros), t(IncludePath), t(ApiNotes), small(Line),
                          !n[IsDefinition]);
  case Macro:
    return made<DIMacro>(distinct, context, small(Tag), small(Line), t(Name), t(Held));
  case MacroFile:
    return made<DIMacroFile>(distinct, context, 3u, small(Line), l[File_], l[Elements]);
  default:
    return nullptr;
  }
}

// The operand that a link of a distinct node is.
int operandOf(const MDNode &node, Link link) {
  if (isa<DICompositeType>(node))
    return link == Elements ? 6 : -1;
  if (isa<DISubprogram>(node))
    return link == Retained ? 7 : -1;
  if (isa<DICompileUnit>(node))
    return link == Enums ? 4 : link == RetainedTypes ? 5 : link == Globals ? 6 : link == Imports ? 7 : link == Macros ? 8 : -1;
  return -1;
}
} // namespace

extern "C" {
unsigned spirv_debug_read(LLVMMetadataRef from, Node *to) {
  auto *node = dyn_cast<MDNode>(unwrap(from));
  return node ? read(*node, *to) : Other;
}

// What a location, a local variable or a scope in a function stands in; null for others.
LLVMMetadataRef spirv_debug_scope(LLVMMetadataRef from) {
  const Metadata *node = unwrap(from);
  Metadata *scope = nullptr;
  if (auto *location = dyn_cast<DILocation>(node))
    scope = location->getRawScope();
  else if (auto *block = dyn_cast<DILexicalBlockBase>(node))
    scope = block->getRawScope();
  else if (auto *function = dyn_cast<DISubprogram>(node))
    scope = function->getRawScope();
  else if (auto *variable = dyn_cast<DIVariable>(node))
    scope = variable->getRawScope();
  return wrap(scope);
}

// `storage` is 1 for a distinct node, and 2 for a composite that is temporary.
LLVMMetadataRef spirv_debug_make(LLVMContextRef context, unsigned kind, unsigned storage, const Node *from) {
  MDNode *node = make(*unwrap(context), Class(kind), storage != 0, *from);
  if (storage == 2 && node)
    node = node->clone().release();
  return wrap(static_cast<Metadata *>(node));
}

// The node is one that spirv_debug_make made distinct.
bool spirv_debug_link(LLVMMetadataRef to, unsigned link, LLVMMetadataRef value) {
  auto *node = dyn_cast<MDNode>(unwrap(to));
  int operand = node && !node->isUniqued() ? operandOf(*node, Link(link)) : -1;
  if (operand < 0)
    return false;
  node->replaceOperandWith(operand, unwrap(value));
  return true;
}

size_t spirv_debug_expression(LLVMMetadataRef from, const uint64_t **words) {
  auto *expression = dyn_cast<DIExpression>(unwrap(from));
  if (!expression)
    return 0;
  *words = expression->getElements().data();
  return expression->getNumElements();
}

// Null for one that LLVM's verifier refuses, as it would all debug information with it.
LLVMMetadataRef spirv_debug_make_expression(LLVMContextRef context, const uint64_t *words, size_t count) {
  auto *made = DIExpression::get(*unwrap(context), ArrayRef(words, count));
  return made->isValid() ? wrap(static_cast<Metadata *>(made)) : nullptr;
}

LLVMMetadataRef spirv_debug_subprogram(LLVMValueRef function) {
  auto *value = dyn_cast<Function>(unwrap(function));
  return value ? wrap(static_cast<Metadata *>(value->getSubprogram())) : nullptr;
}

void spirv_debug_set_subprogram(LLVMValueRef function, LLVMMetadataRef to) {
  if (auto *subprogram = dyn_cast<DISubprogram>(unwrap(to)))
    unwrap<Function>(function)->setSubprogram(subprogram);
}

size_t spirv_debug_of_global(LLVMValueRef global, LLVMMetadataRef *to, size_t room) {
  SmallVector<DIGlobalVariableExpression *> all;
  unwrap<GlobalVariable>(global)->getDebugInfo(all);
  for (size_t i = 0; i != all.size() && i != room; ++i)
    to[i] = wrap(static_cast<Metadata *>(all[i]));
  return all.size();
}

void spirv_debug_add_to_global(LLVMValueRef global, LLVMMetadataRef expression) {
  if (auto *node = dyn_cast<DIGlobalVariableExpression>(unwrap(expression)))
    unwrap<GlobalVariable>(global)->addDebugInfo(node);
}

// The next record in front of an instruction; `kind` is 0 for a value, 1 for a declaration, 2 for an assignment, 3 for a declared
// value and 4 for a label, of which only the location and the label as variable are given.
struct Record {
  unsigned kind;
  unsigned count;
  LLVMMetadataRef variable, expression, location;
  LLVMValueRef value;
};

const void *spirv_debug_next_record(LLVMValueRef inst, const void *previous, Record *to) {
  auto *instruction = unwrap<Instruction>(inst);
  DbgMarker *marker = instruction->DebugMarker;
  if (!marker)
    return nullptr;
  auto &records = marker->StoredDbgRecords;
  auto at = previous ? std::next(const_cast<DbgRecord *>(static_cast<const DbgRecord *>(previous))->getIterator()) : records.begin();
  if (at == records.end())
    return nullptr;
  DbgRecord &record = *at;
  to->location = wrap(static_cast<Metadata *>(record.getDebugLoc().getAsMDNode()));
  to->value = nullptr, to->expression = nullptr, to->count = 0;
  if (auto *label = dyn_cast<DbgLabelRecord>(&record)) {
    to->kind = 4, to->variable = wrap(static_cast<Metadata *>(label->getRawLabel()));
    return &record;
  }
  auto &variable = cast<DbgVariableRecord>(record);
  to->kind = variable.isDbgDeclare() ? 1 : variable.isDbgAssign() ? 2 : variable.isDbgDeclareValue() ? 3 : 0;
  to->variable = wrap(static_cast<Metadata *>(variable.getRawVariable()));
  to->expression = wrap(static_cast<Metadata *>(variable.getRawExpression()));
  to->count = variable.getNumVariableLocationOps();
  if (to->count)
    to->value = wrap(variable.getVariableLocationOp(0));
  return &record;
}

// At the end of the builder's block; kinds as above. `value` is null for a place that is no longer known.
void spirv_debug_insert_record(LLVMBuilderRef builder, unsigned kind, LLVMValueRef value, LLVMMetadataRef variable,
                               LLVMMetadataRef expression, LLVMMetadataRef location, LLVMTypeRef killed) {
  BasicBlock *block = unwrap(builder)->GetInsertBlock();
  Value *held = value ? unwrap(value) : PoisonValue::get(unwrap(killed));
  using Location = DbgVariableRecord::LocationType;
  auto type = kind == 1 ? Location::Declare : kind == 3 ? Location::DeclareValue : Location::Value;
  auto *words = cast<DIExpression>(unwrap(expression));
  auto *record = new DbgVariableRecord(ValueAsMetadata::get(held), cast<DILocalVariable>(unwrap(variable)), words,
                                       cast<DILocation>(unwrap(location)), type);
  // One value stands for each that the expression names.
  uint64_t named = 0;
  for (auto operation : words->expr_ops())
    if (operation.getOp() == dwarf::DW_OP_LLVM_arg)
      named = std::max(named, operation.getArg(0) + 1);
  if (named && named <= words->getNumElements())
    record->setRawLocation(DIArgList::get(block->getContext(), SmallVector<ValueAsMetadata *>(named, ValueAsMetadata::get(held))));
  block->insertDbgRecordBefore(record, block->end());
}

// Bits of a value from an offset on, that another value holds.
struct Part {
  LLVMValueRef value;
  uint64_t offset, size;
};

// Puts records of the parts in front of a record; false where they cannot be said.
static bool splitRecord(DbgVariableRecord &record, Value *old, const Part *parts, size_t count) {
  if (record.hasArgList() || record.getNumVariableLocationOps() != 1 || !count)
    return false;
  DIExpression *words = record.getExpression();
  auto fragment = words->getFragmentInfo();
  auto variable = record.getVariable()->getSizeInBits();
  uint64_t whole = fragment ? fragment->SizeInBits : variable.value_or(UINT64_MAX);
  SmallVector<DbgVariableRecord *> made;
  for (size_t i = 0; i != count; ++i) {
    if (parts[i].offset >= whole)
      continue;
    uint64_t size = std::min(parts[i].size, whole - parts[i].offset);
    bool isAll = count == 1 || (parts[i].offset == 0 && size == whole);
    auto said = isAll ? std::optional(words) : DIExpression::createFragmentExpression(words, unsigned(parts[i].offset), unsigned(size));
    if (!said) {
      for (DbgVariableRecord *one : made)
        one->deleteRecord();
      return false;
    }
    made.push_back(record.clone());
    made.back()->replaceVariableLocationOp(old, unwrap(parts[i].value));
    made.back()->setExpression(*said);
  }
  for (DbgVariableRecord *one : made)
    one->insertBefore(&record);
  record.eraseFromParent();
  return true;
}

bool spirv_debug_is_in_metadata(LLVMValueRef value) { return unwrap(value)->isUsedByMetadata(); }

// Says the values of the records of a value in parts; returns how many places are no longer known.
size_t spirv_debug_split(LLVMValueRef raw, const Part *parts, size_t count) {
  Value *old = unwrap(raw);
  SmallVector<DbgVariableRecord *> records;
  findDbgUsers(old, records);
  size_t lost = 0;
  for (DbgVariableRecord *record : records)
    if (record->isDbgValue() && !splitRecord(*record, old, parts, count)) {
      record->setKillLocation();
      ++lost;
    }
  return lost;
}

void spirv_debug_set_location(LLVMBuilderRef builder, LLVMMetadataRef location) {
  auto *node = location ? dyn_cast<DILocation>(unwrap(location)) : nullptr;
  unwrap(builder)->SetCurrentDebugLocation(DebugLoc(node));
}

// Verifies a module, and removes all debug information where LLVM's verifier refuses that. Returns whether it refuses the rest;
// `dropped` is its first complaint about debug information, or null.
bool spirv_debug_verify(LLVMModuleRef raw, char **dropped, char **message) {
  std::string text;
  raw_string_ostream stream(text);
  bool broken = false;
  bool fails = verifyModule(*unwrap(raw), &stream, &broken);
  *dropped = broken ? LLVMCreateMessage(StringRef(text).split('\n').first.str().c_str()) : nullptr;
  if (broken)
    StripDebugInfo(*unwrap(raw));
  if (broken && fails) {
    text.clear();
    fails = verifyModule(*unwrap(raw), &stream);
  }
  *message = LLVMCreateMessage(text.c_str());
  return fails;
}

void spirv_debug_flag(LLVMModuleRef raw, unsigned behaviour, const char *name, size_t length, unsigned value) {
  unwrap(raw)->addModuleFlag(Module::ModFlagBehavior(behaviour), StringRef(name, length), value);
}

void spirv_debug_list(LLVMModuleRef raw, unsigned behaviour, const char *name, size_t length, LLVMMetadataRef list) {
  unwrap(raw)->addModuleFlag(Module::ModFlagBehavior(behaviour), StringRef(name, length), unwrap(list));
}

bool spirv_debug_is_temporary(LLVMMetadataRef raw) {
  auto *node = dyn_cast<MDNode>(unwrap(raw));
  return node && node->isTemporary();
}

LLVMMetadataRef spirv_debug_unify(LLVMMetadataRef raw) {
  auto *node = dyn_cast<MDNode>(unwrap(raw));
  if (!node || !node->isTemporary())
    return raw;
  return wrap(static_cast<Metadata *>(MDNode::replaceWithUniqued(TempMDNode(node))));
}

void spirv_debug_resolve(LLVMMetadataRef raw) {
  auto *node = dyn_cast<MDNode>(unwrap(raw));
  if (node && !node->isResolved())
    node->resolveCycles();
}
}
