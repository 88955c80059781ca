//! Accesses to buffers stay within them: always for shaders, which may be hostile, and on demand for kernels. Out of
//! bounds, loads return 0 and stores do nothing; the host can request a report.

use super::facts::{Checks, Entry, Param};
use super::made::Made;
use super::shell::{self, entry_end};
use super::sources::Sources;
use crate::errors;

use llvm_spirv::error::Result;
use llvm_spirv::llvm::{AttributeKind, AttributePlace, Builder, Opcode, Type, Value};
use rustc_hash::FxHashMap;

/// The first number for variables in local memory; smaller numbers are those of arguments.
pub const LOCALS: u64 = 1 << 32;
/// The number for any other variable.
pub const VARIABLE: u64 = 2 << 32;

/// The memory of an argument, or of a variable.
#[derive(Clone, Copy, Debug)]
pub struct Root<'m> {
    /// Its size in bytes.
    pub size: Value<'m>,
    /// The number of the argument, or `LOCALS` and the number of the variable, or `VARIABLE`.
    pub number: u64,
}

/// Memory by its address.
pub type Roots<'m> = FxHashMap<Value<'m>, Root<'m>>;

/// Returns the buffers and local memory that a kernel receives, as its step loads them.
pub fn of_kernel<'m>(made: Made<'m, '_>, step: Value<'m>, kernel: &Entry) -> Result<Roots<'m>> {
    let entry = step.entry_block().ok_or_else(|| errors::internal("a step without a body"))?;
    let named = entry.instructions().map(|inst| (inst.name(), inst)).collect::<FxHashMap<_, _>>();
    let builder = Builder::new(made.module);
    builder.position_before(entry_end(step)?)?;
    let bytes = shell::function(made.module, "spirv.bytes")?;
    let mut roots = Roots::default();
    for (number, param) in kernel.facts.params.iter().enumerate() {
        let (value, place) = (named.get(format!("v{number}").as_str()), named.get(format!("p{number}").as_str()));
        if let (Param::Pointer(_) | Param::Local, Some(value), Some(place)) = (param, value, place) {
            roots.insert(*value, Root { size: builder.call(bytes, &[*place])?, number: number as u64 });
        }
    }
    Ok(roots)
}

/// Adds the variables in local memory, whose addresses and types are these.
pub fn add_locals<'m>(made: Made<'m, '_>, locals: &[(u64, Value<'m>, Type<'m>)], roots: &mut Roots<'m>) -> Result<()> {
    let long = made.context.int_type(64)?;
    for (number, place, ty) in locals {
        let size = made.module.layout().abi_size(*ty).unwrap_or(0);
        roots.insert(*place, Root { size: made.context.const_int(long, size)?, number: LOCALS + number });
    }
    Ok(())
}

/// Guards all accesses through these addresses; if accesses are reported, also those to variables.
pub fn guard<'m>(
    made: Made<'m, '_>,
    step: Value<'m>,
    roots: &Roots<'m>,
    (checks, sources): (Checks, &Sources),
) -> Result<()> {
    if roots.is_empty() && checks != Checks::Reported {
        return Ok(());
    }
    let builder = Builder::new(made.module);
    builder.position_before(entry_end(step)?)?;
    let (Some(context), Some(item)) = (step.param(0), step.param(1)) else {
        return Err(errors::internal("a step without a context"));
    };
    let spare = builder.call(shell::function(made.module, "spirv.spare")?, &[context])?;
    let guard = Guard { made, builder, roots, spare, given: [context, item], checks, sources };
    let instructions: Vec<_> = step.blocks().flat_map(|block| block.instructions()).collect();
    instructions.into_iter().try_for_each(|inst| guard.instruction(inst))
}

/// Returns whether calls of a function access the memory behind their pointer arguments. Functions of the module do not
/// count, as their own accesses are instrumented; nor do builtins that compare pointers.
fn accesses(function: Value<'_>) -> bool {
    let is_inlined = function.has_attribute(AttributePlace::Function, AttributeKind::AlwaysInline);
    (function.entry_block().is_none() || is_inlined) && !function.name().contains("__spirv_Ptr")
}

struct Guard<'g, 'm, 'c> {
    made: Made<'m, 'c>,
    builder: Builder<'m>,
    roots: &'g Roots<'m>,
    /// Memory that is never read.
    spare: Value<'m>,
    /// The parameters for the context and the work-item.
    given: [Value<'m>; 2],
    checks: Checks,
    sources: &'g Sources,
}

impl<'m> Guard<'_, 'm, '_> {
    fn instruction(&self, inst: Value<'m>) -> Result<()> {
        let bytes = |value: Value<'m>| self.made.module.layout().store_size(value.ty()).unwrap_or(1);
        match inst.opcode() {
            Some(Opcode::Load) => {
                if let Some(inside) = self.pointer(inst, 0, bytes(inst))? {
                    self.otherwise_zero(inst, inside)?;
                }
            }
            Some(Opcode::Store) => {
                let size = inst.operand(0).map_or(1, bytes);
                self.pointer(inst, 1, size)?;
            }
            Some(Opcode::Call) => {
                let name = inst.called_function().map_or("", |callee| callee.name());
                if name.starts_with("llvm.mem") {
                    self.copy(inst)?;
                } else if inst.called_function().is_none_or(accesses) {
                    let sizes = [Some(inst), inst.call_arg(0), inst.call_arg(3)].into_iter().flatten();
                    let size = sizes.filter(|value| !value.ty().is_void() && !value.ty().is_pointer()).map(bytes).max();
                    for index in 0..inst.call_arg_count() {
                        self.pointer(inst, index, size.unwrap_or(8))?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the base address and the memory of the buffer into which a pointer points.
    fn root(&self, mut pointer: Value<'m>) -> Option<(Value<'m>, Root<'m>)> {
        let mut is_known = true;
        while pointer.is_op(Opcode::GetElementPtr) || pointer.is_op(Opcode::Freeze) {
            is_known &= pointer.operands().skip(1).all(Value::is_constant);
            pointer = pointer.operand(0)?;
        }
        let root = self.roots.get(&pointer).copied();
        Some((pointer, root.or_else(|| if is_known { None } else { self.variable(pointer) })?))
    }

    /// The memory of a variable of the work-item, or of the module.
    fn variable(&self, pointer: Value<'m>) -> Option<Root<'m>> {
        let is_one = |alloca: Value<'m>| alloca.operand(0).and_then(Value::int_value) == Some(1);
        let allocated = pointer.allocated_type().filter(|_| is_one(pointer));
        let ty = allocated.or_else(|| pointer.value_type()).filter(|_| self.checks == Checks::Reported)?;
        let size = self.made.module.layout().abi_size(ty)?;
        Some(Root { size: self.int(64, size).ok()?, number: VARIABLE })
    }

    /// Redirects a pointer operand to spare memory for an access out of bounds; returns the bounds check, if the memory
    /// is known.
    fn pointer(&self, inst: Value<'m>, index: u32, bytes: u64) -> Result<Option<Value<'m>>> {
        let Some(pointer) = inst.operand(index).filter(|operand| operand.ty().is_pointer()) else { return Ok(None) };
        let Some((base, root)) = self.root(pointer) else { return Ok(None) };
        self.builder.position_before(inst)?;
        let bytes = self.int(64, bytes)?;
        let inside = self.inside(inst, base, root, pointer, bytes)?;
        let safe = self.builder.select(inside, pointer, self.spare)?;
        inst.set_operand(index, safe)?;
        Ok(Some(inside))
    }

    /// Emits the check that this many bytes are within the memory; a failure may be reported to the host.
    fn inside(
        &self,
        inst: Value<'m>,
        base: Value<'m>,
        root: Root<'m>,
        pointer: Value<'m>,
        bytes: Value<'m>,
    ) -> Result<Value<'m>> {
        let function = shell::function(self.made.module, "spirv.inside")?;
        let inside = self.builder.call(function, &[base, pointer, root.size, bytes])?;
        if self.checks == Checks::Reported {
            let (number, line) = (self.int(64, root.number)?, self.int(64, self.sources.position(inst))?);
            let [context, item] = self.given;
            let told = shell::function(self.made.module, "spirv_outside")?;
            let given = [context, item, inside, number, base, pointer, root.size, bytes, line];
            self.builder.call(told, &given)?;
        }
        Ok(inside)
    }

    fn int(&self, bits: u32, value: u64) -> Result<Value<'m>> {
        self.made.context.const_int(self.made.context.int_type(bits)?, value)
    }

    fn otherwise_zero(&self, load: Value<'m>, inside: Value<'m>) -> Result<()> {
        let next = load.next_instruction().ok_or_else(|| errors::internal("a block without an end"))?;
        self.builder.position_before(next)?;
        let users: Vec<_> = load.uses().collect();
        let zero = self.made.context.const_null(load.ty())?;
        let value = self.builder.select(inside, load, zero)?;
        users.into_iter().try_for_each(|user| shell::replace_operands(user, load, value))
    }

    /// Makes a copy that is out of bounds copy no bytes.
    fn copy(&self, call: Value<'m>) -> Result<()> {
        let Some(mut length) = call.call_arg(2) else { return Ok(()) };
        for index in 0..2 {
            let pointer = call.call_arg(index).filter(|argument| argument.ty().is_pointer());
            let Some((pointer, (base, root))) = pointer.and_then(|pointer| Some((pointer, self.root(pointer)?))) else {
                continue;
            };
            self.builder.position_before(call)?;
            let context = self.made.context;
            let long = context.int_type(64)?;
            let wide = if length.ty() == long { length } else { self.builder.cast(Opcode::ZExt, length, long)? };
            let inside = self.inside(call, base, root, pointer, wide)?;
            length = self.builder.select(inside, length, context.const_null(length.ty())?)?;
            call.set_operand(2, length)?;
        }
        Ok(())
    }
}
