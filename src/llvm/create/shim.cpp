// What LLVM's C API lacks for building: no constant folding, and LLVM's own validity predicates.
//
// Whatever may be handed ill-typed operands asks LLVM's predicate first and returns null (or false) instead of running
// into an assertion that release builds compile out. `shim.rs` beside this file declares the same functions.
#include "llvm-c/Core.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/ConstantFold.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
using namespace llvm;

namespace {
using Values = ArrayRef<Value *>;
// Of this thread: what is made of one instruction is counted, and bounded.
thread_local uint64_t Made = 0;
// What IRBuilder::Insert does for an instruction without a name: it gets one afterwards, where it has one.
LLVMValueRef insert(LLVMBuilderRef Ref, Instruction *I) {
  auto &B = *unwrap(Ref);
  I->insertInto(B.GetInsertBlock(), B.GetInsertPoint());
  if (DebugLoc Location = B.getCurrentDebugLocation()) I->setDebugLoc(Location);
  return wrap(I);
}
LLVMValueRef put(LLVMBuilderRef B, Instruction *I) { return ++Made, insert(B, I); }
bool isData(Type *T) { return T->isSingleValueType() || T->isAggregateType(); }
bool isData(Value *V) { return isData(V->getType()); }
// The C API numbers opcodes on its own.
unsigned opcode(LLVMOpcode Op) {
  switch (Op) {
#define HANDLE_INST(num, opc, clas) case LLVM##opc: return num;
#include "llvm/IR/Instruction.def"
  default: return 0;
  }
}
bool binaryOk(unsigned Op, Value *L, Value *R) {
  Type *T = L->getType();
  if (T != R->getType() || !Instruction::isBinaryOp(Op)) return false;
  bool Fp = Op == Instruction::FAdd || Op == Instruction::FSub || Op == Instruction::FMul || Op == Instruction::FDiv ||
            Op == Instruction::FRem;
  return Fp ? T->isFPOrFPVectorTy() : T->isIntOrIntVectorTy();
}
bool castOk(unsigned Op, Value *V, Type *To) {
  Type *From = V->getType();
  if (!Instruction::isCast(Op) || !From->isSingleValueType() || !To->isSingleValueType()) return false;
  // LLVM sees target types as having no bits, hence takes any two for each other.
  if (From->getScalarType()->isTargetExtTy() || To->getScalarType()->isTargetExtTy())
    return Op == Instruction::BitCast && From == To;
  return CastInst::castIsValid(Instruction::CastOps(Op), From, To);
}
bool compareOk(bool Float, Value *L, Value *R) {
  Type *T = L->getType();
  if (T != R->getType()) return false;
  return Float ? T->isFPOrFPVectorTy() : T->isIntOrIntVectorTy() || T->isPtrOrPtrVectorTy();
}
bool gepOk(Type *Source, Value *Base, Values Indices) {
  if (!Base->getType()->isPtrOrPtrVectorTy() || !Source->isSized() || Source->isScalableTy()) return false;
  auto *Lanes = dyn_cast<VectorType>(Base->getType());
  for (Value *I : Indices) {
    if (!I->getType()->isIntOrIntVectorTy()) return false;
    if (auto *V = dyn_cast<VectorType>(I->getType())) {
      if (Lanes && Lanes->getElementCount() != V->getElementCount()) return false;
      Lanes = V;
    }
  }
  return GetElementPtrInst::getIndexedType(Source, Indices) != nullptr;
}
// inbounds implies nusw.
GEPNoWrapFlags gepFlags(unsigned Flags) { return GEPNoWrapFlags::fromRaw((Flags & 7) | (Flags & 1 ? 2 : 0)); }
// A function that is named like an intrinsic but typed otherwise makes LLVM read out of bounds.
bool nameOk(StringRef Name, FunctionType *T) {
  SmallVector<Type *, 4> Overloads;
  auto ID = Name.starts_with("llvm.") ? Intrinsic::lookupIntrinsicID(Name) : Intrinsic::not_intrinsic;
  return ID == Intrinsic::not_intrinsic || Intrinsic::getIntrinsicSignature(ID, T, Overloads);
}
} // namespace

extern "C" {
enum Role { Data, Sized, VectorElement, ArrayElement, Member, Returned, Parameter, Zero };
bool spirv_type_is(LLVMTypeRef Ref, Role R) {
  Type *T = unwrap(Ref);
  switch (R) {
  case Data: return isData(T);
  case Sized: return isData(T) && T->isSized();
  case VectorElement: return VectorType::isValidElementType(T);
  case ArrayElement: return ArrayType::isValidElementType(T);
  case Member: return StructType::isValidElementType(T);
  case Returned: return FunctionType::isValidReturnType(T);
  case Parameter: return FunctionType::isValidArgumentType(T);
  case Zero:
    if (auto *X = dyn_cast<TargetExtType>(T)) return X->hasProperty(TargetExtType::HasZeroInit);
    return isData(T) && T->isSized() && !T->isX86_AMXTy();
  }
  return false;
}
bool spirv_set_body(LLVMTypeRef T, LLVMTypeRef *E, unsigned N, bool Packed) {
  Error Err = unwrap<StructType>(T)->setBodyOrError(ArrayRef(unwrap(E), N), Packed);
  bool Failed = bool(Err);
  consumeError(std::move(Err));
  return !Failed;
}
LLVMTypeRef spirv_target_type(LLVMContextRef C, const char *Name, size_t Len, LLVMTypeRef *T, size_t NT, unsigned *I,
                              size_t NI) {
  auto R = TargetExtType::getOrError(*unwrap(C), StringRef(Name, Len), ArrayRef(unwrap(T), NT), ArrayRef(I, NI));
  // LLVM keeps a type that it found wrong, and lets it pass the second time.
  if (R) R = TargetExtType::checkParams(*R);
  if (R) return wrap(*R);
  consumeError(R.takeError());
  return nullptr;
}
char *spirv_set_data_layout(LLVMModuleRef M, const char *Text, size_t Len) {
  auto Layout = DataLayout::parse(StringRef(Text, Len));
  if (!Layout) return LLVMCreateMessage(toString(Layout.takeError()).c_str());
  unwrap(M)->setDataLayout(*Layout);
  return nullptr;
}
LLVMValueRef spirv_add_function(LLVMModuleRef M, LLVMTypeRef T, unsigned Space, const char *Name,
                                size_t Len) {
  auto *F = unwrap<FunctionType>(T);
  if (!nameOk(StringRef(Name, Len), F)) return nullptr;
  return wrap(Function::Create(F, GlobalValue::ExternalLinkage, Space, StringRef(Name, Len), unwrap(M)));
}
unsigned spirv_program_space(LLVMModuleRef M) { return unwrap(M)->getDataLayout().getProgramAddressSpace(); }
LLVMValueRef spirv_intrinsic(LLVMModuleRef M, LLVMTypeRef T, const char *Name, size_t Len) {
  auto *F = unwrap<FunctionType>(T);
  SmallVector<Type *, 4> Overloads;
  auto ID = Intrinsic::lookupIntrinsicID(StringRef(Name, Len));
  if (ID == Intrinsic::not_intrinsic || !Intrinsic::getIntrinsicSignature(ID, F, Overloads)) return nullptr;
  auto Full = Intrinsic::isOverloaded(ID) ? Intrinsic::getName(ID, Overloads, unwrap(M), F) : Intrinsic::getName(ID).str();
  if (auto *Old = unwrap(M)->getNamedValue(Full))
    return isa<Function>(Old) && cast<Function>(Old)->getFunctionType() == F ? wrap(Old) : nullptr;
  return wrap(Intrinsic::getOrInsertDeclaration(unwrap(M), ID, Overloads));
}
LLVMValueRef spirv_copy(LLVMBuilderRef B, LLVMValueRef V) { return put(B, unwrap<Instruction>(V)->clone()); }
uint64_t spirv_made(void) { return Made; }
void spirv_set_name(LLVMValueRef Ref, const char *Name, size_t Len) {
  Value *V = unwrap(Ref);
  if (V->getType()->isVoidTy() || !isa<Instruction, Argument, GlobalValue, BasicBlock>(V)) return;
  if (auto *F = dyn_cast<Function>(V); F && !nameOk(StringRef(Name, Len), F->getFunctionType())) return;
  V->setName(StringRef(Name, Len));
}

LLVMValueRef spirv_binary(LLVMBuilderRef B, LLVMOpcode Op, LLVMValueRef L, LLVMValueRef R) {
  unsigned O = opcode(Op);
  if (!binaryOk(O, unwrap(L), unwrap(R))) return nullptr;
  return put(B, BinaryOperator::Create(Instruction::BinaryOps(O), unwrap(L), unwrap(R)));
}
LLVMValueRef spirv_fneg(LLVMBuilderRef B, LLVMValueRef V) {
  return unwrap(V)->getType()->isFPOrFPVectorTy() ? put(B, UnaryOperator::CreateFNeg(unwrap(V))) : nullptr;
}
LLVMValueRef spirv_compare(LLVMBuilderRef B, bool Float, unsigned Pred, LLVMValueRef L, LLVMValueRef R) {
  if (!compareOk(Float, unwrap(L), unwrap(R))) return nullptr;
  auto Op = Float ? Instruction::FCmp : Instruction::ICmp;
  return put(B, CmpInst::Create(Op, CmpInst::Predicate(Pred), unwrap(L), unwrap(R)));
}
LLVMValueRef spirv_cast(LLVMBuilderRef B, LLVMOpcode Op, LLVMValueRef V, LLVMTypeRef T) {
  unsigned O = opcode(Op);
  if (!castOk(O, unwrap(V), unwrap(T))) return nullptr;
  return put(B, CastInst::Create(Instruction::CastOps(O), unwrap(V), unwrap(T)));
}
LLVMValueRef spirv_select(LLVMBuilderRef B, LLVMValueRef C, LLVMValueRef L, LLVMValueRef R) {
  if (!isData(unwrap(L)) || SelectInst::areInvalidOperands(unwrap(C), unwrap(L), unwrap(R))) return nullptr;
  return put(B, SelectInst::Create(unwrap(C), unwrap(L), unwrap(R)));
}
LLVMValueRef spirv_gep(LLVMBuilderRef B, LLVMTypeRef T, LLVMValueRef P, LLVMValueRef *I, unsigned N, unsigned Flags) {
  Values Indices(unwrap(I), N);
  if (!gepOk(unwrap(T), unwrap(P), Indices)) return nullptr;
  return put(B, GetElementPtrInst::Create(unwrap(T), unwrap(P), Indices, gepFlags(Flags)));
}
LLVMValueRef spirv_extract_element(LLVMBuilderRef B, LLVMValueRef V, LLVMValueRef I) {
  if (!ExtractElementInst::isValidOperands(unwrap(V), unwrap(I))) return nullptr;
  return put(B, ExtractElementInst::Create(unwrap(V), unwrap(I)));
}
LLVMValueRef spirv_insert_element(LLVMBuilderRef B, LLVMValueRef V, LLVMValueRef E, LLVMValueRef I) {
  if (!InsertElementInst::isValidOperands(unwrap(V), unwrap(E), unwrap(I))) return nullptr;
  return put(B, InsertElementInst::Create(unwrap(V), unwrap(E), unwrap(I)));
}
LLVMValueRef spirv_shuffle(LLVMBuilderRef B, LLVMValueRef L, LLVMValueRef R, int *Mask, size_t N) {
  ArrayRef M(Mask, N);
  if (N == 0 || !isa<FixedVectorType>(unwrap(L)->getType()) || any_of(M, [](int I) { return I < -1; }) ||
      !ShuffleVectorInst::isValidOperands(unwrap(L), unwrap(R), M))
    return nullptr;
  return put(B, new ShuffleVectorInst(unwrap(L), unwrap(R), M));
}
LLVMValueRef spirv_extract_value(LLVMBuilderRef B, LLVMValueRef V, unsigned *I, size_t N) {
  if (N == 0 || !ExtractValueInst::getIndexedType(unwrap(V)->getType(), ArrayRef(I, N))) return nullptr;
  return put(B, ExtractValueInst::Create(unwrap(V), ArrayRef(I, N)));
}
LLVMValueRef spirv_insert_value(LLVMBuilderRef B, LLVMValueRef V, LLVMValueRef E, unsigned *I, size_t N) {
  if (N == 0 || ExtractValueInst::getIndexedType(unwrap(V)->getType(), ArrayRef(I, N)) != unwrap(E)->getType())
    return nullptr;
  return put(B, InsertValueInst::Create(unwrap(V), unwrap(E), ArrayRef(I, N)));
}
// An alignment of 0 is the natural one; others are powers of two.
static Align alignment(LLVMBuilderRef B, Type *T, unsigned Alignment) {
  return Alignment ? Align(Alignment) : unwrap(B)->GetInsertBlock()->getDataLayout().getABITypeAlign(T);
}
LLVMValueRef spirv_load(LLVMBuilderRef B, LLVMTypeRef T, LLVMValueRef P, unsigned Alignment, bool Volatile) {
  if (!unwrap(P)->getType()->isPointerTy() || !spirv_type_is(T, Sized)) return nullptr;
  return insert(B, new LoadInst(unwrap(T), unwrap(P), "", Volatile, alignment(B, unwrap(T), Alignment)));
}
LLVMValueRef spirv_store(LLVMBuilderRef B, LLVMValueRef V, LLVMValueRef P, unsigned Alignment, bool Volatile) {
  if (!unwrap(P)->getType()->isPointerTy() || !spirv_type_is(wrap(unwrap(V)->getType()), Sized)) return nullptr;
  return insert(B, new StoreInst(unwrap(V), unwrap(P), Volatile, alignment(B, unwrap(V)->getType(), Alignment)));
}
// The type must be sized, the count null or an integer.
LLVMValueRef spirv_alloca(LLVMBuilderRef B, LLVMTypeRef T, unsigned Space, LLVMValueRef Count) {
  Align Natural = unwrap(B)->GetInsertBlock()->getDataLayout().getPrefTypeAlign(unwrap(T));
  return insert(B, new AllocaInst(unwrap(T), Space, unwrap(Count), Natural));
}
// `*Bad` tells the first argument that does not fit; the number of arguments, where that is what is wrong.
LLVMValueRef spirv_call(LLVMBuilderRef B, LLVMTypeRef T, LLVMValueRef Callee, LLVMValueRef *A, unsigned N,
                        unsigned *Bad) {
  auto *F = unwrap<FunctionType>(T);
  unsigned Params = F->getNumParams();
  *Bad = N;
  if (N < Params || (N > Params && !F->isVarArg())) return nullptr;
  for (unsigned I = 0; I != N; ++I)
    if (I < Params ? unwrap(A[I])->getType() != F->getParamType(I) : !isData(unwrap(A[I]))) return *Bad = I, nullptr;
  CallInst *Call = CallInst::Create(F, unwrap(Callee), Values(unwrap(A), N));
  if (auto *G = dyn_cast<Function>(unwrap(Callee))) Call->setCallingConv(G->getCallingConv());
  return insert(B, Call);
}

LLVMValueRef spirv_const_binary(LLVMOpcode Op, LLVMValueRef L, LLVMValueRef R) {
  unsigned O = opcode(Op);
  if (!binaryOk(O, unwrap(L), unwrap(R))) return nullptr;
  auto *A = unwrap<Constant>(L), *B = unwrap<Constant>(R);
  return wrap(ConstantExpr::isSupportedBinOp(O) ? ConstantExpr::get(O, A, B) : ConstantFoldBinaryInstruction(O, A, B));
}
LLVMValueRef spirv_const_cast(LLVMOpcode Op, LLVMValueRef V, LLVMTypeRef T) {
  unsigned O = opcode(Op);
  if (!castOk(O, unwrap(V), unwrap(T))) return nullptr;
  auto *C = unwrap<Constant>(V);
  return wrap(ConstantExpr::isSupportedCastOp(O) ? ConstantExpr::getCast(O, C, unwrap(T))
                                                 : ConstantFoldCastInstruction(O, C, unwrap(T)));
}
LLVMValueRef spirv_const_compare(bool Float, unsigned Pred, LLVMValueRef L, LLVMValueRef R) {
  if (!compareOk(Float, unwrap(L), unwrap(R))) return nullptr;
  return wrap(ConstantFoldCompareInstruction(CmpInst::Predicate(Pred), unwrap<Constant>(L), unwrap<Constant>(R)));
}
LLVMValueRef spirv_const_gep(LLVMTypeRef T, LLVMValueRef P, LLVMValueRef *I, unsigned N, unsigned Flags) {
  Values Indices(unwrap(I), N);
  if (!gepOk(unwrap(T), unwrap(P), Indices)) return nullptr;
  return wrap(ConstantExpr::getGetElementPtr(unwrap(T), unwrap<Constant>(P), Indices, gepFlags(Flags)));
}

LLVMMetadataRef spirv_md_distinct(LLVMContextRef C, LLVMMetadataRef *Ops, size_t N) {
  return wrap(MDNode::getDistinct(*unwrap(C), ArrayRef(unwrap(Ops), N)));
}
// LLVMSetMetadata takes the node as a value, and a distinct node of one constant would become another one on the way.
void spirv_set_metadata(LLVMValueRef instruction, unsigned kind, LLVMMetadataRef node) {
  unwrap<Instruction>(instruction)->setMetadata(kind, unwrap<MDNode>(node));
}

void spirv_md_replace_operand(LLVMMetadataRef Node, unsigned I, LLVMMetadataRef New) {
  unwrap<MDNode>(Node)->replaceOperandWith(I, unwrap(New));
}
void spirv_drop_named_metadata(LLVMModuleRef M, const char *At, size_t Len) {
  if (NamedMDNode *Node = unwrap(M)->getNamedMetadata(StringRef(At, Len)))
    Node->eraseFromParent();
}

bool spirv_add_named_metadata(LLVMModuleRef M, const char *At, size_t Len, LLVMMetadataRef Ref) {
  StringRef Name(At, Len);
  auto *Node = dyn_cast<MDNode>(unwrap(Ref));
  // LLVM casts what is in these two before its verifier gets to see it.
  if (!Node || (Name == "llvm.dbg.cu" && !isa<DICompileUnit>(Node)) ||
      (Name == "llvm.module.flags" &&
       (Node->getNumOperands() != 3 || !mdconst::dyn_extract_or_null<ConstantInt>(Node->getOperand(0)) ||
        !isa_and_nonnull<MDString>(Node->getOperand(1).get()) || !Node->getOperand(2))))
    return false;
  unwrap(M)->getOrInsertNamedMetadata(Name)->addOperand(Node);
  return true;
}

enum AttributeError { Ok, UnknownName, WrongArgument, WrongPlace, BadValue, NoSuchParameter, NoAttributes };
static AttributeError addAttribute(Value *V, unsigned Place, Attribute A) {
  unsigned Args;
  if (auto *F = dyn_cast<Function>(V)) Args = F->arg_size();
  else if (auto *C = dyn_cast<CallBase>(V)) Args = C->arg_size();
  else return NoAttributes;
  if (Place != AttributeList::FunctionIndex && Place > Args) return NoSuchParameter;
  if (auto *F = dyn_cast<Function>(V)) F->addAttributeAtIndex(Place, A);
  else cast<CallBase>(V)->addAttributeAtIndex(Place, A);
  return Ok;
}
// Puts a function behind another one of the same module.
bool spirv_move_function(LLVMValueRef V, LLVMValueRef Other) {
  auto *F = dyn_cast<Function>(unwrap(V)), *Before = dyn_cast<Function>(unwrap(Other));
  if (!F || !Before || F == Before || !F->getParent() || F->getParent() != Before->getParent()) return false;
  auto &List = F->getParent()->getFunctionList();
  List.splice(std::next(Before->getIterator()), List, F->getIterator());
  return true;
}
AttributeError spirv_add_string_attribute(LLVMValueRef V, unsigned Place, const char *K, size_t KN, const char *S,
                                          size_t SN) {
  return addAttribute(unwrap(V), Place, Attribute::get(unwrap(V)->getContext(), StringRef(K, KN), StringRef(S, SN)));
}
void spirv_add_variable_attribute(LLVMValueRef V, const char *K, size_t KN, const char *S, size_t SN) {
  unwrap<GlobalVariable>(V)->addAttribute(StringRef(K, KN), StringRef(S, SN));
}
static bool attributeValueOk(Attribute::AttrKind K, uint64_t N) {
  switch (K) {
  case Attribute::Alignment: return isPowerOf2_64(N) && N <= Value::MaximumAlignment;
  case Attribute::StackAlignment: return isPowerOf2_64(N) && N <= 256;
  case Attribute::NoFPClass: return N != 0 && N <= fcAllFlags;
  case Attribute::UWTable: return N == 1 || N == 2;
  case Attribute::Captures: return N <= 0xff;
  case Attribute::AllocKind: return N <= 0x3f;
  case Attribute::Memory: return N <= UINT32_MAX;
  case Attribute::VScaleRange: return N >> 32 != 0;
  default: return N != 0;
  }
}
static bool attributeFits(Attribute::AttrKind K, unsigned Place) {
  return Place == AttributeList::FunctionIndex ? Attribute::canUseAsFnAttr(K)
         : Place == AttributeList::ReturnIndex ? Attribute::canUseAsRetAttr(K)
                                               : Attribute::canUseAsParamAttr(K);
}
// Whether the place of a function or call may have an attribute of this kind, by the type that is there.
bool spirv_takes_attribute(LLVMValueRef V, unsigned Place, unsigned Kind) {
  auto K = static_cast<Attribute::AttrKind>(Kind);
  if (K == Attribute::None || K >= Attribute::EndAttrKinds || !attributeFits(K, Place)) return false;
  auto *F = dyn_cast<Function>(unwrap(V));
  auto *C = dyn_cast<CallBase>(unwrap(V));
  if (Place == AttributeList::FunctionIndex || (!F && !C)) return F || C;
  FunctionType *FT = F ? F->getFunctionType() : C->getFunctionType();
  if (Place > FT->getNumParams()) return false;
  Type *T = Place == AttributeList::ReturnIndex ? FT->getReturnType() : FT->getParamType(Place - 1);
  return !AttributeFuncs::typeIncompatible(T, AttributeSet()).contains(K);
}
// With a type for `byval` and its like; without for the rest.
AttributeError spirv_add_attribute(LLVMValueRef V, unsigned Place, const char *Name, size_t Len, uint64_t N,
                                   LLVMTypeRef T) {
  auto &C = unwrap(V)->getContext();
  auto K = Attribute::getAttrKindFromName(StringRef(Name, Len));
  if (K == Attribute::None) return UnknownName;
  if (!attributeFits(K, Place)) return WrongPlace;
  if (Attribute::isTypeAttrKind(K) != (T != nullptr)) return WrongArgument;
  if (T) return addAttribute(unwrap(V), Place, Attribute::get(C, K, unwrap(T)));
  if (Attribute::isEnumAttrKind(K)) return addAttribute(unwrap(V), Place, Attribute::get(C, K));
  if (!Attribute::isIntAttrKind(K)) return WrongArgument;
  return attributeValueOk(K, N) ? addAttribute(unwrap(V), Place, Attribute::get(C, K, N)) : BadValue;
}
}
