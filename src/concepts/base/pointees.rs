//! The pointee of a pointer inferred from its uses: the second step of the pointee rule (see [`super::pointers`]).
//!
//! In: a function body. Out: for arguments, phis, selects and casts of integers, the type that the first instruction in
//! program order loads, stores or steps over through it. The order of use lists says nothing here: it differs between
//! assembly and bitcode.

use crate::llvm::{Fetched, Opcode, Type, Value};
use crate::state::{PointeeUses, Role, RoleOf};

/// Returns the pointee of each pointer of the body, inferred from its uses.
pub fn infer<'m>(function: Value<'m>, role: RoleOf) -> PointeeUses<'m> {
    let (joins, loads, stores) = (Vec::new(), Vec::new(), Vec::new());
    let mut scan = Scan { role, pointee_uses: PointeeUses::default(), variables: 0, joins, loads, stores };
    for block in function.blocks() {
        for inst in block.fetched() {
            scan.instruction(&inst);
        }
    }
    scan.pass_on();
    scan.pointee_uses
}

/// One pass over the body.
struct Scan<'m> {
    role: RoleOf,
    pointee_uses: PointeeUses<'m>,
    /// The number of `alloca`s.
    variables: usize,
    /// Phis, selects and casts, through which inferred pointees pass.
    joins: Vec<Value<'m>>,
    /// Loaded pointers, with the variable each is loaded from.
    loads: Vec<(Value<'m>, Value<'m>)>,
    /// Stored pointers, with the variable each is stored into.
    stores: Vec<(Value<'m>, Value<'m>)>,
}

impl<'m> Scan<'m> {
    fn instruction(&mut self, inst: &Fetched<'m>) {
        let value = inst.value;
        match inst.opcode() {
            Opcode::Alloca => self.variable(value),
            Opcode::Phi | Opcode::Select | Opcode::AddrSpaceCast | Opcode::BitCast if inst.ty().is_pointer() => {
                self.joins.push(value);
            }
            Opcode::Load => self.load(inst),
            Opcode::Store => self.store(inst),
            Opcode::GetElementPtr => self.goes_through(inst.operand(0), || value.gep_source_type()),
            Opcode::AtomicRmw | Opcode::CmpXchg => {
                self.goes_through(inst.operand(0), || inst.operand(1).map(Value::ty));
            }
            Opcode::Call => self.call(inst),
            _ => {}
        }
        self.pointee_uses.instructions += 1;
    }

    /// Notes the pointee that an instruction implies for a pointer through which it loads, stores, steps or calls.
    fn goes_through(&mut self, pointer: Option<Value<'m>>, pointee: impl FnOnce() -> Option<Type<'m>>) {
        if let Some(pointer) = pointer.filter(|pointer| self.is_open(*pointer))
            && let Some(pointee) = pointee()
        {
            self.pointee_uses.pointees.entry(pointer).or_insert(pointee);
        }
    }

    fn variable(&mut self, value: Value<'m>) {
        if is_slot(value, self.role) {
            self.pointee_uses.slots.insert(value, None);
        }
        self.pointee_uses.scatters_variables |= self.pointee_uses.instructions > self.variables;
        self.variables += 1;
    }

    fn load(&mut self, load: &Fetched<'m>) {
        let pointer = load.operand(0);
        if !self.pointee_uses.slots.is_empty() && load.ty().is_pointer() {
            let slot = pointer.filter(|slot| self.pointee_uses.slots.contains_key(slot));
            self.loads.extend(slot.map(|slot| (load.value, slot)));
        }
        self.goes_through(pointer, || Some(load.ty()));
    }

    fn call(&mut self, call: &Fetched<'m>) {
        let value = call.value;
        if value.called_function().is_none() && !value.is_inline_asm() {
            self.goes_through(value.called_value(), || value.call_function_type());
        }
        self.pointee_uses.calls.push(value);
        self.atomic(value);
    }

    /// Infers the pointees of the pointer operands of an atomic builtin from its value type.
    fn atomic(&mut self, call: Value<'m>) {
        // Most calls have no such pointer, and names take long.
        if !call.call_args().any(|operand| operand.is_local() && operand.ty().is_pointer()) {
            return;
        }
        let Some(pointee) = atomic_pointee(call) else { return };
        for pointer in call.operands().filter(|operand| operand.ty().is_pointer()) {
            if self.is_open(pointer) {
                self.pointee_uses.pointees.entry(pointer).or_insert(pointee);
            }
        }
    }

    fn store(&mut self, inst: &Fetched<'m>) {
        let (Some(value), Some(pointer)) = (inst.operand(0), inst.operand(1)) else { return };
        if !self.pointee_uses.slots.is_empty()
            && let Some(first) = self.pointee_uses.slots.get_mut(&pointer)
        {
            first.get_or_insert(value);
            self.stores.push((value, pointer));
        }
        self.goes_through(Some(pointer), || Some(value.ty()));
    }

    /// Returns whether the pointee of a pointer must be inferred from its uses, as its definition does not give one.
    fn is_open(&self, pointer: Value<'m>) -> bool {
        let is_slot =
            |value: Value<'m>| value.operand(0).is_some_and(|slot| self.pointee_uses.slots.contains_key(&slot));
        use Opcode as O;
        match pointer.opcode() {
            Some(O::Phi | O::Select | O::IntToPtr | O::AddrSpaceCast | O::BitCast) => true,
            Some(O::Load) => !self.pointee_uses.slots.is_empty() && is_slot(pointer),
            Some(_) => false,
            None => pointer.is_argument(),
        }
    }

    /// Propagates pointees inferred from uses: from a loaded pointer to the variable and to the stores into it, from a
    /// phi, select or cast to its operands.
    fn pass_on(&mut self) {
        for (load, slot) in std::mem::take(&mut self.loads) {
            self.pass(load, slot);
        }
        for (value, slot) in std::mem::take(&mut self.stores) {
            self.pass(slot, value);
        }
        for join in std::mem::take(&mut self.joins).into_iter().rev() {
            for operand in join.operands().filter(|operand| operand.ty().is_pointer()) {
                self.pass(join, operand);
            }
        }
    }

    fn pass(&mut self, from: Value<'m>, to: Value<'m>) {
        let is_open = self.is_open(to) || self.pointee_uses.slots.contains_key(&to);
        if let Some(pointee) = self.pointee_uses.pointees.get(&from).copied().filter(|_| is_open) {
            self.pointee_uses.pointees.entry(to).or_insert(pointee);
        }
    }
}

/// Returns whether the variable holds a pointer, and is only loaded and stored as a pointer.
fn is_slot(alloca: Value<'_>, role: RoleOf) -> bool {
    let Some(value_type) = alloca.allocated_type().filter(|ty| ty.is_pointer()) else { return false };
    alloca.operand(0).and_then(|count| count.int_value()) == Some(1)
        && alloca.uses().all(|user| match user.opcode() {
            Some(Opcode::Load) => user.ty() == value_type && !user.is_atomic(),
            Some(Opcode::Store) => {
                let stored = user.operand(0);
                stored != Some(alloca) && stored.is_some_and(|value| value.ty() == value_type) && !user.is_atomic()
            }
            Some(Opcode::Call) => matches!(role(user), Some(Role::LifetimeStart | Role::LifetimeEnd)),
            _ => false,
        })
}

/// Returns the pointee of the pointers of a call of an atomic builtin; none for atomic flags. Floats that are compared
/// and exchanged are integers, since their bits are compared.
pub fn atomic_pointee<'m>(call: Value<'m>) -> Option<Type<'m>> {
    let symbol = call.called_function().filter(|callee| callee.is_declaration())?.name();
    let base = llvm_spirv_mangling::base_name(symbol)?;
    let spirv = base.starts_with("__spirv_Atomic");
    if !(spirv || base.starts_with("atomic_") || base.starts_with("atom_")) || base.contains("_flag_") {
        return None;
    }
    let object = match () {
        () if base.starts_with("atomic_compare_exchange_") => call.call_arg(2)?.ty().bits()?,
        () if base.starts_with("atomic_store") || base == "atomic_init" => call.call_arg(1)?.ty(),
        () if base == "__spirv_AtomicStore" => call.call_arg(3)?.ty(),
        () => call.ty(),
    };
    (object.is_int() || object.is_float()).then_some(object)
}
