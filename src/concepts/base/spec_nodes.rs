//! The specialization constants of a module as metadata, for the places where no instruction can express them.
//!
//! In LLVM IR: `!spirv.SpecConstants` lists all of them in the order of the SPIR-V module, so that a host can set a
//! constant even if no instruction uses it any more. Each is a node, which other nodes, `!spirv.Initializer` of a
//! variable, lengths of arrays ([`super::lengths`]) and execution modes
//! ([`crate::concepts::interface::spec_constants::modes`]) refer to:
//!
//! ```text
//! !{!"SpecConstant", T default, !"name", !decorations, null}
//! !{!"SpecConstantComposite", T undef, !"name", !decorations, null, parts...}
//! !{!"SpecConstantOp", T undef, !"name", !decorations, T* undef, i32 opcode, operands...}
//! ```
//!
//! Parts and operands are such nodes, or constants; a constant whose SPIR-V type cannot be derived from its LLVM type
//! is `!{!"Constant", T value, !"", null, shape}`; decorations are those of `!spirv.Decorations`, `SpecId` among them.
//! The fifth operand is the shape: the pointee for a pointer, the lengths for a composite of arrays of specialised
//! length, else null. If an optimiser removes a variable that a node names, the node is void, and its users have the
//! default values.

use super::lengths;
use crate::binary::builder::Id;
use crate::binary::grammar::{self, Category, Info};
use crate::binary::{Instruction, Op, spec_operations};
use crate::concepts::base::{constants, decorations, pointers, types};
use crate::conventions::nodes;
use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, Type, Value};
use crate::state::hooks::ask;
use crate::state::slots::spec_constants::is_scalar;
use crate::state::{Forward, Operand, Reverse};
use ::spirv::Decoration;
use llvm_spirv_metadata::{self as md, Decorations, Tuple};

/// The named metadata.
const NAME: &str = "spirv.SpecConstants";

/// The attachment of a variable whose initialiser is made of specialization constants.
const INITIALIZER: &str = "spirv.Initializer";

const SCALAR: &str = "SpecConstant";
const COMPOSITE: &str = "SpecConstantComposite";
const OPERATION: &str = "SpecConstantOp";

/// The kind of a node for an ordinary constant whose SPIR-V type cannot be derived from its LLVM type.
const PLAIN: &str = "Constant";

/// The number of operands of a node before its parts.
const HEAD: usize = 5;

// --- LLVM to SPIR-V ---

/// A node of the list.
struct Entry<'m> {
    kind: &'m str,
    /// A value of the type of the constant; for a scalar, its default.
    default: Value<'m>,
    name: &'m str,
    decorations: Decorations,
    /// The fifth operand of the node, which completes the type.
    shape: Option<Metadata<'m>>,
    rest: Vec<Option<Metadata<'m>>>,
}

#[cold]
fn invalid(why: &str) -> Error {
    Error::invalid(format!("metadata !{NAME}: {why}"))
}

impl<'m> Entry<'m> {
    fn read(node: Metadata<'m>) -> Result<Self> {
        let mut operands = node.operands();
        let rest = operands.split_off(operands.len().min(HEAD));
        let [Some(kind), Some(default), Some(name), decorations, shape] = *operands else {
            return Err(invalid("a node of too few operands"));
        };
        let text = |node: Metadata<'m>| node.as_string().ok_or_else(|| invalid("an operand is no string"));
        let default = default.as_value().filter(|value| value.is_constant());
        let decorations = decorations.map(|list| Decorations::read(&nodes::read(list))).transpose();
        Ok(Self {
            kind: text(kind)?,
            default: default.ok_or_else(|| invalid("a default is no constant"))?,
            name: text(name)?,
            decorations: decorations.map_err(|error| invalid(&error.to_string()))?.unwrap_or_default(),
            shape,
            rest,
        })
    }

    fn spec_id(&self) -> Option<u32> {
        let mut all = self.decorations.0.iter();
        let spec_id = all.find(|decoration| decoration.kind == Decoration::SpecId as u32)?;
        spec_id.operands.first().and_then(md::Operand::int)
    }
}

/// Translates all listed constants, after the functions: a constant that a function uses is made at its first use.
pub fn forward_all(f: &mut Forward<'_>) -> Result<()> {
    f.module.named_metadata_nodes(NAME).collect::<Vec<_>>().into_iter().try_for_each(|node| forward(f, node).map(drop))
}

/// The constant that a node describes; none where a part of it is gone.
pub fn forward<'m>(f: &mut Forward<'m>, node: Metadata<'m>) -> Result<Option<Operand>> {
    if let Some(operand) = f.spec_constants.nodes.get(&node) {
        return Ok(Some(*operand));
    }
    let entry = Entry::read(node)?;
    if entry.rest.contains(&None) {
        return Ok(None);
    }
    let operand = f.nested(|f| match entry.kind {
        SCALAR => forward_scalar(f, &entry),
        COMPOSITE => forward_composite(f, &entry),
        OPERATION => forward_operation(f, &entry),
        PLAIN => forward_plain(f, &entry),
        other => Err(invalid(&format!("{other:?} is no kind of constant"))),
    })?;
    let Some(operand) = operand else { return Ok(None) };
    f.spec_constants.nodes.insert(node, operand);
    if entry.kind == PLAIN {
        return Ok(Some(operand));
    }
    if f.spec_constants.all.insert(operand.id) {
        f.spv.name(operand.id, entry.name)?;
    }
    for decoration in &entry.decorations.0 {
        decorations::forward::decorate(f, operand.id, decoration)?;
    }
    Ok(Some(operand))
}

fn forward_scalar<'m>(f: &mut Forward<'m>, entry: &Entry<'m>) -> Result<Option<Operand>> {
    let ty = match ask!(f.hooks.spec_type, f, entry.default.ty(), entry.shape) {
        Some(ty) => ty,
        None => types::forward(f, entry.default.ty())?,
    };
    let (op, literal) = typed_scalar(f, ty, entry.default.ty(), entry.default)?;
    let key = [&[op as u32, ty, entry.spec_id().unwrap_or(u32::MAX)], &literal[..]].concat();
    if let Some(id) = f.spec_constants.scalars.get(&key) {
        return Ok(Some(Operand { id: *id, ty }));
    }
    let id = f.spv.global(op, Some(ty), &literal)?;
    f.spec_constants.scalars.insert(key, id);
    Ok(Some(Operand { id, ty }))
}

fn forward_composite<'m>(f: &mut Forward<'m>, entry: &Entry<'m>) -> Result<Option<Operand>> {
    let ty = entry.default.ty();
    let own = ask!(f.hooks.spec_type, f, ty, entry.shape);
    let mut parts = Vec::with_capacity(entry.rest.len());
    for (index, part) in entry.rest.iter().enumerate() {
        let Some(part) = operand(f, *part)? else { return Ok(None) };
        let member = if ty.is_struct() { ty.field(index as u32) } else { ty.element() };
        let is_pointer = member.filter(|member| member.is_pointer());
        parts.push(match is_pointer {
            Some(pointer) => {
                let stored = types::forward(f, pointer)?;
                constants::constant_as(f, part, stored)?.id
            }
            None => part.id,
        });
    }
    let lengths = if own.is_some() { None } else { entry.shape };
    let ty = match lengths.map(|shape| lengths::forward(f, ty, shape)).transpose()?.flatten().or(own) {
        Some(ty) => ty,
        None => types::forward(f, ty)?,
    };
    Ok(Some(Operand { id: f.spv.unique_constant(Op::SpecConstantComposite, ty, &parts)?, ty }))
}

/// Translates an ordinary constant to the SPIR-V type that its shape gives.
fn forward_plain<'m>(f: &mut Forward<'m>, entry: &Entry<'m>) -> Result<Option<Operand>> {
    let ty = ask!(f.hooks.spec_type, f, entry.default.ty(), entry.shape);
    let typed = match ty {
        Some(ty) => ask!(f.hooks.constant_as, f, entry.default, ty),
        None => None,
    };
    typed.map_or_else(|| constants::module_scope(f, entry.default).map(Some), |typed| Ok(Some(typed)))
}

/// Returns the opcode and the operands of a node for an `OpSpecConstantOp`; none if an operand was removed.
pub fn parts<'m>(node: Metadata<'m>) -> Result<Option<(Op, Vec<Metadata<'m>>)>> {
    let entry = Entry::read(node)?;
    let Some((opcode, operands)) = entry.rest.split_first().filter(|_| entry.kind == OPERATION) else {
        return Ok(None);
    };
    let op = Op::from_u32(word(*opcode)?).ok_or_else(|| invalid("no operation"))?;
    Ok(operands.iter().copied().collect::<Option<Vec<_>>>().map(|parts| (op, parts)))
}

/// Returns the constant of a part that is an ordinary constant.
pub fn plain(part: Metadata<'_>) -> Option<Value<'_>> {
    let value = part.as_value().or_else(|| Entry::read(part).ok().filter(|entry| entry.kind == PLAIN)?.default.into());
    value.filter(|value| value.is_constant())
}

/// Returns the words of a node for an `OpSpecConstantOp`, its opcode first; empty if an operand was removed.
pub fn words<'m>(f: &mut Forward<'m>, node: Metadata<'m>) -> Result<Vec<u32>> {
    let entry = Entry::read(node)?;
    Ok(operation_words(f, &entry)?.unwrap_or_default())
}

fn operation_words<'m>(f: &mut Forward<'m>, entry: &Entry<'m>) -> Result<Option<Vec<u32>>> {
    let (opcode, operands) = entry.rest.split_first().ok_or_else(|| invalid("no operation"))?;
    let opcode = word(*opcode)?;
    let info = u16::try_from(opcode).ok().and_then(grammar::info).filter(|info| spec_operations::is_allowed(info.op));
    let info = info.ok_or_else(|| invalid(&format!("{opcode} is no operation on constants")))?;
    let mut words = vec![opcode];
    for (index, part) in operands.iter().enumerate() {
        if is_literal(info, index) {
            words.push(word(*part)?);
            continue;
        }
        let Some(operand) = operand(f, *part)? else { return Ok(None) };
        words.push(operand.id);
    }
    Ok(Some(words))
}

fn forward_operation<'m>(f: &mut Forward<'m>, entry: &Entry<'m>) -> Result<Option<Operand>> {
    let Some(words) = operation_words(f, entry)? else { return Ok(None) };
    let own = ask!(f.hooks.spec_type, f, entry.default.ty(), entry.shape);
    let ty = match entry.default.ty() {
        _ if own.is_some() => own.unwrap_or_default(),
        pointer if pointer.is_pointer() => match entry.shape.and_then(Metadata::as_value) {
            Some(pointee) => pointers::pointing_to(f, pointer, pointee.ty())?,
            None => pointers::untyped(f, pointer)?,
        },
        other => types::forward(f, other)?,
    };
    Ok(Some(Operand { id: f.spv.unique_constant(Op::SpecConstantOp, ty, &words)?, ty }))
}

/// Returns the integer constant at a place in the list; none if the node there has another default, as can be after
/// modules were linked.
pub fn at<'m>(f: &mut Forward<'m>, place: u32, default: u32) -> Result<Option<Operand>> {
    let Some(node) = f.module.named_metadata_nodes(NAME).nth(place as usize) else { return Ok(None) };
    let entry = Entry::read(node)?;
    let is_it = match entry.kind {
        SCALAR => entry.default.int_value() == Some(default.into()),
        _ => entry.default.ty().is_int(),
    };
    if is_it { forward(f, node) } else { Ok(None) }
}

/// Translates a part that is a node of the list or a constant; none if it was removed.
pub fn operand<'m>(f: &mut Forward<'m>, part: Option<Metadata<'m>>) -> Result<Option<Operand>> {
    let Some(part) = part else { return Ok(None) };
    match part.as_value() {
        Some(value) if value.is_constant() => constants::module_scope(f, value).map(Some),
        Some(_) => Err(invalid("a part is no constant")),
        None => forward(f, part),
    }
}

fn word(part: Option<Metadata<'_>>) -> Result<u32> {
    let number = part.and_then(Metadata::as_value).and_then(Value::int_value);
    number.and_then(|number| u32::try_from(number).ok()).ok_or_else(|| invalid("a literal is no number"))
}

/// Returns whether an operand of an operation is a literal and no id.
fn is_literal(info: &Info, index: usize) -> bool {
    let heads = usize::from(info.has_type) + usize::from(info.has_result);
    let operands = info.operands.get(heads..).unwrap_or_default();
    operands.get(index).or(operands.last()).is_some_and(|one| one.kind().info().category == Category::Literal)
}

/// The initialiser of a variable, where it is made of specialization constants.
pub fn initializer<'m>(f: &mut Forward<'m>, global: Value<'m>) -> Result<Option<Id>> {
    let Some(node) = global.metadata(INITIALIZER).filter(|_| global.has_metadata()) else { return Ok(None) };
    let operand = forward(f, node)?;
    if operand.is_none() {
        f.warn(format!("the initialiser of {} has its default: a part of it is gone", global.name()));
    }
    Ok(operand.map(|operand| operand.id))
}

/// Returns opcode and literal for a default of the SPIR-V type `ty`, whose LLVM type is `llvm`.
pub fn typed_scalar(f: &Forward<'_>, ty: Id, llvm: Type<'_>, default: Value<'_>) -> Result<(Op, Vec<u32>)> {
    let (op, mut literal) = scalar(llvm, default)?;
    if let ([word], width @ 2..32) = (literal.as_mut_slice(), llvm.int_width()) {
        *word = constants::literal_word(f, ty, width, (*word).into());
    }
    Ok((op, literal))
}

/// Opcode and literal for a default. Compilers of SYCL pass the default of a boolean as a byte.
pub fn scalar(ty: Type<'_>, default: Value<'_>) -> Result<(Op, Vec<u32>)> {
    let bits = default.int_value().filter(|_| default.is_constant()).or_else(|| default.float_bits());
    let bits =
        bits.ok_or_else(|| Error::of(Code::BuiltinCall, "the default of a specialization constant is no constant"))?;
    Ok(match ty.int_width().max(ty.float_width()) {
        1 if bits != 0 => (Op::SpecConstantTrue, Vec::new()),
        1 => (Op::SpecConstantFalse, Vec::new()),
        64 => (Op::SpecConstant, vec![bits as u32, (bits >> 32) as u32]),
        width @ 2..64 => (Op::SpecConstant, vec![(bits & (u64::MAX >> (64 - width))) as u32]),
        _ => return Err(Error::of(Code::Constant, format!("specialization constants of type {ty}"))),
    })
}

// --- SPIR-V to LLVM ---

/// Writes the named metadata, after everything else.
pub fn reverse(r: &mut Reverse<'_>) -> Result<()> {
    describe_all(r)?;
    for node in std::mem::take(&mut r.spec_constants.listed) {
        r.module.add_named_metadata(NAME, node)?;
    }
    Ok(())
}

/// Returns the node of a constant that is, or contains, a specialization constant.
pub fn node<'m>(r: &mut Reverse<'m>, id: Id) -> Result<Option<Metadata<'m>>> {
    let Some(index) = r.spec_constants.index.get(&id).copied() else { return Ok(None) };
    let offset = r.spec_constants.instructions.get(index).map_or(0, |inst| inst.offset());
    describe(r, offset)?;
    Ok(r.spec_constants.nodes.get(&id).copied())
}

/// Returns the place of a constant in the list.
pub fn place(r: &Reverse<'_>, id: Id) -> Option<usize> {
    let constants = &r.spec_constants;
    constants.has(id).then(|| constants.in_order.iter().position(|inst| inst.result_id() == Some(id))).flatten()
}

/// Attaches the initialiser of a variable if it contains specialization constants.
pub fn reverse_initializer<'m>(r: &mut Reverse<'m>, global: Value<'m>, initializer: Id) -> Result<()> {
    match node(r, initializer)? {
        Some(node) => {
            // What is there when the program runs, no optimiser knows.
            global.set_externally_initialized(true)?;
            global.set_global_metadata(INITIALIZER, node)
        }
        None => Ok(()),
    }
}

/// Makes the nodes of all constants.
pub fn describe_all(r: &mut Reverse<'_>) -> Result<()> {
    describe(r, usize::MAX)
}

/// Creates the nodes of all constants up to one place of the list; a node refers only to nodes before it.
fn describe(r: &mut Reverse<'_>, last: usize) -> Result<()> {
    while let Some(inst) = r.spec_constants.in_order.get(r.spec_constants.listed.len()).copied() {
        if inst.offset() > last {
            break;
        }
        let node = entry(r, inst)?;
        r.spec_constants.listed.push(node);
        r.spec_constants.nodes.insert(inst.result_id().unwrap_or_default(), node);
    }
    Ok(())
}

fn entry<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Metadata<'m>> {
    let id = inst.result_id().unwrap_or_default();
    let kind = match inst.opcode() {
        op if is_scalar(op) => SCALAR,
        Op::SpecConstantComposite => COMPOSITE,
        _ => OPERATION,
    };
    let list: Vec<_> = r.spv.decorations(id).filter_map(|decoration| decorations::reverse::read(&decoration)).collect();
    let list = if list.is_empty() { None } else { Some(nodes::reverse(r, &Decorations(list).write())?) };
    let mut operands = vec![
        Some(r.context.md_string(kind)),
        Some(r.context.md_value(if kind == SCALAR { r.value(id)? } else { r.context.undef(r.result_ty(inst)?)? })?),
        Some(r.context.md_string(r.spv.name(id).unwrap_or_default())),
        list,
        shape(r, inst)?,
    ];
    if kind == OPERATION {
        operands.push(Some(r.context.md_int(32, inst.opcode() as u64)?));
    }
    if kind != SCALAR {
        for (index, part) in inst.in_operands().iter().enumerate() {
            let is_literal = kind == OPERATION && is_literal(inst.info(), index);
            let node = if is_literal { r.context.md_int(32, (*part).into())? } else { reverse_operand(r, *part)? };
            operands.push(Some(node));
        }
    }
    Ok(r.context.md_node(&operands))
}

/// Returns the node of a constant if it is in the list, else the constant.
pub fn reverse_operand<'m>(r: &Reverse<'m>, id: Id) -> Result<Metadata<'m>> {
    match r.spec_constants.nodes.get(&id) {
        Some(node) => Ok(*node),
        None => constant(r, id),
    }
}

/// Returns an ordinary constant, with its shape if its SPIR-V type cannot be derived from its LLVM type.
fn constant<'m>(r: &Reverse<'m>, id: Id) -> Result<Metadata<'m>> {
    let value = r.context.md_value(r.value(id)?)?;
    Ok(match ask!(r.hooks.spec_shape, r, r.type_of(id)?) {
        Some(shape) => {
            let [kind, name] = [PLAIN, ""].map(|text| Some(r.context.md_string(text)));
            r.context.md_node(&[kind, Some(value), name, None, Some(shape)])
        }
        None => value,
    })
}

/// Returns the properties of a constant's type that LLVM IR does not have.
fn shape<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Metadata<'m>>> {
    let ty = inst.result_type().unwrap_or_default();
    if let Some(note) = ask!(r.hooks.spec_shape, r, ty) {
        return Ok(Some(note));
    }
    let definition = r.spv.definition(ty);
    if definition.is_none_or(|ty| ty.opcode() != Op::TypePointer) {
        return lengths::reverse(r, ty);
    }
    let pointee = r.ty(r.pointee(ty)?)?;
    // Functions have no such value, and pointers to them are what any pointer is.
    r.context.undef(pointee).ok().map(|carrier| r.context.md_value(carrier)).transpose()
}
