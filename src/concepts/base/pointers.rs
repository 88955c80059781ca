//! Pointers: storage classes, pointee types, casts (SPIR-V 3.7 "Storage Class", `OpTypePointer`).
//!
//! In LLVM IR: `ptr addrspace(N)`, without a pointee. In SPIR-V: a storage class and a pointee type.
//!
//! The pointee of a value follows one rule: the definition of the value (alloca, global, `byval`, GEP result, mangled
//! name, kernel argument metadata), then the pointee inferred from its uses, then `i8`; a use with another pointee gets
//! a bitcast. A pointer in memory (member of a struct or array, loaded or stored) points to `i8`. On the way back,
//! casts between pointers of one storage class vanish.

use super::untyped_pointers;
use crate::binary::Instruction;
use crate::binary::builder::Id;
use crate::binary::grammar::Kind;
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::{Opcode, Type, Value};
use crate::state::hooks::ask;
use crate::state::{Chapter, Forward, Operand, Reverse, availability};
use ::spirv::{Capability, Op, StorageClass};

/// Address space, storage class, and the extension that the class belongs to (S3-26 to S3-33).
const STORAGE_CLASSES: &[(u32, StorageClass, &str)] = &[
    (0, StorageClass::Function, ""),
    (1, StorageClass::CrossWorkgroup, ""),
    (2, StorageClass::UniformConstant, ""),
    (3, StorageClass::Workgroup, ""),
    (4, StorageClass::Generic, ""),
    (5, StorageClass::DeviceOnlyINTEL, "SPV_INTEL_usm_storage_classes"),
    (6, StorageClass::HostOnlyINTEL, "SPV_INTEL_usm_storage_classes"),
    (7, StorageClass::Input, ""),
    (8, StorageClass::Output, ""),
    // Read only, but for variables of vector compute.
    (0, StorageClass::Private, ""),
    (9, StorageClass::CodeSectionINTEL, "SPV_INTEL_function_pointers"),
];

/// The instructions that the chapter translates.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[(CHAINS, reverse_access_chain)],
    untranslated: &[Op::RawAccessChainNV, Op::UntypedArrayLengthKHR],
    llvm_instructions: &[
        (&[Opcode::PtrToInt, Opcode::PtrToAddr, Opcode::IntToPtr], forward_int_cast),
        (&[Opcode::AddrSpaceCast], |f, inst, _| forward_addrspacecast(f, inst)),
        (&[Opcode::GetElementPtr], |f, inst, _| forward_gep(f, inst)),
    ],
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// The storage class of an address space, with the capability it needs.
pub fn storage_class(f: &mut Forward<'_>, address_space: u32) -> Result<StorageClass> {
    if let Some(class) = f.hooks.class_of_space.iter().find_map(|hook| hook(address_space)) {
        super::decorations::require_enabling(f, Kind::StorageClass, class as u32);
        return Ok(class);
    }
    let row = STORAGE_CLASSES.iter().find(|row| row.0 == address_space);
    let (_, class, extension) = row.ok_or_else(|| {
        Error::of(Code::AddressSpace, format!("address space {address_space} has no storage class"))
            .hint("0 to 9 have one")
    })?;
    if !extension.is_empty() {
        match availability::extension(f.options, &[extension], || format!("address space {address_space}")) {
            Err(_) if is_usm(*class) && f.options.policy.takes_usm_for_global => {
                return Ok(StorageClass::CrossWorkgroup);
            }
            allowed => drop(allowed?),
        }
    }
    match *class {
        StorageClass::CodeSectionINTEL if !f.options.function_ptr_addr_space => return Ok(StorageClass::Function),
        StorageClass::Output => return Err(Error::of(Code::AddressSpace, "address space 8 (Output) in a kernel")),
        StorageClass::Generic => f.spv.require(Capability::GenericPointer),
        StorageClass::DeviceOnlyINTEL | StorageClass::HostOnlyINTEL => {
            f.spv.require(Capability::USMStorageClassesINTEL);
            f.spv.require_extension(extension);
        }
        _ => {}
    }
    Ok(*class)
}

/// The type of pointers to `pointee`.
pub fn pointer_type(f: &mut Forward<'_>, class: StorageClass, pointee: Id) -> Result<Id> {
    if let Some(ty) = f.pointer_types.get(&(class, pointee)) {
        return Ok(*ty);
    }
    availability::require_operand(f, Kind::StorageClass, class as u32, "the storage class")?;
    let ty = f.spv.global(Op::TypePointer, None, &[class as u32, pointee])?;
    f.pointer_types.insert((class, pointee), ty);
    f.pointers.insert(ty, (class, pointee));
    Ok(ty)
}

/// Returns the SPIR-V type, a pointer to `i8`, for an LLVM pointer with an unknown pointee, and for any pointer in memory.
pub fn untyped<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    let class = storage_class(f, ty.address_space())?;
    let byte = super::types::int(f, 8)?;
    pointer_type(f, class, byte)
}

/// The type of pointers in the address space of `ty` that point to `pointee`.
pub fn pointing_to<'m>(f: &mut Forward<'m>, ty: Type<'m>, pointee: Type<'m>) -> Result<Id> {
    if let Some(id) = f.pointing_to.get(&(ty, pointee)) {
        return Ok(*id);
    }
    let class = storage_class(f, ty.address_space())?;
    let target = super::types::pointee(f, pointee)?;
    let id = pointer_type(f, class, target)?;
    f.pointing_to.insert((ty, pointee), id);
    Ok(id)
}

/// The type that a pointer value gets by its uses, or else the untyped one; that of a vector of pointers.
pub fn by_uses<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Id> {
    if let Some(opaque) = super::opaque_types::sources::of_value(f, value)? {
        return Ok(opaque);
    }
    if let Some(ty) = ask!(f.hooks.pointer_type, f, value) {
        return Ok(ty);
    }
    if value.ty().is_vector() {
        return super::types::forward(f, value.ty());
    }
    match f.body.pointee_uses.pointees.get(&value).copied() {
        Some(pointee) => pointing_to(f, value.ty(), pointee),
        None => untyped(f, value.ty()),
    }
}

/// Returns the operand with type `ty`: itself, or a bitcast of it where only the pointee differs.
pub fn coerce(f: &mut Forward<'_>, operand: Operand, ty: Id) -> Result<Operand> {
    if operand.ty == ty {
        return Ok(operand);
    }
    if let Some(converted) = ask!(f.hooks.convert_value, f, operand, ty) {
        return Ok(converted);
    }
    let (Some((from, _)), Some((to, _))) = (f.pointer_parts(operand.ty), f.pointer_parts(ty)) else {
        // LLVM has pointers for what builtins make something else of by their names.
        return Err(Error::of(Code::BuiltinCall, "a value is used as another type than it is made as"));
    };
    // An argument of vector compute: no cast is better.
    if from != to && (from, to) != (StorageClass::Private, StorageClass::Function) {
        return Err(Error::of(
            Code::BuiltinCall,
            format!("a pointer of class {from:?} is used as one of class {to:?}"),
        ));
    }
    if let Some(id) = f.body.casts.get(&(operand.id, ty)).filter(|_| !f.options.policy.casts_at_each_use) {
        return Ok(Operand { id: *id, ty });
    }
    let cast = f.emit_value(Op::Bitcast, ty, &[operand.id])?;
    f.body.casts.insert((operand.id, ty), cast.id);
    Ok(cast)
}

/// `value` as a pointer to `pointee`.
pub fn operand_to<'m>(f: &mut Forward<'m>, value: Value<'m>, pointee: Type<'m>) -> Result<Operand> {
    let operand = super::values::operand(f, value)?;
    let ty = value.ty();
    // Most pointers have the wanted type already.
    if f.pointing_to.get(&(ty, pointee)) == Some(&operand.ty) {
        return Ok(operand);
    }
    let ty = within(f, operand, ty, pointee)?;
    coerce(f, operand, ty)
}

/// Returns the type of pointers to `pointee` in the storage class of `base`. Variables of vector compute are `Private`,
/// which LLVM's address space cannot tell from `Function`.
fn within<'m>(f: &mut Forward<'m>, base: Operand, ty: Type<'m>, pointee: Type<'m>) -> Result<Id> {
    let class = f.pointer_parts(base.ty).map(|(class, _)| class);
    let Some(class) = class.filter(|class| *class == StorageClass::Private) else { return pointing_to(f, ty, pointee) };
    let pointee = super::types::pointee(f, pointee)?;
    pointer_type(f, class, pointee)
}

/// Translates `getelementptr` to `OpPtrAccessChain`, whose result points to the selected element.
pub fn forward_gep<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    if inst.operand_count() == 1 {
        // Without an index it goes nowhere.
        let base = super::values::nth(f, inst, 0)?;
        return f.bind(inst, base);
    }
    let (op, ty, operands) = access_chain(f, inst)?;
    f.define(inst, op, ty, &operands).map(drop)
}

/// Opcode, type and operands of the access chain for a GEP, be it an instruction or a constant expression.
pub fn access_chain<'m>(f: &mut Forward<'m>, gep: Value<'m>) -> Result<(Op, Id, Vec<u32>)> {
    let (base, source) = gep_base(gep)?;
    let stepped = ask!(f.hooks.stepped_type, f, gep);
    let base = match stepped {
        Some([from, _]) => {
            let base = super::values::operand(f, base)?;
            coerce(f, base, from)?
        }
        None => operand_to_step(f, base, source)?,
    };
    let mut operands = vec![base.id];
    for index in gep.operands().skip(1) {
        // Indices have a sign: one bit that is set is minus one.
        operands.push(super::values::index(f, index, u32::MAX)?);
    }
    if let Some([_, ty]) = stepped {
        return Ok((chain_opcode(gep), ty, operands));
    }
    if let Some(ty) = selected_with_lengths(f, base, gep) {
        let class = f.pointer_parts(base.ty).map_or(StorageClass::Function, |(class, _)| class);
        return Ok((chain_opcode(gep), pointer_type(f, class, ty)?, operands));
    }
    let selected = selected(gep, source)?;
    let ty = within(f, base, gep.ty(), selected)?;
    if selected.scalar().is_int_of(1) && !f.options.policy.stores_booleans && stays_within(gep) {
        operands.remove(1);
        return Ok((logical_chain_opcode(gep), ty, operands));
    }
    Ok((chain_opcode(gep), ty, operands))
}

/// Returns whether the first index of a GEP is zero, so that it stays within the pointee of its base.
fn stays_within(gep: Value<'_>) -> bool {
    gep.operand(1).and_then(Value::int_value) == Some(0)
}

/// Returns the base pointer of a GEP over `source`: unchanged if it points to that type with specialised lengths, else cast.
fn operand_to_step<'m>(f: &mut Forward<'m>, base: Value<'m>, source: Type<'m>) -> Result<Operand> {
    if f.spec_constants.is_sized_any() {
        let operand = super::values::operand(f, base)?;
        let pointee = f.pointer_parts(operand.ty).map(|(_, pointee)| pointee);
        if pointee.is_some_and(|pointee| f.spec_constants.is_sized(pointee, source)) {
            return Ok(operand);
        }
    }
    operand_to(f, base, source)
}

/// Returns the type that the indices of a GEP select from a type with specialised lengths.
pub fn selected_with_lengths<'m>(f: &mut Forward<'m>, base: Operand, gep: Value<'m>) -> Option<Id> {
    let (_, pointee) = f.pointer_parts(base.ty)?;
    if !f.spec_constants.is_sized_any() {
        return None;
    }
    // Below a type that has none there are no others, and LLVM's types say what they are.
    let mut indices = gep.operands().skip(2).peekable();
    let mut ty = pointee;
    while let Some(index) = indices.next() {
        ty = crate::concepts::base::lengths::part_of(f, ty, index)?;
        if !f.spec_constants.has_lengths(ty) && indices.peek().is_some() {
            return None;
        }
    }
    f.spec_constants.has_lengths(pointee).then_some(ty)
}

/// Returns the base pointer of a GEP and the type that it steps over.
pub fn gep_base<'m>(gep: Value<'m>) -> Result<(Value<'m>, Type<'m>)> {
    if gep.ty().is_vector() {
        return Err(Error::needs_extension("a vector of pointers", "SPV_INTEL_masked_gather_scatter"));
    }
    let source = gep.gep_source_type().ok_or_else(|| Error::internal("a GEP without a source type"))?;
    Ok((super::values::child(gep, 0)?, source))
}

/// The type that the indices of a GEP select.
pub fn selected<'m>(gep: Value<'m>, source: Type<'m>) -> Result<Type<'m>> {
    gep.operands().skip(2).try_fold(source, member)
}

/// Returns the opcode for a GEP to a boolean: only logical addressing may have booleans in memory (SPIR-V 3.49.6, `OpTypeBool`).
fn logical_chain_opcode(gep: Value<'_>) -> Op {
    if gep.is_in_bounds() { Op::InBoundsAccessChain } else { Op::AccessChain }
}

/// The opcode for a GEP.
pub fn chain_opcode(gep: Value<'_>) -> Op {
    if gep.is_in_bounds() { Op::InBoundsPtrAccessChain } else { Op::PtrAccessChain }
}

fn member<'m>(aggregate: Type<'m>, index: Value<'m>) -> Result<Type<'m>> {
    let field = |i: u64| aggregate.field(u32::try_from(i).ok()?);
    let found = match aggregate.field_count() {
        0 => aggregate.element(),
        _ => index.int_value().and_then(field),
    };
    found.ok_or_else(|| Error::of(Code::BuiltinCall, format!("index into {aggregate}, which has no such member")))
}

/// `addrspacecast`, to or from the generic address space.
pub fn forward_addrspacecast<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let operand = super::values::nth(f, inst, 0)?;
    let to = storage_class(f, inst.ty().scalar().address_space())?;
    if f.pointer_parts(operand.ty).is_some_and(|(from, _)| from == to) {
        return f.bind(inst, operand);
    }
    let (op, ty, operands) = cast_between(f, operand, inst.ty()).map_err(|error| of_one_side(error, inst))?;
    f.define(inst, op, ty, &operands).map(drop)
}

/// Opcode, type and operands for an `addrspacecast`, be it an instruction or a constant expression.
pub fn addrspacecast<'m>(f: &mut Forward<'m>, cast: Value<'m>) -> Result<(Op, Id, Vec<u32>)> {
    let operand = super::values::nth(f, cast, 0)?;
    cast_between(f, operand, cast.ty()).map_err(|error| of_one_side(error, cast))
}

/// Returns the error of a cast from memory of the device or of the host alone with that fact noted: without its
/// extension such memory is global.
fn of_one_side(error: Error, cast: Value<'_>) -> Error {
    let space = cast.operand(0).map(|from| from.ty().scalar().address_space());
    match *error.subject().unwrap_or(&Subject::Global) {
        Subject::AddressSpaceCast { from, to, .. } if matches!(space, Some(5 | 6)) => {
            error.about(Subject::AddressSpaceCast { from, to, is_of_one_side: true })
        }
        _ => error,
    }
}

/// Opcode, type and operands for casting `operand` to the address space of `ty`.
pub fn cast_between<'m>(f: &mut Forward<'m>, operand: Operand, ty: Type<'m>) -> Result<(Op, Id, Vec<u32>)> {
    let to = storage_class(f, ty.address_space())?;
    let (from, pointee) =
        f.pointer_parts(operand.ty).ok_or_else(|| Error::of(Code::AddressSpaceCast, "addrspacecast of a vector"))?;
    let op = match (from, to) {
        (from, StorageClass::Generic) if from != StorageClass::UniformConstant => Op::PtrCastToGeneric,
        (StorageClass::Generic, to) if to != StorageClass::UniformConstant => Op::GenericCastToPtr,
        (StorageClass::CrossWorkgroup, to) if is_usm(to) => Op::CrossWorkgroupCastToPtrALTERA,
        (from, StorageClass::CrossWorkgroup) if is_usm(from) => Op::PtrCastToCrossWorkgroupALTERA,
        _ => {
            return Err(Error::of(Code::AddressSpaceCast, format!("addrspacecast from {from:?} to {to:?}"))
                .about(Subject::AddressSpaceCast { from, to, is_of_one_side: is_usm(from) })
                .hint("generic pointers (4) lead to address spaces 0, 1 and 3, not to constants, and there are no other casts"));
        }
    };
    Ok((op, pointer_type(f, to, pointee)?, vec![operand.id]))
}

/// Returns whether a storage class is one of unified shared memory.
fn is_usm(class: StorageClass) -> bool {
    matches!(class, StorageClass::DeviceOnlyINTEL | StorageClass::HostOnlyINTEL)
}

/// `ptrtoint` and `inttoptr`.
pub fn forward_int_cast<'m>(f: &mut Forward<'m>, inst: Value<'m>, opcode: Opcode) -> Result<()> {
    let source = inst.operand(0).ok_or_else(|| Error::internal("a cast without an operand"))?;
    let operand = super::values::operand(f, source)?;
    let (op, ty) = match opcode {
        Opcode::IntToPtr => (Op::ConvertUToPtr, by_uses(f, inst)?),
        _ if inst.ty().is_int_of(1) => {
            let compared = super::constants::lowest_bit_of_address(f, operand)?;
            let ty = super::types::forward(f, inst.ty())?;
            return f.define(inst, Op::INotEqual, ty, &compared).map(drop);
        }
        _ => (Op::ConvertPtrToU, super::types::forward(f, inst.ty())?),
    };
    f.define(inst, op, ty, &[operand.id]).map(drop)
}

/// Translates a `bitcast` of a pointer that is an instruction, in Khronos mode: to the pointer type inferred from its uses, if any.
pub fn forward_bitcast<'m>(f: &mut Forward<'m>, inst: Value<'m>, operand: Operand) -> Result<()> {
    let is_pointer = f.pointer_parts(operand.ty).is_some();
    let inferred = if is_pointer { ask!(f.hooks.pointer_type, f, inst) } else { None };
    let ty = match (inferred, f.body.pointee_uses.pointees.get(&inst).copied().filter(|_| is_pointer)) {
        (Some(ty), _) => ty,
        (None, Some(pointee)) => pointing_to(f, inst.ty(), pointee)?,
        (None, None) => operand.ty,
    };
    f.define(inst, Op::Bitcast, ty, &[operand.id]).map(drop)
}

// --- SPIR-V to LLVM ---

/// The address space of a storage class.
pub fn address_space(class: u32) -> Option<u32> {
    STORAGE_CLASSES.iter().find(|row| row.1 as u32 == class).map(|row| row.0)
}

/// Returns the storage class of an address space, regardless of its requirements.
pub fn class_of(address_space: u32) -> Option<StorageClass> {
    STORAGE_CLASSES.iter().find(|row| row.0 == address_space).map(|row| row.1)
}

/// `OpTypePointer`, given its storage class.
pub fn reverse_type<'m>(r: &Reverse<'m>, inst: Instruction<'m>, class: u32) -> Result<Type<'m>> {
    let space = r.hooks.address_space.iter().find_map(|hook| hook(r, inst, class));
    match space.or_else(|| address_space(class)) {
        Some(space) => r.context.pointer_type(r.options.address_spaces.of(space)),
        None => {
            let name = StorageClass::from_u32(class).map_or_else(|| class.to_string(), |class| format!("{class:?}"));
            Err(inst.place(Error::of(Code::SpirvType, format!("pointers of storage class {name}"))))
        }
    }
}

/// Returns the pointer type of an address space, as renumbered by the options.
pub fn reverse_type_in<'m>(r: &Reverse<'m>, space: u32) -> Result<Type<'m>> {
    r.context.pointer_type(r.options.address_spaces.of(space))
}

/// An access chain in LLVM IR.
#[derive(Debug)]
pub struct Gep<'m> {
    /// The pointee of the base.
    pub source: Type<'m>,
    /// The base pointer.
    pub base: Value<'m>,
    /// The indices, including the one over the base itself.
    pub indices: Vec<Value<'m>>,
    /// Whether the result may be assumed to stay in the object.
    pub in_bounds: bool,
}

/// The access chains.
const CHAINS: &[Op] = &[
    Op::AccessChain,
    Op::InBoundsAccessChain,
    Op::PtrAccessChain,
    Op::InBoundsPtrAccessChain,
    Op::UntypedAccessChainKHR,
    Op::UntypedInBoundsAccessChainKHR,
    Op::UntypedPtrAccessChainKHR,
    Op::UntypedInBoundsPtrAccessChainKHR,
];

/// Returns whether it is an access chain.
pub fn is_chain(op: Op) -> bool {
    let op = untyped_pointers::typed_chain(op).unwrap_or(op);
    matches!(op, Op::AccessChain | Op::InBoundsAccessChain | Op::PtrAccessChain | Op::InBoundsPtrAccessChain)
}

/// The GEP of an access chain with these operands, be it an instruction or a constant.
pub fn reverse_chain<'m>(r: &Reverse<'m>, op: Op, operands: &[Id]) -> Result<Gep<'m>> {
    let too_few = || Error::of(Code::BuiltinCall, "an access chain without a base, or without an element");
    let (said, operands) = match untyped_pointers::typed_chain(op) {
        Some(_) => (operands.first().copied(), operands.get(1..).unwrap_or_default()),
        None => (None, operands),
    };
    let op = untyped_pointers::typed_chain(op).unwrap_or(op);
    let (&base, mut rest) = operands.split_first().ok_or_else(too_few)?;
    let pointee = said.map_or_else(|| pointee_of_base(r, base), Ok)?;
    let mut indices = Vec::with_capacity(operands.len());
    if matches!(op, Op::PtrAccessChain | Op::InBoundsPtrAccessChain) {
        let (element, path) = rest.split_first().ok_or_else(too_few)?;
        indices.push(r.value(*element)?);
        rest = path;
    } else {
        indices.push(r.context.const_int(r.context.int_type(32)?, 0)?);
    }
    select(r, pointee, rest, &mut indices)?;
    let in_bounds = matches!(op, Op::InBoundsAccessChain | Op::InBoundsPtrAccessChain);
    Ok(Gep { source: r.ty(pointee)?, base: r.value(base)?, indices, in_bounds })
}

/// Returns the pointee of an access chain's base, which may be a vector of pointers with an extension.
fn pointee_of_base(r: &Reverse<'_>, base: Id) -> Result<Id> {
    let ty = r.type_of(base)?;
    let vector = r.spv.definition(ty).filter(|ty| ty.opcode() == Op::TypeVector);
    r.pointee(vector.map_or(Ok(ty), |vector| vector.operand(0))?)
}

/// Appends the indices along a path into `ty`. LLVM requires those of structures to be `i32`.
fn select<'m>(r: &Reverse<'m>, mut ty: Id, path: &[Id], indices: &mut Vec<Value<'m>>) -> Result<()> {
    for index in path {
        let definition =
            r.spv.definition(ty).ok_or_else(|| Error::of(Code::BuiltinCall, format!("%{ty} is no type")))?;
        ty = match definition.opcode() {
            Op::TypeStruct => {
                let member = r.constant(*index)?;
                indices.push(r.context.const_int(r.context.int_type(32)?, member)?);
                let found = usize::try_from(member).ok().and_then(|member| definition.in_operands().get(member));
                *found.ok_or_else(|| Error::of(Code::BuiltinCall, format!("%{ty} has no member {member}")))?
            }
            Op::TypeArray | Op::TypeRuntimeArray | Op::TypeVector | Op::TypeMatrix => {
                indices.push(r.value(*index)?);
                definition.operand(0)?
            }
            _ => return Err(Error::of(Code::BuiltinCall, format!("an index into %{ty}, which has no members"))),
        };
    }
    Ok(())
}

/// Translates `OpAccessChain` and its variants.
pub fn reverse_access_chain<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let gep = reverse_chain(r, inst.opcode(), inst.in_operands())?;
    let value = r.builder.gep(gep.source, gep.base, &gep.indices, gep.in_bounds)?;
    r.define(inst, value)
}
