//! Functions that are added to a module for operations without an instruction: `memset` and `memmove` of a variable size.

use crate::binary::Id;
use crate::binary::builder::Section;
use crate::concepts::base::{constants, emit, pointers, types};
use crate::concepts::instructions::compare;
use crate::error::{Error, Result};
use crate::state::{Body, Forward, Helper, Signature};
use ::spirv::{FunctionControl, MemoryAccess, Op};

/// A call of a helper.
pub fn call(f: &mut Forward<'_>, function: Id, operands: &[Id]) -> Result<()> {
    let void = f.spv.unique_type(Op::TypeVoid, &[])?;
    let mut words = vec![function];
    words.extend_from_slice(operands);
    f.body.callees.insert(function);
    f.emit_value(Op::FunctionCall, void, &words).map(drop)
}

/// The function that writes the body of a helper.
type Write = fn(&mut Writer<'_, '_>, &[Id]) -> Result<()>;

/// A helper: name, parameters, and the function that writes its body.
type Row = (&'static str, &'static [(Param, &'static str)], Write);

/// The type of a parameter.
#[derive(Clone, Copy)]
enum Param {
    Pointer,
    Byte,
    Length,
}

const ROWS: &[Row] = &[
    ("memset", &[(Param::Pointer, "dst"), (Param::Byte, "c"), (Param::Length, "n")], memset),
    ("memmove", &[(Param::Pointer, "dst"), (Param::Pointer, "src"), (Param::Length, "n")], memmove),
];

fn row(helper: Helper) -> Result<&'static Row> {
    ROWS.iter().find(|row| row.0 == helper.name).ok_or_else(|| Error::internal("an unknown helper"))
}

/// Returns the function of a helper. Its body is written behind all other functions, the position that it has after a round trip.
pub fn function(f: &mut Forward<'_>, helper: Helper) -> Result<Id> {
    if let Some(signature) = f.helpers.called.iter().find(|known| known.0 == helper) {
        return Ok(signature.1.id);
    }
    let result = f.spv.unique_type(Op::TypeVoid, &[])?;
    let mut params = Vec::with_capacity(3);
    for (param, _) in row(helper)?.1 {
        params.push(match param {
            Param::Pointer => {
                let byte = types::int(f, 8)?;
                pointers::pointer_type(f, helper.class, byte)?
            }
            Param::Byte => types::int(f, 8)?,
            Param::Length => types::int(f, helper.bits)?,
        });
    }
    let ty = types::function(f, result, &params)?;
    let id = f.spv.fresh();
    f.helpers.called.push((helper, Signature { id, ty, result, params: params.into() }));
    Ok(id)
}

/// The bodies of the helpers that are called.
pub fn finish(f: &mut Forward<'_>) -> Result<()> {
    for (helper, signature) in std::mem::take(&mut f.helpers.called) {
        write(f, helper, &signature)?;
    }
    Ok(())
}

fn write(f: &mut Forward<'_>, helper: Helper, signature: &Signature) -> Result<()> {
    let id = signature.id;
    let address_space = pointers::address_space(helper.class as u32).unwrap_or_default();
    let volatile = if helper.volatile { ".volatile" } else { "" };
    f.spv.name(id, &format!("spirv.{}.p{address_space}.i{}{volatile}", helper.name, helper.bits))?;
    f.body = Body::default();
    let control = FunctionControl::NONE.bits();
    f.emit(Op::Function, &[signature.result, id, control, signature.ty])?;
    let (_, names, write) = row(helper)?;
    let mut params = Vec::with_capacity(names.len());
    for (ty, (_, name)) in signature.params.iter().zip(*names) {
        let param = f.emit_value(Op::FunctionParameter, *ty, &[])?.id;
        f.spv.name(param, name)?;
        params.push(param);
    }
    write(&mut Writer::new(f, helper)?, &params)?;
    let body = std::mem::take(&mut f.body);
    f.spv.append(Section::Definitions, &body.code);
    Ok(())
}

/// The body of a helper under construction.
pub struct Writer<'a, 'm> {
    f: &'a mut Forward<'m>,
    byte: Id,
    pointer: Id,
    length: Id,
    /// The width of lengths.
    bits: u32,
    /// Memory operands of the accesses.
    access: [u32; 2],
}

impl<'a, 'm> Writer<'a, 'm> {
    fn new(f: &'a mut Forward<'m>, helper: Helper) -> Result<Self> {
        let byte = types::int(f, 8)?;
        let pointer = pointers::pointer_type(f, helper.class, byte)?;
        let length = types::int(f, helper.bits)?;
        let mut access = MemoryAccess::ALIGNED;
        access.set(MemoryAccess::VOLATILE, helper.volatile);
        Ok(Self { f, byte, pointer, length, bits: helper.bits, access: [access.bits(), 1] })
    }

    /// Emits a comparison; its operands exist before the type of its result, as for `icmp`.
    fn compare(&mut self, op: Op, operands: [Id; 2]) -> Result<Id> {
        let boolean = types::int(self.f, 1)?;
        self.op(op, boolean, &operands)
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

    /// Emits a phi of the length's type, and returns it with the place in the code for its second value, which is not computed yet.
    fn counter(&mut self, first: (Id, Id), around: Id) -> Result<(Id, usize)> {
        let id = self.op(Op::Phi, self.length, &[first.0, first.1, 0, around])?;
        Ok((id, self.f.body.code.len() - 2))
    }

    fn complete(&mut self, at: usize, next: Id) {
        if let Some(word) = self.f.body.code.get_mut(at) {
            *word = next;
        }
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

    /// Emits a loop with `body` for each index from 0 up, below the length; the blocks are those before, in and after the loop.
    fn count_up(&mut self, length: Id, blocks: [Id; 3], body: impl FnOnce(&mut Self, Id) -> Result<()>) -> Result<()> {
        let [before, around, after] = blocks;
        let zero = self.number(0)?;
        self.label(around)?;
        let (index, at) = self.counter((zero, before), around)?;
        body(self, index)?;
        let one = self.number(1)?;
        let next = self.op(Op::IAdd, self.length, &[index, one])?;
        self.complete(at, next);
        let more = self.compare(Op::ULessThan, [next, length])?;
        self.branch_if(more, around, after)
    }

    /// Emits a loop with `body` for each index below the length, down to 0.
    fn count_down(
        &mut self,
        length: Id,
        blocks: [Id; 3],
        body: impl FnOnce(&mut Self, Id) -> Result<()>,
    ) -> Result<()> {
        let [before, around, after] = blocks;
        let zero = self.number(0)?;
        self.label(around)?;
        let (above, at) = self.counter((length, before), around)?;
        let one = self.number(1)?;
        let next = self.op(Op::ISub, self.length, &[above, one])?;
        self.complete(at, next);
        body(self, next)?;
        let more = self.compare(Op::INotEqual, [next, zero])?;
        self.branch_if(more, around, after)
    }
}

/// `void memset(char *to, char byte, length)`
fn memset(w: &mut Writer<'_, '_>, params: &[Id]) -> Result<()> {
    let &[to, byte, length] = params else { return Err(Error::internal("parameters of a helper")) };
    let [entry, around, exit] = [w.fresh(), w.fresh(), w.fresh()];
    w.label(entry)?;
    let zero = w.number(0)?;
    let none = w.compare(Op::IEqual, [length, zero])?;
    w.branch_if(none, exit, around)?;
    w.count_up(length, [entry, around, exit], |w, index| {
        let target = w.step(to, index)?;
        w.store(target, byte)
    })?;
    w.end(exit)
}

/// Writes the body of `void memmove(char *to, char *from, length)`: from the end if the source is at a lower address,
/// else from the start.
fn memmove(w: &mut Writer<'_, '_>, params: &[Id]) -> Result<()> {
    let &[to, from, length] = params else { return Err(Error::internal("parameters of a helper")) };
    let [entry, choice, down, up, exit] = [w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh()];
    w.label(entry)?;
    let zero = w.number(0)?;
    let none = w.compare(Op::IEqual, [length, zero])?;
    w.branch_if(none, exit, choice)?;
    w.label(choice)?;
    let address = compare::address_type(w.f)?;
    let (source, target) = (w.op(Op::ConvertPtrToU, address, &[from])?, w.op(Op::ConvertPtrToU, address, &[to])?);
    let below = w.compare(Op::ULessThan, [source, target])?;
    w.branch_if(below, down, up)?;
    w.count_down(length, [choice, down, exit], |w, index| w.copy_byte(to, from, index))?;
    w.count_up(length, [choice, up, exit], |w, index| w.copy_byte(to, from, index))?;
    w.end(exit)
}
