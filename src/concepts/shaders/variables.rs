//! Module-scope variables of shaders (SPIR-V `OpVariable`).
//!
//! In LLVM IR: globals in the address space of the storage class, without an initializer, since the host fills the
//! memory; `Private` variables are private globals with their initializer, which is `!spirv.Initializer` if it contains
//! specialization constants. Inputs and uniform memory that is never written are `constant`. Decorations are
//! `!spirv.Decorations`, builtins among them; a name that LLVM had to change is in `!spirv.Name`, as is the fact that
//! an output with an initializer has no name.

use super::{addresses, types};
use crate::binary::builder::Id;
use crate::binary::{Decoration, Instruction};
use crate::concepts::base::decorations::{forward as decorations, reverse::read};
use crate::concepts::base::{pointers, spec_nodes, values};
use crate::conventions::classes;
use crate::conventions::nodes;
use crate::conventions::notes;
use crate::error::{Error, Result};
use crate::llvm::{Linkage, Metadata, Value};
use crate::state::{Forward, Operand, Reverse};
use ::spirv::{Op, StorageClass};
use llvm_spirv_metadata::{Decorations, Named, Node, Tuple};

/// The kind of the metadata for a name that LLVM changed.
pub const NAME: &str = "spirv.Name";

/// The LLVM name of an unnamed output with an initialiser, whose value leaves the shader even if it is never stored to:
/// LLVM's passes would remove an unnamed global as unused.
const FILLED: &str = "spirv.output";

// --- SPIR-V to LLVM ---

/// Translates a module-scope variable; returns whether it was one.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    if inst.opcode() != Op::Variable {
        return Ok(false);
    }
    let id = inst.result_id().unwrap_or_default();
    let pointer = inst.result_type().unwrap_or_default();
    let pointee = r.pointee(pointer)?;
    let class = StorageClass::from_u32(inst.operand(0)?);
    let class = class.ok_or_else(|| inst.unsupported("a storage class that the grammar does not have"))?;
    let name = r.spv.name(id).unwrap_or_default();
    let ty = r.ty(pointee)?;
    let is_filled = inst.in_operands().len() > 1 && class == StorageClass::Output;
    let global =
        r.module.add_global(if is_filled && name.is_empty() { FILLED } else { name }, ty, classes::space_of(class))?;
    if global.name() != name {
        global.set_global_metadata(NAME, r.context.md_node(&[Some(r.context.md_string(name))]))?;
    }
    match inst.in_operands().get(1) {
        Some(initializer) => {
            global.set_initializer(r.value(*initializer)?)?;
            spec_nodes::reverse_initializer(r, global, *initializer)?;
        }
        None if class == StorageClass::Private => global.set_initializer(r.context.undef(ty)?)?,
        None => {}
    }
    let is_own = class == StorageClass::Private;
    global.set_linkage(if is_own { Linkage::Private } else { Linkage::External })?;
    global.set_global_constant(is_constant(r, id, pointee, class))?;
    let note = notes::of(r, pointee)?;
    if note != notes::by_default(r.module.layout(), ty, classes::is_explicit(class))? {
        global.set_global_metadata(notes::NAME, notes::write(r.context, &note)?)?;
    }
    let stride = notes::array_stride(r, pointer);
    if stride != 0 {
        let node = r.context.md_node(&[Some(r.context.md_int(32, stride.into())?)]);
        global.set_global_metadata(notes::STRIDE, node)?;
    }
    let list = Decorations(r.spv.decorations(id).filter_map(|decoration| read(&decoration)).collect());
    if !list.0.is_empty() {
        global.set_global_metadata(Decorations::NAME, nodes::reverse(r, &list.write())?)?;
    }
    r.alias(inst, global)?;
    Ok(true)
}

/// Returns whether a variable is never written while an invocation runs.
fn is_constant(r: &Reverse<'_>, id: Id, pointee: Id, class: StorageClass) -> bool {
    let is_volatile = || r.spv.decoration(id, Decoration::Volatile).is_some();
    match class {
        StorageClass::Input | StorageClass::PushConstant | StorageClass::UniformConstant => !is_volatile(),
        StorageClass::Uniform => r.spv.decoration(pointee, Decoration::Block).is_some(),
        _ => false,
    }
}

// --- LLVM to SPIR-V ---

/// Returns the variable for a global.
pub fn forward<'m>(f: &mut Forward<'m>, global: Value<'m>) -> Result<Option<Operand>> {
    if !global.is_global_variable() {
        return Ok(None);
    }
    let class = class(f, global)?;
    let value_type = global.value_type().ok_or_else(|| Error::internal("a global without a value type"))?;
    let note = match global.metadata(notes::NAME).filter(|_| global.has_metadata()) {
        Some(node) => notes::read(node)?,
        None => notes::by_default(f.module.layout(), value_type, classes::is_explicit(class))?,
    };
    let pointee = types::noted(f, value_type, &note)?;
    let ty = types::pointer(f, class, pointee, notes::stride_of(global))?;
    let mut operands = vec![class as u32];
    if let Some(node) = spec_nodes::initializer(f, global)? {
        operands.push(node);
        return finish(f, global, ty, &operands).map(Some);
    }
    if let Some(value) = global.initializer().filter(|value| !value.is_undef() && !value.is_poison()) {
        if class == StorageClass::Workgroup && value.is_null() {
            operands.push(crate::concepts::base::constants::null(f, pointee)?);
            return finish(f, global, ty, &operands).map(Some);
        }
        operands.push(initializer(f, value, pointee)?);
    }
    finish(f, global, ty, &operands).map(Some)
}

/// Returns the initialiser of a variable of the type: a constant, or another variable.
fn initializer<'m>(f: &mut Forward<'m>, value: Value<'m>, ty: Id) -> Result<Id> {
    if let Some(made) = super::constants::as_type(f, value, ty)? {
        return Ok(made.id);
    }
    let known = if value.is_global_variable() { Some(values::operand(f, value)?) } else { None };
    known.filter(|known| known.ty == ty).map(|known| known.id).ok_or_else(|| addresses::in_constant(value))
}

/// Writes the variable of a global.
fn finish<'m>(f: &mut Forward<'m>, global: Value<'m>, ty: Id, operands: &[u32]) -> Result<Operand> {
    let id = f.spv.global(Op::Variable, Some(ty), operands)?;
    f.variables.push(id);
    f.spv.name(id, &name_of(global))?;
    decorations::global(f, global, id)?;
    Ok(Operand { id, ty })
}

/// Returns the storage class of a global: `Private` for LLVM's own globals in address space 0.
fn class(f: &mut Forward<'_>, global: Value<'_>) -> Result<StorageClass> {
    match global.ty().address_space() {
        0 => Ok(StorageClass::Private),
        space => pointers::storage_class(f, space),
    }
}

/// Returns the name in SPIR-V of a global.
pub fn name_of(global: Value<'_>) -> String {
    let node = global.has_metadata().then(|| global.metadata(NAME)).flatten().map(nodes::read);
    match node {
        Some(Node::List(parts)) => match parts.as_slice() {
            [Node::<Metadata<'_>>::String(name)] => name.clone(),
            _ => global.name().to_owned(),
        },
        _ => global.name().to_owned(),
    }
}
