//! Access chains with logical addressing (SPIR-V 3.42.8 "Memory Instructions").
//!
//! In LLVM IR: `getelementptr` from the type of the base, with a 0 in front. An element with padding, and a matrix,
//! which is a structure of an array, take an additional index 0. A part whose memory differs from its value (a matrix,
//! or arrays of matrices, with a stride or order of its own; a component of a vector of booleans) has no address in
//! LLVM IR: it is a call of `__spirv_AccessChain(ptr, i32...)`.

use super::types;
use crate::binary::builder::Id as SpirvId;
use crate::binary::{Id, Instruction, Op};
use crate::concepts::base::{mangled, pointers, values};
use crate::concepts::builtins::declare::{self, Effects};
use crate::concepts::extensions::cooperative_types;
use crate::conventions::classes;
use crate::conventions::notes;
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributePlace, Type, Value};
use crate::state::slots::shaders::{Note, Shape};
use crate::state::{Forward, Lower, Reverse, lower};
use llvm_spirv_mangling::Name;

/// The name of the function for access chains to parts without an address in LLVM IR.
pub const OPAQUE: &str = "__spirv_AccessChain";

/// The name of the function for in-bounds access chains to parts without an address in LLVM IR.
const OPAQUE_IN_BOUNDS: &str = "__spirv_InBoundsAccessChain";

// --- SPIR-V to LLVM ---

/// A chain in LLVM IR.
struct Path<'m> {
    indices: Vec<Value<'m>>,
    /// The LLVM type of the selected part in memory.
    memory: Type<'m>,
    /// The SPIR-V type of the selected part.
    ty: Id,
    /// True if the chain goes through a part without an address in LLVM IR: an array of buffers, a column of a
    /// row-major matrix, or a type whose size LLVM must not know, since an array's length is a specialization constant.
    is_opaque: bool,
}

/// Translates `OpAccessChain`, `OpInBoundsAccessChain`, `OpPtrAccessChain` and `OpInBoundsPtrAccessChain`; returns
/// whether it was one of them.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    let (is_in_bounds, has_element) = match inst.opcode() {
        Op::AccessChain => (false, false),
        Op::InBoundsAccessChain => (true, false),
        Op::PtrAccessChain => (false, true),
        Op::InBoundsPtrAccessChain => (true, true),
        _ => return Ok(false),
    };
    let base = inst.operand(0)?;
    let pointee = r.pointee(r.type_of(base)?)?;
    let memory = memory_of(r, base, pointee)?;
    let mut rest = inst.in_operands().get(1..).unwrap_or_default();
    let mut path = Path { indices: Vec::new(), memory, ty: pointee, is_opaque: is_descriptors(r, base, pointee) };
    if has_element {
        let (element, others) = rest.split_first().ok_or_else(|| inst.error("an access chain without an element"))?;
        path.indices.push(r.value(*element)?);
        rest = others;
    } else {
        path.indices.push(index(r, 0)?);
    }
    for id in rest {
        step(r, inst, &mut path, *id)?;
    }
    let (selected, memory) = (path.ty, path.memory);
    path.is_opaque |= r.ty(selected)? != memory;
    let id = inst.result_id().unwrap_or_default();
    if r.ty(selected)? != memory {
        r.shaders.memory.insert(id, memory);
    }
    let source = memory_of(r, base, pointee)?;
    let value = match path.is_opaque && !has_element {
        true => opaque(r, inst, rest, is_in_bounds)?,
        false => r.builder.gep(source, r.value(base)?, &path.indices, is_in_bounds)?,
    };
    r.define(inst, value)?;
    Ok(true)
}

fn index<'m>(r: &Reverse<'m>, index: u32) -> Result<Value<'m>> {
    r.context.const_int(r.context.int_type(32)?, index.into())
}

/// Returns the LLVM type of a pointer's target in memory.
pub fn memory_of<'m>(r: &Reverse<'m>, pointer: Id, pointee: Id) -> Result<Type<'m>> {
    r.shaders.memory.get(&pointer).copied().map_or_else(|| r.ty(pointee), Ok)
}

/// Returns whether the base is an array of buffers: each has a descriptor, and they are not adjacent in memory.
fn is_descriptors(r: &Reverse<'_>, base: Id, pointee: Id) -> bool {
    let is_array =
        r.spv.definition(pointee).is_some_and(|ty| matches!(ty.opcode(), Op::TypeArray | Op::TypeRuntimeArray));
    let class =
        r.type_definition(base).ok().and_then(|ty| ty.operand(0).ok()).and_then(::spirv::StorageClass::from_u32);
    is_array && class.is_some_and(classes::is_explicit) && notes::array_stride(r, pointee) == 0
}

fn step<'m>(r: &Reverse<'m>, inst: Instruction<'m>, path: &mut Path<'m>, id: Id) -> Result<()> {
    let no_part = || inst.error(format!("an index into {}, which has no such part", path.memory));
    let definition = r.spv.definition(path.ty).ok_or_else(no_part)?;
    path.is_opaque |= r.shaders.specialised.contains(&path.ty);
    match definition.opcode() {
        Op::TypeStruct => {
            let member = usize::try_from(r.constant(id)?).unwrap_or(usize::MAX);
            let form = r.shaders.structs.get(&path.ty).ok_or_else(no_part)?;
            let (element, memory) = form.elements.get(member).zip(form.types.get(member)).ok_or_else(no_part)?;
            let ty = *definition.in_operands().get(member).ok_or_else(no_part)?;
            path.is_opaque |= form.is_cut.get(member) == Some(&true);
            path.indices.push(index(r, *element)?);
            (path.memory, path.ty) = (*memory, ty);
        }
        Op::TypeArray | Op::TypeRuntimeArray => {
            let element = path.memory.element().ok_or_else(no_part)?;
            path.indices.push(r.value(id)?);
            path.ty = definition.operand(0)?;
            path.memory = element;
            unpad(r, path)?;
        }
        Op::TypeMatrix => {
            let form = notes::matrix_parts(path.memory).ok_or_else(no_part)?;
            path.is_opaque |= form.is_row_major;
            path.indices.push(index(r, 0)?);
            path.indices.push(r.value(id)?);
            path.ty = definition.operand(0)?;
            path.memory = match form.is_row_major {
                true => r.ty(path.ty)?,
                false => path.memory.field(0).and_then(|columns| columns.element()).ok_or_else(no_part)?,
            };
            unpad(r, path)?;
        }
        Op::TypeVector => {
            path.indices.push(r.value(id)?);
            path.ty = definition.operand(0)?;
            path.memory = r.ty(path.ty)?;
            // LLVM has the components of a vector of booleans in the bits of one byte.
            path.is_opaque |= path.memory.is_int_of(1);
        }
        // The components that an invocation has of a cooperative matrix.
        op if cooperative_types::kind(op).is_some() => {
            path.is_opaque = true;
            path.indices.push(r.value(id)?);
            path.ty = definition.operand(0)?;
            path.memory = r.ty(path.ty)?;
        }
        _ => return Err(no_part()),
    }
    Ok(())
}

/// Selects the element within its padded structure, if it has one.
fn unpad<'m>(r: &Reverse<'m>, path: &mut Path<'m>) -> Result<()> {
    if let Some(inner) = path.memory.field(0).filter(|_| notes::is_padded(path.memory)) {
        path.indices.push(index(r, 0)?);
        path.memory = inner;
    }
    Ok(())
}

/// Emits the call for an access chain to a part without an address in LLVM IR.
fn opaque<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, indices: &[Id], is_in_bounds: bool) -> Result<Value<'m>> {
    let base = inst.operand(0)?;
    let (mut params, mut args) = (vec![mangled::mangled(r, r.type_of(base)?, false)?], vec![r.value(base)?]);
    for id in indices {
        params.push(mangled::mangled(r, r.type_of(*id)?, false)?);
        args.push(r.value(*id)?);
    }
    let name = if is_in_bounds { OPAQUE_IN_BOUNDS } else { OPAQUE };
    let function = declare::function(r, name, r.result_ty(inst)?, &params, &args, Effects::Returns)?;
    function.add_attribute(AttributePlace::Function, "speculatable", 0)?;
    declare::call_function(r, function, &args)
}

// --- LLVM to SPIR-V ---

/// Returns whether a name is that of a function for access chains to parts without an address in LLVM IR.
pub fn is_opaque(name: &str) -> bool {
    [OPAQUE, OPAQUE_IN_BOUNDS].contains(&name)
}

/// Returns the lowering of a function for access chains to parts without an address in LLVM IR.
pub fn resolve(name: &Name) -> Option<Lower> {
    let op = match name.base.as_str() {
        OPAQUE => Op::AccessChain,
        OPAQUE_IN_BOUNDS => Op::InBoundsAccessChain,
        _ => return None,
    };
    lower(move |f, inst, _| {
        let mut args = inst.call_args();
        let base = args.next().ok_or_else(|| Error::of(Code::BuiltinCall, format!("{OPAQUE} without a pointer")))?;
        let base = values::operand(f, base)?;
        let args: Vec<_> = args.collect();
        chain(f, inst, op, base, &args)
    })
}

/// An access chain by SPIR-V's own indices.
fn chain<'m>(
    f: &mut Forward<'m>,
    inst: Value<'m>,
    op: Op,
    base: crate::state::Operand,
    args: &[Value<'m>],
) -> Result<()> {
    let no_pointer = || Error::of(Code::BuiltinCall, "an access chain from what is no pointer");
    let (class, mut ty) = f.pointer_parts(base.ty).ok_or_else(no_pointer)?;
    let mut operands = vec![base.id];
    for arg in args {
        ty = part(f, ty, arg.int_value().filter(|_| arg.is_constant()))?;
        operands.push(values::operand(f, *arg)?.id);
    }
    // A note tells the type of the value; that in memory may differ in the strides of matrices, and so in its arrays.
    let stride = match super::values::note_of(inst)? {
        Some(Note::Pointer { stride, .. }) => stride,
        _ => 0,
    };
    let ty = types::pointer(f, class, ty, stride)?;
    let pointer = f.emit_value(op, ty, &operands)?;
    f.bind(inst, pointer)
}

/// Returns the type of a part of a composite: of a structure the type of a member, else the element type.
pub fn part(f: &Forward<'_>, ty: SpirvId, index: Option<u64>) -> Result<SpirvId> {
    let no_part = || Error::of(Code::BuiltinCall, "an index into a type that has no such part");
    if let Some(component) = f.matrices.components.get(&ty) {
        return Ok(*component);
    }
    match f.shaders.shapes.get(&ty).ok_or_else(no_part)? {
        Shape::Vector(part, _) | Shape::Matrix(part, _) | Shape::Array(part) => Ok(*part),
        Shape::Struct(members, _) => {
            let member = index.and_then(|index| usize::try_from(index).ok()).ok_or_else(no_part)?;
            members.get(member).copied().ok_or_else(no_part)
        }
    }
}

/// Translates a `getelementptr` from the pointee type of its base.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let (base, source) = pointers::gep_base(inst)?;
    let base = values::operand(f, base)?;
    let Some((class, ty)) = f.pointer_parts(base.ty) else {
        return Err(Error::of(Code::Instruction, "getelementptr from what is no pointer in SPIR-V"));
    };
    let mut indices = inst.operands().skip(1);
    let first = indices.next().ok_or_else(|| Error::internal("a GEP without an index"))?;
    let has_element = first.int_value() != Some(0) || !first.is_constant();
    let mut steps = Steps { operands: vec![base.id], llvm: source, ty };
    if has_element {
        steps.operands.push(values::operand(f, first)?.id);
    }
    while let Some(index) = indices.next() {
        steps.step(f, index, &mut indices)?;
    }
    let op = match (has_element, inst.is_in_bounds()) {
        (false, false) => Op::AccessChain,
        (false, true) => Op::InBoundsAccessChain,
        (true, false) => Op::PtrAccessChain,
        (true, true) => Op::InBoundsPtrAccessChain,
    };
    let ty = pointers::pointer_type(f, class, steps.ty)?;
    f.define(inst, op, ty, &steps.operands)?;
    Ok(true)
}

/// A walk along the indices of a `getelementptr`, in LLVM's types and in SPIR-V's.
struct Steps<'m> {
    operands: Vec<u32>,
    llvm: Type<'m>,
    ty: SpirvId,
}

impl<'m> Steps<'m> {
    fn step(
        &mut self,
        f: &mut Forward<'m>,
        index: Value<'m>,
        rest: &mut impl Iterator<Item = Value<'m>>,
    ) -> Result<()> {
        let llvm = self.llvm;
        let wrong = || {
            Error::of(Code::Instruction, format!("getelementptr over {llvm}, which is not what the pointer points to"))
        };
        if let Some(form) = notes::matrix_parts(self.llvm) {
            if form.is_row_major {
                return Err(wrong());
            }
            let columns = self.llvm.field(0).ok_or_else(wrong)?;
            let column = rest.next().ok_or_else(wrong)?;
            self.push(f, column, column)?;
            self.llvm = columns.element().ok_or_else(wrong)?;
            return self.unpad(rest).ok_or_else(wrong);
        }
        if self.llvm.field_count() > 0 {
            let element = index.int_value().and_then(|index| u32::try_from(index).ok()).ok_or_else(wrong)?;
            let member = match f.shaders.shapes.get(&self.ty) {
                Some(Shape::Struct(_, elements)) => elements.get(element as usize).copied().flatten(),
                _ => None,
            };
            let member = member.ok_or_else(wrong)?;
            self.operands.push(super::constants::index(f, member)?);
            self.ty = part(f, self.ty, Some(member.into()))?;
            self.llvm = self.llvm.field(element).ok_or_else(wrong)?;
            return Ok(());
        }
        self.push(f, index, index)?;
        self.llvm = self.llvm.element().ok_or_else(wrong)?;
        self.unpad(rest).ok_or_else(wrong)
    }

    fn push(&mut self, f: &mut Forward<'m>, index: Value<'m>, by: Value<'m>) -> Result<()> {
        self.operands.push(values::operand(f, index)?.id);
        self.ty = part(f, self.ty, by.int_value().filter(|_| by.is_constant()))?;
        Ok(())
    }

    /// Passes the index into an element with padding, if there is one.
    fn unpad(&mut self, rest: &mut impl Iterator<Item = Value<'m>>) -> Option<()> {
        if notes::is_padded(self.llvm) {
            rest.next()?;
            self.llvm = self.llvm.field(0)?;
        }
        Some(())
    }
}
