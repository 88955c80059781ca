//! The element types of buffers: the type that the accesses to a buffer load and store, or else words.

use super::addresses;
use super::descriptors::{self, Buffer};
use super::host::Placed;
use super::passed::is_number;
use super::work_items;
use crate::conventions::notes;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::legalize::logical::chains::address::Address;
use crate::legalize::logical::chains::is_choice;
use crate::legalize::logical::layouts::{Layouts, Member};
use crate::llvm::{Linkage, Opcode, Type, Value};
use crate::options::Options;
use crate::state::availability;
use crate::state::slots::shaders::Note;
use ::spirv::{Capability, Decoration};
use llvm_ir::sorting::Sorting;
use rustc_hash::FxHashSet;

/// The intrinsics that copy and fill memory.
const COPIES: [&str; 3] = ["llvm.memcpy", "llvm.memmove", "llvm.memset"];

/// The intrinsics that load and store under a mask, and whether they store.
const MASKED: [(&str, bool); 4] = [
    ("llvm.masked.load", false),
    ("llvm.masked.expandload", false),
    ("llvm.masked.store", true),
    ("llvm.masked.compressstore", true),
];

/// The size in bytes of the largest number that copies are split into.
const LARGEST: u64 = 4;

/// An access of a buffer.
struct Access<'m> {
    ty: Type<'m>,
    /// The alignment in bytes.
    alignment: u64,
    kind: Kind,
    is_write: bool,
    pointer: Value<'m>,
}

/// The kinds of accesses that restrict the element type differently.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Atomic,
    /// A copy or fill, for which any element type is suitable that its alignment and length are multiples of.
    Copy,
}

/// Replaces the variable of a buffer by one with the final type. Returns the place of a workgroup argument that is
/// used.
pub fn finish<'m>(
    place: &Place<'m>,
    layouts: &mut Layouts<'_, 'm>,
    buffer: &Buffer<'m>,
    first: u32,
) -> Result<Option<Placed>> {
    let mut found = Vec::new();
    collect(place, buffer.variable, &mut found)?;
    let is_written = found.iter().any(|access| access.is_write);
    let element = element(place, &found)?;
    let ty = place.context.array_type(element, 0)?;
    let mut placed = None;
    let new = match buffer.parameter.kind {
        descriptors::Kind::Local => {
            let new = place.module.add_global(&buffer.name, ty, buffer.variable.ty().address_space())?;
            let constant = local(place, new, first + work_items::LENGTHS)?;
            let size = place.module.layout().store_size(element).unwrap_or(1);
            placed = Some(Placed::Local { constant, size }).filter(|_| !found.is_empty());
            new
        }
        _ => {
            let decorations = if is_written { Vec::new() } else { vec![Decoration::NonWritable] };
            let block = layouts.shared_of(Member { name: String::new(), decorations, ty })?;
            let new = place.module.add_global(&buffer.name, block, buffer.variable.ty().address_space())?;
            let (set, binding) = (buffer.parameter.set.into(), buffer.parameter.binding.into());
            let list = [(Decoration::DescriptorSet, set), (Decoration::Binding, binding)];
            new.set_global_metadata("spirv.Decorations", layouts.decorations(&list)?)?;
            new
        }
    };
    new.set_linkage(Linkage::External)?;
    buffer.variable.replace_uses(new)?;
    buffer.variable.delete_global()?;
    Ok(placed)
}

/// Changes variables in workgroup and function memory to arrays of the type that their accesses load and store, so that
/// any offset leads to an element.
pub fn flatten<'m>(place: &Place<'m>, functions: &[Value<'m>]) -> Result<()> {
    for global in
        place.module.globals().filter(|global| global.ty().address_space() == super::spaces::LOCAL).collect::<Vec<_>>()
    {
        let Some(ty) = global.value_type().and_then(|ty| flat(place, global, ty).transpose()).transpose()? else {
            continue;
        };
        let new = place.module.add_global("", ty, super::spaces::LOCAL)?;
        new.set_linkage(Linkage::External)?;
        place.replace_global(global, new)?;
    }
    for function in functions {
        let variables = function.blocks().flat_map(|block| block.instructions());
        for variable in variables.filter(|inst| inst.allocated_type().is_some()).collect::<Vec<_>>() {
            let Some(ty) =
                variable.allocated_type().and_then(|ty| flat(place, variable, ty).transpose()).transpose()?
            else {
                continue;
            };
            place.builder.position_before(variable)?;
            let new = place.builder.alloca(ty, None)?;
            new.set_name(variable.name());
            variable.replace_uses(new)?;
            variable.erase()?;
        }
    }
    Ok(())
}

/// Returns the array type of a variable for its accesses; `None` if the type can stay.
fn flat<'m>(place: &Place<'m>, variable: Value<'m>, ty: Type<'m>) -> Result<Option<Type<'m>>> {
    if ty.is_array() && ty.count() == 0 {
        return Ok(None);
    }
    let mut found = Vec::new();
    collect(place, variable, &mut found)?;
    let is_plain = !ty.is_struct() && !ty.is_array();
    if is_plain && !found.iter().any(|access| walks(place, access.pointer)) {
        return Ok(None);
    }
    if found.is_empty() || found.iter().any(|access| access.ty.scalar().is_pointer()) {
        return Ok(None);
    }
    let element = element(place, &found)?;
    let layout = place.module.layout();
    let (Some(size), Some(of_element)) = (layout.abi_size(ty), layout.store_size(element)) else { return Ok(None) };
    if ty.element() == Some(element) || of_element == 0 {
        return Ok(None);
    }
    place.context.array_type(element, size.div_ceil(of_element)).map(Some)
}

/// Returns whether a pointer leads to a part of its variable that no constant offset determines.
fn walks<'m>(place: &Place<'m>, pointer: Value<'m>) -> bool {
    let address = Address::of(place.module.layout(), pointer);
    address.is_ok_and(|address| is_choice(address.root) || !address.terms.is_empty())
}

/// Sets the length of an array in workgroup memory to a specialization constant; returns the `SpecId` of the constant.
fn local<'m>(place: &Place<'m>, variable: Value<'m>, first: u32) -> Result<u32> {
    let context = place.context;
    let number = first + place.module.named_metadata_nodes(LENGTHS).count() as u32;
    let node = work_items::constant(place, number, 1)?;
    place.module.add_named_metadata(LENGTHS, context.md_node(&[Some(node)]))?;
    let note = Note::Array { stride: 0, length: Some(node), element: Box::new(Note::Plain) };
    variable.set_global_metadata(notes::NAME, notes::write(context, &note)?)?;
    Ok(number)
}

/// The named metadata that collects the lengths of arrays in workgroup memory.
const LENGTHS: &str = "spirv.interface.lengths";

/// Collects the accesses through a pointer, with copies last.
fn collect<'m>(place: &Place<'m>, root: Value<'m>, to: &mut Vec<Access<'m>>) -> Result<()> {
    let (mut seen, mut work, mut copies) = (FxHashSet::default(), vec![root], Vec::new());
    let layout = place.module.layout();
    while let Some(pointer) = work.pop() {
        if !seen.insert(pointer) {
            continue;
        }
        for user in pointer.uses() {
            let accessed = match user.any_opcode() {
                Some(Opcode::Load) => Some(user.ty()),
                Some(Opcode::Store) if user.operand(1) == Some(pointer) => user.operand(0).map(Value::ty),
                Some(Opcode::AtomicRmw | Opcode::CmpXchg) => user.operand(1).map(Value::ty),
                Some(Opcode::GetElementPtr | Opcode::Phi | Opcode::Select) => {
                    work.push(user);
                    None
                }
                Some(Opcode::Call) => {
                    copies.extend(copy(place, user, pointer)?);
                    to.extend(masked(user, pointer));
                    None
                }
                _ => None,
            };
            if let Some(ty) = accessed {
                let natural = layout.store_size(ty).unwrap_or(1);
                let alignment = u64::from(user.alignment()).max(1).min(natural.max(1));
                let kind = if user.is_atomic() { Kind::Atomic } else { Kind::Plain };
                to.push(Access { ty, alignment, kind, is_write: !user.is_op(Opcode::Load), pointer });
            }
        }
    }
    to.extend(copies);
    Ok(())
}

/// Returns the access of a masked load or store; `None` for any other call.
fn masked<'m>(call: Value<'m>, pointer: Value<'m>) -> Option<Access<'m>> {
    let name = call.called_function().and_then(Value::intrinsic_name)?;
    let is_write = MASKED.iter().find(|row| row.0 == name)?.1;
    let ty = if is_write { call.call_arg(0)?.ty() } else { call.ty() };
    let alignment = call.param_alignment(u32::from(is_write)).unwrap_or(1).into();
    Some(Access { ty, alignment, kind: Kind::Plain, is_write, pointer })
}

/// Returns the name of the intrinsic that an instruction calls to copy or fill memory; `None` for any other instruction.
pub fn copy_name(inst: Value<'_>) -> Option<&str> {
    let callee = if inst.is_op(Opcode::Call) { inst.called_function() } else { None };
    callee.and_then(Value::intrinsic_name).filter(|name| COPIES.contains(name))
}

/// Returns the access of a copy or fill of a constant length; `None` for any other call.
fn copy<'m>(place: &Place<'m>, call: Value<'m>, pointer: Value<'m>) -> Result<Option<Access<'m>>> {
    let is_copy = copy_name(call).is_some();
    let length = call.call_arg(2).filter(|length| is_copy && length.is_constant()).and_then(Value::int_value);
    let Some(length) = length.filter(|length| *length > 0) else { return Ok(None) };
    let at = |index: &u32| call.call_arg(*index) == Some(pointer);
    let said = (0..2).filter(at).map(|index| call.param_alignment(index).unwrap_or(1)).min();
    let alignment = u64::from(said.unwrap_or(1)).min(1 << length.trailing_zeros()).max(1);
    let ty = place.context.int_type((alignment.min(LARGEST) * 8) as u32)?;
    Ok(Some(Access { ty, alignment, kind: Kind::Copy, is_write: at(&0), pointer }))
}

/// Returns the element type for a buffer with these accesses.
fn element<'m>(place: &Place<'m>, accesses: &[Access<'m>]) -> Result<Type<'m>> {
    let layout = place.module.layout();
    let size = |ty: Type<'m>| layout.store_size(ty).unwrap_or(0);
    let number = |access: &Access<'m>| {
        let scalar = access.ty.scalar();
        match is_number(scalar) && access.alignment >= size(scalar) {
            true => Ok(scalar),
            // Structures, what is not aligned, and numbers that shaders do not have in memory: as much as is aligned.
            false => {
                let unit = if scalar.is_struct() { 8 } else { 1 << size(scalar).max(1).trailing_zeros().min(3) };
                place.context.int_type((access.alignment.min(unit) * 8) as u32)
            }
        }
    };
    if let Some(vector) = whole(place, accesses) {
        return Ok(vector);
    }
    let mut best: Option<Type<'m>> = None;
    for access in accesses {
        let ty = number(access)?;
        // Bits of an integer may be those of a NaN, which nothing has to keep.
        let is_better =
            |best: Type<'m>| size(ty) < size(best) || size(ty) == size(best) && ty.is_int() && !best.is_int();
        if best.is_none_or(is_better) {
            best = Some(ty);
        }
    }
    let best = best.map_or_else(|| place.context.int_type(32), Ok)?;
    let is_other = |access: &&Access<'m>| access.kind == Kind::Atomic && size(access.ty) != size(best);
    if accesses.iter().any(|access| is_other(&access)) {
        return Err(Error::of(Code::Instruction, "a buffer with atomic accesses, and others to smaller parts of it")
            .hint("put what is atomic into a buffer of its own"));
    }
    // Atomic instructions take what they compute with.
    Ok(accesses.iter().find(|access| access.kind == Kind::Atomic).map_or(best, |access| access.ty))
}

/// Returns the vector type of two or four lanes, if all accesses are of this type at multiples of its size.
fn whole<'m>(place: &Place<'m>, accesses: &[Access<'m>]) -> Option<Type<'m>> {
    let layout = place.module.layout();
    let ty = accesses.first()?.ty;
    let size = layout.store_size(ty)?;
    let is_whole = |access: &Access<'m>| {
        let address = Address::of(layout, access.pointer).ok()?;
        let steps = address.terms.iter().map(|term| term.scale).chain([address.offset]);
        let is_multiple = |step: i64| step.rem_euclid(size as i64) == 0;
        let is_global = address.root.is_global_variable();
        let is_it = access.ty == ty || access.kind == Kind::Copy;
        Some(is_it && access.alignment >= size && is_global && steps.into_iter().all(is_multiple))
    };
    let is_vector = ty.is_vector() && [2, 4].contains(&ty.count()) && is_number(ty.scalar());
    (is_vector && accesses.iter().all(|access| is_whole(access) == Some(true))).then_some(ty)
}

/// Declares the capabilities that small numbers in blocks require.
pub fn capabilities<'m>(place: &Place<'m>, options: &Options) -> Result<()> {
    use super::spaces::{BUFFER, PUSH, UNIFORM};
    place.module.drop_named_metadata(LENGTHS);
    let mut needed = Vec::new();
    for global in place.module.globals() {
        let Some(ty) = global.value_type() else { continue };
        let (bytes, halves) = match global.ty().address_space() {
            BUFFER => (Capability::StorageBuffer8BitAccess, Capability::StorageBuffer16BitAccess),
            UNIFORM => (Capability::UniformAndStorageBuffer8BitAccess, Capability::UniformAndStorageBuffer16BitAccess),
            PUSH => (Capability::StoragePushConstant8, Capability::StoragePushConstant16),
            _ => continue,
        };
        let mut widths = FxHashSet::default();
        scalars(ty, &mut widths, 32);
        needed.extend(of_widths(options, &widths, (bytes, halves)));
    }
    let mut widths = FxHashSet::default();
    addresses::accessed(place).into_iter().for_each(|ty| scalars(ty, &mut widths, 32));
    needed.extend(of_widths(
        options,
        &widths,
        (Capability::StorageBuffer8BitAccess, Capability::StorageBuffer16BitAccess),
    ));
    needed.arrange_by_key(|capability| *capability as u32);
    needed.dedup();
    for capability in needed {
        let number = place.context.md_int(32, capability as u64)?;
        place.module.add_named_metadata("spirv.Capability", place.context.md_node(&[Some(number)]))?;
    }
    Ok(())
}

/// Returns the capabilities that numbers of these widths require in a kind of memory.
fn of_widths(
    options: &Options,
    widths: &FxHashSet<(u32, bool)>,
    (bytes, halves): (Capability, Capability),
) -> Vec<Capability> {
    let mut needed = Vec::new();
    needed.extend(widths.contains(&(8, false)).then_some([bytes, Capability::Int8]).into_iter().flatten());
    needed.extend(widths.contains(&(16, false)).then_some([halves, Capability::Int16]).into_iter().flatten());
    if widths.contains(&(16, true)) {
        needed.push(halves);
        // Without it values are `float`.
        needed.extend(Some(Capability::Float16).filter(|float| availability::allows_capability(options, *float)));
    }
    needed
}

/// Collects the widths of the numbers in a type; padding is an array of bytes, too.
fn scalars(ty: Type<'_>, to: &mut FxHashSet<(u32, bool)>, depth: u32) {
    if ty.is_struct() || ty.is_array() {
        if depth > 0 {
            ty.fields().chain(ty.element()).for_each(|part| scalars(part, to, depth - 1));
        }
        return;
    }
    let scalar = ty.scalar();
    let float = scalar.float_width();
    to.insert(if float > 0 { (float, true) } else { (scalar.int_width(), false) });
}
