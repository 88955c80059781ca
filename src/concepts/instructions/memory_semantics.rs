//! Scopes and memory semantics (SPIR-V 3.27 "Scope Id", 3.25 "Memory Semantics Id").
//!
//! In LLVM IR: orderings and `syncscope`s of atomic instructions, or the numbers of `memory_order`, `memory_scope` and
//! `cl_mem_fence_flags` as arguments of OpenCL C builtins. In SPIR-V: ids of constants, or of numbers that are
//! computed.
//!
//! An atomic that is not relaxed orders the memory of its pointer: the semantics have the bits of the pointer's storage class.

use crate::binary::Id;
use crate::concepts::base::{constants, types, values};
use crate::error::{Code, Error, Result};
use crate::llvm::{AtomicOrdering, SyncScope, Value};
use crate::state::Forward;
use crate::state::hooks::ask;
use ::spirv::{MemorySemantics as Semantics, Op, Scope, StorageClass};

/// `memory_order` of OpenCL C, the ordering of LLVM, SPIR-V's bits.
pub(crate) const ORDERS: &[(u32, AtomicOrdering, Semantics)] = &[
    (0, AtomicOrdering::Monotonic, Semantics::RELAXED),
    (2, AtomicOrdering::Acquire, Semantics::ACQUIRE),
    (3, AtomicOrdering::Release, Semantics::RELEASE),
    (4, AtomicOrdering::AcqRel, Semantics::ACQUIRE_RELEASE),
    (5, AtomicOrdering::SeqCst, Semantics::SEQUENTIALLY_CONSISTENT),
];

/// `memory_scope` of OpenCL C, names of LLVM's scopes, SPIR-V's scope.
pub(crate) const SCOPES: &[(u32, &[&str], Scope)] = &[
    (0, &["singlethread", "singlethread-one-as", "work_item"], Scope::Invocation),
    (1, &["workgroup", "work_group", "workgroup-one-as", "block"], Scope::Workgroup),
    (2, &["device", "agent", "agent-one-as"], Scope::Device),
    (3, &["all_svm_devices", "all_devices", "one-as"], Scope::CrossDevice),
    (4, &["subgroup", "sub_group", "wavefront", "wavefront-one-as"], Scope::Subgroup),
];

/// `cl_mem_fence_flags` and SPIR-V's bits.
pub(crate) const FLAGS: &[(u32, Semantics)] =
    &[(1, Semantics::WORKGROUP_MEMORY), (2, Semantics::CROSS_WORKGROUP_MEMORY), (4, Semantics::IMAGE_MEMORY)];

/// The function that the Khronos translator adds for a `memory_scope` that is no constant.
pub(crate) const OCL_SCOPE: &str = "__translate_ocl_memory_scope";
/// The function that the Khronos translator adds for a `memory_order` that is no constant.
pub(crate) const OCL_ORDER: &str = "__translate_ocl_memory_order";

/// The bits of an ordering in memory semantics.
pub const ORDER_MASK: u32 = 0x1E;

/// The number of `memory_order_seq_cst`, the default of atomics without an order.
pub const SEQ_CST: u32 = 5;

/// Returns the memory semantics of an atomic through a pointer of this class.
pub fn class_bits(class: StorageClass) -> u32 {
    let bits = match class {
        StorageClass::Workgroup => Semantics::WORKGROUP_MEMORY,
        StorageClass::CrossWorkgroup | StorageClass::DeviceOnlyINTEL | StorageClass::HostOnlyINTEL => {
            Semantics::CROSS_WORKGROUP_MEMORY
        }
        StorageClass::Generic => Semantics::WORKGROUP_MEMORY | Semantics::CROSS_WORKGROUP_MEMORY,
        _ => Semantics::RELAXED,
    };
    bits.bits()
}

/// Returns the semantics of an order and of the storage that it orders; relaxed operations have no storage.
pub fn with_class(order: u32, class: u32) -> u32 {
    if order == 0 { 0 } else { order | class }
}

/// Returns the semantics of an atomic instruction of LLVM. The Khronos translator leaves out the storage class in
/// releases up to that for LLVM 22, so that nothing is ordered.
pub fn of_instruction(f: &Forward<'_>, ordering: AtomicOrdering, class: u32) -> u32 {
    let order = self::ordering(ordering);
    if f.options.policy.omits_storage_semantics_of_instructions { order } else { of_builtin(f, order, class) }
}

/// The semantics of a fence, which orders all memory. The Khronos translator leaves out the storage classes.
pub fn of_fence(f: &Forward<'_>, ordering: AtomicOrdering) -> u32 {
    let order = self::ordering(ordering);
    let all = class_bits(StorageClass::Generic);
    if f.options.policy.omits_storage_semantics_of_fences { order } else { with_class(order, all) }
}

/// Returns the semantics of a builtin of OpenCL C. In Khronos mode relaxed ones have a storage class, too.
pub fn of_builtin(f: &Forward<'_>, order: u32, class: u32) -> u32 {
    if f.options.policy.writes_storage_semantics_of_relaxed { order | class } else { with_class(order, class) }
}

/// The bits of a `memory_order`.
pub fn order(cl: u32) -> Option<u32> {
    ORDERS.iter().find(|row| row.0 == cl).map(|row| row.2.bits())
}

/// The bits of a `cl_mem_fence_flags`.
pub fn flags(cl: u32) -> u32 {
    FLAGS.iter().filter(|row| cl & row.0 != 0).fold(0, |bits, row| bits | row.1.bits())
}

// --- LLVM to SPIR-V ---

/// The bits of an LLVM ordering.
pub fn ordering(ordering: AtomicOrdering) -> u32 {
    ORDERS.iter().find(|row| row.1 == ordering).map_or(0, |row| row.2.bits())
}

/// Returns the ordering for success of a `cmpxchg`, strengthened to that for failure, as SPIR-V requires; in LLVM it may be weaker.
pub fn at_least(success: AtomicOrdering, failure: AtomicOrdering) -> AtomicOrdering {
    use AtomicOrdering as O;
    match (success, failure) {
        (_, O::SeqCst) => failure,
        (O::Monotonic, O::Acquire) => failure,
        (O::Release, O::Acquire) => O::AcqRel,
        _ => success,
    }
}

/// Returns the scope of an atomic instruction; the system scope is `CrossDevice`. So is an unknown name of another
/// target, since the widest scope includes it; a warning is given, as it may be a misspelling.
pub fn sync_scope(f: &mut Forward<'_>, scope: &SyncScope) -> Scope {
    match scope {
        SyncScope::System => Scope::CrossDevice,
        SyncScope::SingleThread => Scope::Invocation,
        SyncScope::Named(name) => {
            let row = SCOPES.iter().find(|row| row.1.contains(&name.as_str()));
            if row.is_none() && !f.options.policy.takes_unknown_scopes_silently {
                let known = SCOPES.iter().filter_map(|row| row.1.first()).copied().collect::<Vec<_>>().join(", ");
                f.warn(format!("the scope {name:?} is not known here and becomes all devices; there are {known}"));
            }
            row.map_or(Scope::CrossDevice, |row| row.2)
        }
    }
}

/// The scope of an atomic instruction as an operand.
pub fn scope_of<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Id> {
    let scope = sync_scope(f, &inst.sync_scope());
    scope_id(f, scope)
}

/// A scope as an operand.
pub fn scope_id(f: &mut Forward<'_>, scope: Scope) -> Result<Id> {
    constants::word(f, scope as u32)
}

fn constant(value: Value<'_>) -> Option<u32> {
    value.int_value().filter(|_| value.is_constant()).and_then(|number| u32::try_from(number).ok())
}

/// Returns the operand for a `memory_scope`, which may be constant or computed.
pub fn scope_operand<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Id> {
    if let Some(number) = constant(value) {
        let row = SCOPES.iter().find(|row| row.0 == number);
        let row = row.ok_or_else(|| Error::of(Code::BuiltinCall, format!("{number} is no memory_scope")))?;
        return scope_id(f, row.2);
    }
    if let Some(scope) = ask!(f.hooks.forward_scope, f, value) {
        return Ok(scope);
    }
    // One hexadecimal digit a memory_scope, the lowest for 0.
    let table = SCOPES.iter().fold(0, |table, row| table | (row.2 as u32) << (row.0 * 4));
    let digit = values::operand(f, value)?.id;
    let (two, fifteen, table) = (constants::word(f, 2)?, constants::word(f, 15)?, constants::word(f, table)?);
    let shift = number(f, Op::ShiftLeftLogical, digit, two)?;
    let rest = number(f, Op::ShiftRightLogical, table, shift)?;
    number(f, Op::BitwiseAnd, rest, fifteen)
}

/// Returns the operand for a `memory_order` with the bits of a storage class.
pub fn order_operand<'m>(f: &mut Forward<'m>, value: Value<'m>, class: u32) -> Result<Id> {
    if let Some(number) = constant(value) {
        let order =
            order(number).ok_or_else(|| Error::of(Code::BuiltinCall, format!("{number} is no memory_order")))?;
        let semantics = of_builtin(f, order, class);
        return constants::word(f, semantics);
    }
    if let Some(order) = ask!(f.hooks.forward_order, f, value) {
        let class_id = constants::word(f, class)?;
        return if class == 0 { Ok(order) } else { number(f, Op::BitwiseOr, order, class_id) };
    }
    let order = values::operand(f, value)?.id;
    let (one, mask) = (constants::word(f, 1)?, constants::word(f, ORDER_MASK)?);
    let bit = number(f, Op::ShiftLeftLogical, one, order)?;
    let half = number(f, Op::ShiftRightLogical, bit, one)?;
    let order = number(f, Op::BitwiseAnd, half, mask)?;
    let class = constants::word(f, class)?;
    number(f, Op::BitwiseOr, order, class)
}

/// The operand for `cl_mem_fence_flags`, with the bits of an order.
pub fn flags_operand<'m>(f: &mut Forward<'m>, value: Value<'m>, order: u32) -> Result<Id> {
    match constant(value) {
        Some(number) => constants::word(f, flags(number) | order),
        None => {
            let flags = flags_bits(f, value)?;
            let order = constants::word(f, order)?;
            number(f, Op::BitwiseOr, flags, order)
        }
    }
}

/// Returns the semantics operand for flags and order, as in `atomic_work_item_fence`.
pub fn fence_operand<'m>(f: &mut Forward<'m>, flags_value: Value<'m>, order: Value<'m>) -> Result<Id> {
    if let (Some(flags_number), Some(order)) = (constant(flags_value), constant(order).and_then(self::order)) {
        return constants::word(f, flags(flags_number) | order);
    }
    let flags = flags_bits(f, flags_value)?;
    let order = order_operand(f, order, 0)?;
    number(f, Op::BitwiseOr, flags, order)
}

/// Emits the semantics for computed flags: the two lower bits are shifted left by 8, the third one by 9.
fn flags_bits<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Id> {
    if let Some(number) = constant(value) {
        return constants::word(f, flags(number));
    }
    let given = values::operand(f, value)?.id;
    let words = [3, 4, 8, 9].map(|word| constants::word(f, word));
    let [memory_mask, image_mask, memory_shift, image_shift] = words;
    let memory = number(f, Op::BitwiseAnd, given, memory_mask?)?;
    let memory = number(f, Op::ShiftLeftLogical, memory, memory_shift?)?;
    let image = number(f, Op::BitwiseAnd, given, image_mask?)?;
    let image = number(f, Op::ShiftLeftLogical, image, image_shift?)?;
    number(f, Op::BitwiseOr, memory, image)
}

fn number(f: &mut Forward<'_>, op: Op, left: Id, right: Id) -> Result<Id> {
    let ty = types::int(f, 32)?;
    Ok(f.emit_value(op, ty, &[left, right])?.id)
}

// --- SPIR-V to LLVM ---

/// The `memory_scope` of a scope.
pub fn cl_scope(scope: u64) -> Option<u32> {
    SCOPES.iter().find(|row| u64::from(row.2 as u32) == scope).map(|row| row.0)
}

/// The `memory_order` of semantics, whatever they are about.
pub fn cl_order(semantics: u64) -> Option<u32> {
    let order = semantics & u64::from(ORDER_MASK);
    ORDERS.iter().find(|row| u64::from(row.2.bits()) == order).map(|row| row.0)
}

/// Returns the `cl_mem_fence_flags` of semantics, if they express all bits besides the order.
pub fn cl_flags(semantics: u64) -> Option<u32> {
    let rest = u32::try_from(semantics).ok()? & !ORDER_MASK;
    let cl = FLAGS.iter().filter(|row| rest & row.1.bits() != 0).fold(0, |cl, row| cl | row.0);
    (flags(cl) == rest).then_some(cl)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_inverts() {
        for (cl, _, bits) in ORDERS {
            assert_eq!(order(*cl), Some(bits.bits()));
            assert_eq!(cl_order(bits.bits().into()), Some(*cl));
            assert_eq!((1u32 << cl) >> 1 & ORDER_MASK, bits.bits(), "the arithmetic of order_operand");
        }
        for (cl, _, scope) in SCOPES {
            assert_eq!(cl_scope(u64::from(*scope as u32)), Some(*cl));
        }
        for cl in 0..8 {
            assert_eq!(cl_flags(flags(cl).into()), Some(cl));
            assert_eq!((cl & 3) << 8 | (cl & 4) << 9, flags(cl), "the arithmetic of flags_bits");
        }
    }
}
