//! Intrinsics on types that only an extension makes legal. The core instructions accept such integers and vectors, but
//! OpenCL.std has no instructions for vectors of 5 lanes, for example, and few rules support integers of 200 bits.
//!
//! Such a call is rewritten as if the extension were not allowed: its operands are split into the parts that core
//! SPIR-V has, and the result is put together again. For this purpose each type has a second action, which is used
//! during such calls only.

use super::action::{Action, Actions, Numbers, member_types};
use super::lanes;
use super::rewrite::{Expanded, Rewriter};
use super::scan::Scan;
use crate::concepts::base::types;
use crate::concepts::extensions::{gathers, vector_compute};
use crate::concepts::intrinsics::rows;
use crate::error::{Error, Result};
use crate::llvm::{Context, Module, Opcode, Type, Value};
use crate::options::{Extensions, Options};
use crate::state::availability;
use crate::target::Target;
use rustc_hash::FxHashMap;

/// The actions without extensions, and the values expanded by them during a call.
#[derive(Debug)]
pub struct Core<'m> {
    /// The actions that are not in use: those without extensions, or, during such a call, those with them.
    actions: Actions<'m>,
    /// The types of values in memory that belong to `actions`.
    memory_types: FxHashMap<Type<'m>, Type<'m>>,
    /// The parts of the values that the current call creates.
    values: FxHashMap<Value<'m>, Expanded<'m>>,
    /// Set while the rewriter uses the actions without extensions, and `actions` has the others.
    is_on: bool,
}

impl<'m> Core<'m> {
    /// Creates the second actions; `None` if the options allow no extension, or treat intrinsics like the Khronos
    /// translator, which ignores whether an instruction supports a type. Vectors of any length stay legal in modules
    /// for vector compute, whose consumers accept them.
    pub fn new(context: &'m Context, options: &Options, target: &Target<'_>, module: &Module<'_>) -> Option<Self> {
        if options.policy.ignores_types_of_instructions || options.extensions.is_none() {
            return None;
        }
        // What is there of `bfloat` stays as it is, and what reads through many pointers at once is such an intrinsic.
        let kept = [types::BFLOAT, gathers::EXTENSION].into_iter().filter(|name| availability::allows(options, name));
        let kept = Extensions::of(kept);
        let mut scan = Scan::new(&Options { extensions: kept, ..options.clone() }, target);
        if vector_compute::is_module(module) {
            scan.keep_vectors();
        }
        let actions = Actions::new(context, scan);
        Some(Self { actions, memory_types: FxHashMap::default(), values: FxHashMap::default(), is_on: false })
    }

    /// Returns whether an intrinsic has no instruction for its types, though the types are legal.
    pub fn is_for(&mut self, intrinsic: Value<'m>) -> bool {
        if self.is_on || intrinsic.intrinsic_id() == 0 {
            return false;
        }
        let row = rows::of(intrinsic);
        let Some(ty) = intrinsic.function_type() else { return false };
        let types = || ty.function_params().into_iter().chain(ty.function_return());
        let scan = &mut self.actions.scan;
        if row.is_some_and(|row| row.has_any_width) {
            return types().any(|ty| ty.is_vector() && !scan.is_allowed_count(ty.count()));
        }
        !row.is_some_and(|row| row.is_hint) && types().any(|ty| !ty.is_void() && !scan.is_legal(ty))
    }
}

impl<'m> Rewriter<'m> {
    /// Returns whether the actions without extensions are in use.
    pub fn is_in_core(&self) -> bool {
        self.core.as_ref().is_some_and(|core| core.is_on)
    }

    /// Returns whether a call must be rewritten as if no extension were allowed.
    pub fn needs_core(&mut self, call: Value<'m>) -> bool {
        let Some(core) = &mut self.core else { return false };
        call.called_function().is_some_and(|callee| core.is_for(callee))
    }

    /// Rewrites an instruction as if no extension were allowed, and converts its result to the usual parts.
    pub fn in_core(&mut self, inst: Value<'m>, rule: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.switch();
        let rewritten = rule(self);
        self.switch();
        let Some(core) = &mut self.core else { return Err(Error::internal("values without a second action")) };
        let known = std::mem::take(&mut core.values).remove(&inst);
        rewritten?;
        match known {
            Some(expanded) => {
                let expanded = self.converted(inst.ty(), &expanded, true)?;
                self.set_expanded(inst, expanded)
            }
            None => Ok(()),
        }
    }

    /// Applies a rule that calls intrinsics on parts, as if no extension were allowed.
    pub fn as_without_extensions(
        &mut self,
        inst: Value<'m>,
        rule: impl FnOnce(&mut Self, Value<'m>) -> Result<()>,
    ) -> Result<()> {
        match self.core.is_none() || self.is_in_core() {
            true => rule(self, inst),
            false => self.in_core(inst, |w| rule(w, inst)),
        }
    }

    /// Applies a rule with the extensions allowed while the actions without them are in use.
    pub fn natively(&mut self, rule: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.switch();
        let rewritten = rule(self);
        self.switch();
        rewritten
    }

    fn switch(&mut self) {
        if let Some(core) = &mut self.core {
            std::mem::swap(&mut self.actions, &mut core.actions);
            std::mem::swap(&mut self.memory_types, &mut core.memory_types);
            core.is_on = !core.is_on;
        }
    }

    /// Stores the parts of a value that the current call creates.
    pub fn keep_in_core(&mut self, value: Value<'m>, expanded: Expanded<'m>) {
        if let Some(core) = &mut self.core {
            core.values.insert(value, expanded);
        }
    }

    /// Returns the parts of a value that the current call has created.
    pub fn kept_in_core(&self, value: Value<'m>) -> Option<Expanded<'m>> {
        self.core.as_ref()?.values.get(&value).cloned()
    }

    /// Converts the parts of a value from the actions that are not in use to those in use.
    pub fn converted(&mut self, ty: Type<'m>, expanded: &[Value<'m>], to_native: bool) -> Result<Vec<Value<'m>>> {
        debug_assert_eq!(to_native, !self.is_in_core());
        let Some(mut core) = self.core.take() else { return Err(Error::internal("values without a second action")) };
        let converted = convert(self, ty, expanded, &mut core.actions);
        self.core = Some(core);
        converted
    }
}

/// Converts the parts of a value from the actions `others` to those of the rewriter.
fn convert<'m>(
    w: &mut Rewriter<'m>,
    ty: Type<'m>,
    expanded: &[Value<'m>],
    others: &mut Actions<'m>,
) -> Result<Vec<Value<'m>>> {
    let (from, to) = (others.of(ty)?, w.actions.of(ty)?);
    if matches!((&*from, &*to), (Action::Legal(_), Action::Legal(_))) {
        return Ok(expanded.to_vec());
    }
    if !ty.is_struct() && !ty.is_array() {
        let (from, to) = (others.numbers(ty)?, w.actions.numbers(ty)?);
        return numbers(w, expanded, &from, &to);
    }
    let whole = || expanded.first().copied().ok_or_else(|| Error::internal("a value without parts"));
    let (mut all, mut next) = (Vec::new(), 0);
    for (index, member) in (0..).zip(member_types(ty)?) {
        let length = others.of(member)?.len();
        let converted = match &*from {
            Action::Legal(_) => vec![w.emit.builder.extract_value(whole()?, &[index])?],
            _ => expanded.get(next..next + length).unwrap_or_default().to_vec(),
        };
        next += length;
        all.push(convert(w, member, &converted, others)?);
    }
    if !matches!(&*to, Action::Legal(_)) {
        return Ok(all.into_iter().flatten().collect());
    }
    let mut value = w.emit.context.poison(ty)?;
    for (index, member) in (0..).zip(all.into_iter().flatten()) {
        value = w.emit.builder.insert_value(value, member, &[index])?;
    }
    Ok(vec![value])
}

/// Converts the parts of a number or vector. Limbs are joined before the lanes are cut into other pieces, and split
/// afterwards.
fn numbers<'m>(
    w: &Rewriter<'m>,
    expanded: &[Value<'m>],
    from: &Numbers<'m>,
    to: &Numbers<'m>,
) -> Result<Vec<Value<'m>>> {
    let is_native = |n: &Numbers<'m>| n.width == 0 || n.element.int_width() == n.width;
    let (expanded, from) = if is_native(from) {
        (expanded.to_vec(), from.clone())
    } else if is_native(to) {
        let joined = expanded.chunks(from.limbs).map(|limbs| join(w, limbs, to.element)).collect::<Result<Vec<_>>>()?;
        (joined, Numbers { limbs: 1, element: to.element, ..from.clone() })
    } else {
        (expanded.to_vec(), from.clone())
    };
    let expanded = lanes::recut(w, &expanded, &from, &to.pieces)?;
    if !is_native(&from) || is_native(to) {
        return Ok(expanded);
    }
    let mut all = Vec::with_capacity(expanded.len() * to.limbs);
    for part in expanded {
        all.extend(split(w, part, to)?);
    }
    Ok(all)
}

/// Joins the limbs of an integer.
fn join<'m>(w: &Rewriter<'m>, limbs: &[Value<'m>], element: Type<'m>) -> Result<Value<'m>> {
    let mut joined: Option<Value<'m>> = None;
    for (index, limb) in (0..).zip(limbs) {
        let wide = w.emit.resize(*limb, element, false)?;
        let high = shifted(w, Opcode::Shl, wide, 64 * index)?;
        joined = Some(match joined {
            Some(low) => w.emit.builder.binary(Opcode::Or, low, high)?,
            None => high,
        });
    }
    joined.ok_or_else(|| Error::internal("an integer without limbs"))
}

/// The limbs of an integer.
fn split<'m>(w: &Rewriter<'m>, value: Value<'m>, to: &Numbers<'m>) -> Result<Vec<Value<'m>>> {
    let limb = |index: u64| {
        let low = shifted(w, Opcode::LShr, value, 64 * index)?;
        w.emit.resize(low, to.element, false)
    };
    (0..to.limbs as u64).map(limb).collect()
}

fn shifted<'m>(w: &Rewriter<'m>, op: Opcode, value: Value<'m>, bits: u64) -> Result<Value<'m>> {
    if bits == 0 { Ok(value) } else { w.emit.builder.binary(op, value, w.emit.int(value.ty(), bits)?) }
}
