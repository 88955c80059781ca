//! The functions that a module gets for what no instruction does: `memset` and `memmove` of a size that is not known.

use super::emit;
use crate::concepts::{compare, constants, pointers, types};
use crate::error::{Error, Result};
use crate::spirv::Id;
use crate::state::{Forward, Helper};
use ::spirv::{FunctionControl, MemoryAccess, Op};

/// A call of a helper.
pub fn call(f: &mut Forward<'_>, function: Id, operands: &[Id]) -> Result<()> {
    let void = f.spv.unique_type(Op::TypeVoid, &[])?;
    let mut words = vec![function];
    words.extend_from_slice(operands);
    f.body.callees.insert(function);
    f.emit_value(Op::FunctionCall, void, &words).map(drop)
}

/// The function of a helper, made on first use by `write`.
pub fn function(f: &mut Forward<'_>, helper: Helper, write: fn(&mut Writer<'_, '_>) -> Result<()>) -> Result<Id> {
    if let Some(id) = f.helpers.functions.get(&helper) {
        return Ok(*id);
    }
    let id = f.spv.fresh();
    f.helpers.functions.insert(helper, id);
    let address_space = pointers::address_space(helper.class as u32).unwrap_or_default();
    let volatile = if helper.volatile { ".volatile" } else { "" };
    f.spv.name(id, &format!("spirv.{}.p{address_space}.i{}{volatile}", helper.name, helper.bits))?;
    let body = std::mem::take(&mut f.body);
    let written = Writer::new(f, helper, id).and_then(|mut writer| write(&mut writer));
    let helper_body = std::mem::replace(&mut f.body, body);
    written?;
    f.helpers.code.extend(helper_body.code);
    Ok(id)
}

/// The body of a helper under construction.
pub struct Writer<'a, 'm> {
    f: &'a mut Forward<'m>,
    function: Id,
    byte: Id,
    pointer: Id,
    length: Id,
    /// The width of lengths.
    bits: u32,
    boolean: Id,
    address: Id,
    /// Memory operands of the accesses.
    access: [u32; 2],
}

impl<'a, 'm> Writer<'a, 'm> {
    fn new(f: &'a mut Forward<'m>, helper: Helper, function: Id) -> Result<Self> {
        let byte = types::int(f, 8)?;
        let pointer = pointers::pointer_type(f, helper.class, byte)?;
        let length = types::int(f, helper.bits)?;
        let boolean = types::int(f, 1)?;
        let address = compare::address_type(f)?;
        let mut access = MemoryAccess::ALIGNED;
        access.set(MemoryAccess::VOLATILE, helper.volatile);
        Ok(Self { f, function, byte, pointer, length, bits: helper.bits, boolean, address, access: [access.bits(), 1] })
    }

    /// `OpFunction` and its parameters.
    fn head(&mut self, params: &[(Id, &str)]) -> Result<Vec<Id>> {
        let void = self.f.spv.unique_type(Op::TypeVoid, &[])?;
        let types: Vec<_> = params.iter().map(|param| param.0).collect();
        let ty = types::function(self.f, void, &types)?;
        let control = FunctionControl::NONE.bits();
        self.f.emit(Op::Function, &[void, self.function, control, ty])?;
        let mut ids = Vec::new();
        for (ty, name) in params {
            let id = self.f.emit_value(Op::FunctionParameter, *ty, &[])?.id;
            self.f.spv.name(id, name)?;
            ids.push(id);
        }
        Ok(ids)
    }

    fn op(&mut self, op: Op, ty: Id, operands: &[u32]) -> Result<Id> {
        emit::op(self.f, op, ty, operands)
    }

    fn number(&mut self, value: u64) -> Result<Id> {
        constants::int_literal(self.f, self.length, self.bits, value)
    }

    fn label(&mut self, id: Id) -> Result<()> {
        self.f.emit(Op::Label, &[id])
    }

    fn fresh(&mut self) -> Id {
        self.f.spv.fresh()
    }

    fn branch_if(&mut self, condition: Id, yes: Id, no: Id) -> Result<()> {
        self.f.emit(Op::BranchConditional, &[condition, yes, no])
    }

    /// A phi of the length's type; its second value is still to be computed.
    fn counter(&mut self, first: (Id, Id), next: (Id, Id)) -> Result<Id> {
        self.op(Op::Phi, self.length, &[first.0, first.1, next.0, next.1])
    }

    fn step(&mut self, base: Id, index: Id) -> Result<Id> {
        self.op(Op::InBoundsPtrAccessChain, self.pointer, &[base, index])
    }

    fn store(&mut self, to: Id, value: Id) -> Result<()> {
        let [access, align] = self.access;
        self.f.emit(Op::Store, &[to, value, access, align])
    }

    fn copy_byte(&mut self, to: Id, from: Id, index: Id) -> Result<()> {
        let [access, align] = self.access;
        let source = self.step(from, index)?;
        let value = self.op(Op::Load, self.byte, &[source, access, align])?;
        let target = self.step(to, index)?;
        self.store(target, value)
    }

    /// The block that ends the function.
    fn end(&mut self, label: Id) -> Result<()> {
        self.label(label)?;
        self.f.emit(Op::Return, &[])?;
        self.f.emit(Op::FunctionEnd, &[])
    }

    /// A loop that counts up from 0 and does `body` for each index; from `before` to `after`.
    fn count_up(&mut self, length: Id, blocks: [Id; 3], body: impl FnOnce(&mut Self, Id) -> Result<()>) -> Result<()> {
        let [before, around, after] = blocks;
        let (zero, one) = (self.number(0)?, self.number(1)?);
        let next = self.fresh();
        self.label(around)?;
        let index = self.counter((zero, before), (next, around))?;
        body(self, index)?;
        self.f.emit_as(next, Op::IAdd, self.length, &[index, one])?;
        let more = self.op(Op::ULessThan, self.boolean, &[next, length])?;
        self.branch_if(more, around, after)
    }

    /// A loop that counts down to 0.
    fn count_down(
        &mut self,
        length: Id,
        blocks: [Id; 3],
        body: impl FnOnce(&mut Self, Id) -> Result<()>,
    ) -> Result<()> {
        let [before, around, after] = blocks;
        let (zero, one) = (self.number(0)?, self.number(1)?);
        let next = self.fresh();
        self.label(around)?;
        let above = self.counter((length, before), (next, around))?;
        self.f.emit_as(next, Op::ISub, self.length, &[above, one])?;
        body(self, next)?;
        let more = self.op(Op::INotEqual, self.boolean, &[next, zero])?;
        self.branch_if(more, around, after)
    }
}

/// `void memset(char *to, char byte, length)`
pub fn memset(w: &mut Writer<'_, '_>) -> Result<()> {
    let params = w.head(&[(w.pointer, "dst"), (w.byte, "c"), (w.length, "n")])?;
    let &[to, byte, length] = params.as_slice() else { return Err(Error::internal("parameters of a helper")) };
    let [entry, around, exit] = [w.fresh(), w.fresh(), w.fresh()];
    w.label(entry)?;
    let zero = w.number(0)?;
    let none = w.op(Op::IEqual, w.boolean, &[length, zero])?;
    w.branch_if(none, exit, around)?;
    w.count_up(length, [entry, around, exit], |w, index| {
        let target = w.step(to, index)?;
        w.store(target, byte)
    })?;
    w.end(exit)
}

/// `void memmove(char *to, char *from, length)`: from the end where the source is below, else from the start.
pub fn memmove(w: &mut Writer<'_, '_>) -> Result<()> {
    let params = w.head(&[(w.pointer, "dst"), (w.pointer, "src"), (w.length, "n")])?;
    let &[to, from, length] = params.as_slice() else { return Err(Error::internal("parameters of a helper")) };
    let [entry, choice, up, down, exit] = [w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh()];
    w.label(entry)?;
    let zero = w.number(0)?;
    let none = w.op(Op::IEqual, w.boolean, &[length, zero])?;
    w.branch_if(none, exit, choice)?;
    w.label(choice)?;
    let (source, target) = (w.op(Op::ConvertPtrToU, w.address, &[from])?, w.op(Op::ConvertPtrToU, w.address, &[to])?);
    let below = w.op(Op::ULessThan, w.boolean, &[source, target])?;
    w.branch_if(below, down, up)?;
    w.count_down(length, [choice, down, exit], |w, index| w.copy_byte(to, from, index))?;
    w.count_up(length, [choice, up, exit], |w, index| w.copy_byte(to, from, index))?;
    w.end(exit)
}
