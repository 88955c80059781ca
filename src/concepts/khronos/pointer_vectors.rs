//! Vectors of pointers that stay vectors (`SPV_INTEL_masked_gather_scatter`).
//!
//! In LLVM IR: vectors of pointers that are only loaded, stored, built from pointers, taken apart, and used in gathers
//! and scatters. All vectors of one LLVM type have one SPIR-V type: their pointees are the elements that are gathered
//! and scattered through them, or the functions that they are built from. GEPs and casts, which validators refuse on
//! vectors of pointers, are done on each pointer; if any is there, all vectors of pointers in the module are split
//! (`legalize::types`). Without the extension vectors of pointers are refused.
//! and then on all of them in the module (`legalize::types`). Without the extension vectors of pointers are refused.

use crate::binary::builder::Id;
use crate::concepts::base::{functions, pointers, types};
use crate::concepts::extensions::gathers::{EXTENSION, GATHER, SCATTER};
use crate::error::Result;
use crate::llvm::{Module, Opcode, Type, Value};
use crate::state::Forward;
use ::spirv::Capability;
use rustc_hash::FxHashMap;

/// The limit on the number of parts of a type that are searched.
const MOST_PARTS: usize = 256;
const LLVM_GATHER: &str = "llvm.masked.gather.";
const LLVM_SCATTER: &str = "llvm.masked.scatter.";

/// Returns whether a type is a vector of pointers.
fn is_vector(ty: Type<'_>) -> bool {
    ty.is_vector() && ty.scalar().is_pointer()
}

/// Returns whether all vectors of pointers of a module can stay vectors.
pub fn can_stay(module: &Module<'_>) -> bool {
    let mut elements = FxHashMap::default();
    let is_plain = |ty: Type<'_>| !is_vector(ty);
    if module.globals().filter_map(|global| global.value_type()).any(|ty| holds_vectors(ty)) {
        return false;
    }
    let signatures = module.functions().filter(|function| function.intrinsic_id() == 0);
    let types = signatures.filter_map(|function| function.function_type());
    let mut types = types.flat_map(|ty| ty.function_params().into_iter().chain(ty.function_return()));
    types.all(is_plain) && instructions(module).all(|inst| can_keep(inst, &mut elements))
}

/// Returns whether a type contains vectors of pointers, or is too large to be searched.
fn holds_vectors(ty: Type<'_>) -> bool {
    let mut open = vec![ty];
    for _ in 0..MOST_PARTS {
        let Some(part) = open.pop() else { return false };
        if is_vector(part) {
            return true;
        }
        match part.is_struct() {
            true => open.extend(part.fields()),
            false => open.extend(part.element().filter(|_| part.is_array())),
        }
    }
    true
}

fn instructions<'m>(module: &'m Module<'_>) -> impl Iterator<Item = Value<'m>> {
    module.functions().flat_map(|function| function.blocks()).flat_map(|block| block.instructions())
}

/// Returns whether an instruction may keep its vectors of pointers. Notes the element type that is gathered and
/// scattered through vectors of a type, of which there may be only one.
fn can_keep<'m>(inst: Value<'m>, elements: &mut FxHashMap<Type<'m>, Type<'m>>) -> bool {
    use Opcode as O;
    let is_constant = |value: Value<'_>| value.is_constant() && !(value.is_undef() || value.is_null());
    let mut taken = inst.operands().filter(|operand| is_vector(operand.ty())).peekable();
    if taken.peek().is_none() && !is_vector(inst.ty()) {
        return true;
    }
    if taken.any(is_constant) {
        return false;
    }
    match inst.opcode() {
        Some(O::Load | O::Store | O::ExtractElement | O::InsertElement) => true,
        Some(O::Call) => gathered(inst).is_some_and(|(vector, element)| {
            !element.is_pointer() && *elements.entry(vector).or_insert(element) == element
        }),
        _ => false,
    }
}

/// The type of the vector that a call gathers or scatters through, and the type of its elements. The legalisation exchanges the calls.
fn gathered<'m>(call: Value<'m>) -> Option<(Type<'m>, Type<'m>)> {
    let callee = call.called_function()?;
    let is_of = |names: [&str; 2]| names.iter().any(|name| callee.name().starts_with(name));
    let values = match () {
        () if is_of([LLVM_GATHER, GATHER]) => call.ty(),
        () if is_of([LLVM_SCATTER, SCATTER]) => call.call_arg(0)?.ty(),
        () => return None,
    };
    let mut vectors = call.call_args().map(|argument| argument.ty()).filter(|ty| is_vector(*ty));
    Some((vectors.next()?, values.scalar()))
}

/// Returns the type of a vector of pointers, and notes its component type for [`lane`].
pub fn forward<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Option<Id>> {
    if !is_vector(ty) || !crate::state::availability::allows(f.options, EXTENSION) {
        return Ok(None);
    }
    f.spv.require(Capability::MaskedGatherScatterINTEL);
    f.spv.require_extension(EXTENSION);
    let component = component(f, ty)?;
    f.lanes.insert(ty, component);
    types::vector_of_checked(f, component, ty.count()).map(Some)
}

fn component<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    let module = f.module;
    let through = instructions(module).find_map(|inst| gathered(inst).filter(|(vector, _)| *vector == ty));
    if let Some((_, element)) = through {
        return pointers::pointing_to(f, ty.scalar(), element);
    }
    let inserted = instructions(module).filter(|inst| inst.opcode() == Some(Opcode::InsertElement) && inst.ty() == ty);
    let mut inserted = inserted.filter_map(|inst| inst.operand(1));
    let Some(first) = inserted.next().filter(|first| first.is_function()) else {
        return types::forward(f, ty.scalar());
    };
    if !inserted.all(|other| other.is_function() && other.function_type() == first.function_type()) {
        return types::forward(f, ty.scalar());
    }
    let class = pointers::storage_class(f, ty.scalar().address_space())?;
    let pointee = functions::signature(f, first)?.ty;
    pointers::pointer_type(f, class, pointee)
}
