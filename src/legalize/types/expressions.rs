//! Constant expressions of types that SPIR-V lacks, has by an extension only, or has no arithmetic on (LangRef
//! "Constant Expressions").
//!
//! In: a module. Out: the same module, in which functions have instructions in place of such expressions and of
//! constants that contain one; the rules of instructions then legalize these. Expressions in initialisers stay.

use super::scan::Scan;
use crate::concepts::base::constants;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::growth::Growth;
use crate::llvm::{Builder, Context, Module, Opcode, Type, Value, ValueKind, nesting};
use rustc_hash::FxHashMap;

/// The instructions that use such expressions.
#[derive(Debug, Default)]
pub struct Users<'m> {
    all: Vec<Value<'m>>,
    /// The phis with any constant expressions as incoming values.
    phis: Vec<Value<'m>>,
    /// The constants that were examined, and whether each contains such an expression.
    illegal: FxHashMap<Value<'m>, bool>,
}

impl<'m> Users<'m> {
    /// Collects the users of such expressions in a function. Returns whether there are any.
    pub fn look(&mut self, function: Value<'m>, scan: &mut Scan<'m>) -> bool {
        let before = self.all.len();
        if function.names_made_constants() {
            for inst in function.blocks().flat_map(|block| block.instructions()) {
                if inst.is_op(Opcode::Phi) && inst.operands().any(is_expression) {
                    self.phis.push(inst);
                }
                // All are looked at: what is known of them tells later which are replaced.
                let made = inst.operands().filter(|operand| operand.is_made());
                let illegal = made.filter(|operand| self.is_illegal(*operand, scan)).count();
                if illegal > 0 {
                    self.all.push(inst);
                }
            }
        }
        self.all.len() > before
    }

    /// Returns whether a constant is or contains such an expression. Examines each constant once, its operands first.
    fn is_illegal(&mut self, constant: Value<'m>, scan: &mut Scan<'m>) -> bool {
        let parts = |value: Value<'m>| value.operands().filter(|part| part.is_made());
        nesting::find(constant, &mut self.illegal, parts, |value, known| {
            let computes = value.is_constant_expression() && (!is_plain(value.ty()) || !scan.is_legal(value.ty()));
            computes
                || constants::casts_unknown_booleans(value)
                || steps_over_illegal(value, scan)
                || parts(value).any(|part| known.get(&part) == Some(&true))
        });
        self.illegal.get(&constant) == Some(&true)
    }

    /// Inserts instructions in front of the users, and replaces the constants by them.
    pub fn expand(self, module: &'m Module<'m>) -> Result<()> {
        let context = module.context();
        let mut made =
            Maker { context: &context, builder: Builder::new(module), growth: Growth::new(), illegal: self.illegal };
        self.phis.into_iter().try_for_each(|phi| made.in_front(phi))?;
        self.all.into_iter().try_for_each(|user| made.within(user))
    }
}

/// Returns whether a constant is a gep over a type that is illegal in memory and does not start at a global. Geps that
/// start at globals are converted to byte offsets wherever they are used (`globals`).
fn steps_over_illegal<'m>(value: Value<'m>, scan: &mut Scan<'m>) -> bool {
    let is_illegal = value.gep_source_type().is_some_and(|source| !scan.is_legal_in_memory(source));
    is_illegal && !starts_at_global(value)
}

/// Returns whether the first operands of nested constant expressions lead to a global.
fn starts_at_global(value: Value<'_>) -> bool {
    let mut at = value;
    while at.is_constant_expression() {
        let Some(first) = at.operand(0) else { return false };
        at = first;
    }
    at.is_global_value()
}

/// Returns whether an expression of a type can be an operand of any instruction, even of one rewritten as if no
/// extension were allowed.
fn is_plain(ty: Type<'_>) -> bool {
    ty.is_pointer() || [8, 16, 32, 64].into_iter().any(|width| ty.is_int_of(width))
}

/// Returns whether a value is a constant expression that SPIR-V computes by an instruction where it is used.
fn is_expression(value: Value<'_>) -> bool {
    value.is_constant_expression() && constants::is_instruction(value)
}

/// Emits instructions in place of constants.
struct Maker<'c, 'm> {
    context: &'c Context,
    builder: Builder<'m>,
    growth: Growth,
    illegal: FxHashMap<Value<'m>, bool>,
}

type Made<'m> = FxHashMap<Value<'m>, Value<'m>>;

impl<'c: 'm, 'm> Maker<'c, 'm> {
    fn is_illegal(&self, value: Value<'m>) -> bool {
        self.illegal.get(&value) == Some(&true)
    }

    /// Computes the constant expressions that a phi receives, at the ends of its predecessors: SPIR-V computes them
    /// there, so that instructions come back in the same place when the module is translated back.
    fn in_front(&mut self, phi: Value<'m>) -> Result<()> {
        self.growth.allow_one(&self.builder);
        let mut made: FxHashMap<_, Value<'m>> = FxHashMap::default();
        for (index, (value, from)) in (0..).zip(phi.incoming().collect::<Vec<_>>()) {
            if !is_expression(value) || self.is_illegal(value) {
                continue;
            }
            let instruction = match made.get(&(from, value)) {
                Some(instruction) => *instruction,
                None => {
                    let end = from.terminator().ok_or_else(|| Error::internal("a block without an end"))?;
                    self.builder.position_before(end)?;
                    let parts: Vec<_> = value.operands().collect();
                    let instruction = self.of_expression(value, &parts);
                    self.growth.check()?;
                    *made.entry((from, value)).or_insert(instruction?)
                }
            };
            phi.set_incoming(index, instruction)?;
        }
        Ok(())
    }

    /// Replaces the constant expressions of an instruction by instructions; those of a phi are placed in the
    /// predecessor.
    fn within(&mut self, user: Value<'m>) -> Result<()> {
        self.growth.allow_one(&self.builder);
        let mut made = Made::default();
        if !user.is_op(Opcode::Phi) {
            self.builder.position_before(user)?;
            for (index, operand) in (0..).zip(user.operands().collect::<Vec<_>>()) {
                if self.is_illegal(operand) {
                    user.set_operand(index, self.instruction(operand, &mut made)?)?;
                }
            }
            return Ok(());
        }
        let mut by_block = FxHashMap::default();
        for (index, (value, from)) in (0..).zip(user.incoming().collect::<Vec<_>>()) {
            if self.is_illegal(value) {
                let end = from.terminator().ok_or_else(|| Error::internal("a block without an end"))?;
                self.builder.position_before(end)?;
                let made = by_block.entry(from).or_default();
                user.set_incoming(index, self.instruction(value, made)?)?;
            }
        }
        Ok(())
    }

    /// Emits the instruction that computes a constant, after the instructions for its operands, each once. Does not
    /// recurse.
    fn instruction(&self, constant: Value<'m>, made: &mut Made<'m>) -> Result<Value<'m>> {
        let mut open = vec![constant];
        while let Some(value) = open.last().copied() {
            let before = open.len();
            if !made.contains_key(&value) {
                open.extend(value.operands().filter(|part| self.is_illegal(*part) && !made.contains_key(part)));
            }
            if open.len() > before {
                continue;
            }
            if !made.contains_key(&value) {
                let new = self.of_parts(value, made);
                self.growth.check()?;
                made.insert(value, new?);
            }
            open.pop();
        }
        made.get(&constant).copied().ok_or_else(|| Error::internal("a constant expression without a value"))
    }

    /// Rebuilds a constant whose parts have become instructions.
    fn of_parts(&self, value: Value<'m>, made: &Made<'m>) -> Result<Value<'m>> {
        let parts: Vec<_> = value.operands().map(|part| made.get(&part).copied().unwrap_or(part)).collect();
        match value.kind() {
            ValueKind::Expression => self.of_expression(value, &parts),
            ValueKind::Alias => parts.first().copied().ok_or_else(|| unknown(value)),
            _ => self.of_aggregate(value, &parts),
        }
    }

    fn of_expression(&self, value: Value<'m>, parts: &[Value<'m>]) -> Result<Value<'m>> {
        let opcode = value.const_opcode().ok_or_else(|| unknown(value))?;
        let made = match (opcode, parts, value.gep_source_type()) {
            (_, [base, indices @ ..], Some(source)) => self.builder.gep(source, *base, indices, value.is_in_bounds()),
            (Opcode::ExtractElement, [vector, index], _) => self.builder.extract_element(*vector, *index),
            (Opcode::InsertElement, [vector, element, index], _) => {
                self.builder.insert_element(*vector, *element, *index)
            }
            (_, [a], _) => self.builder.cast(opcode, *a, value.ty()),
            (_, [a, b], _) => self.builder.binary(opcode, *a, *b),
            _ => Err(unknown(value)),
        };
        // The growth may be why there is none.
        made.map_err(|_| unknown(value))
    }

    /// Rebuilds an aggregate as a constant, and inserts the elements that are instructions.
    fn of_aggregate(&self, value: Value<'m>, parts: &[Value<'m>]) -> Result<Value<'m>> {
        let ty = value.ty();
        let plain = |part: &Value<'m>| if part.is_constant() { Ok(*part) } else { self.context.poison(part.ty()) };
        let plain = parts.iter().map(plain).collect::<Result<Vec<_>>>()?;
        let mut whole = match value.kind() {
            ValueKind::Vector => self.context.const_vector(&plain)?,
            ValueKind::Struct => self.context.const_struct(ty, &plain)?,
            _ => self.context.const_array(ty.element().ok_or_else(|| unknown(value))?, &plain)?,
        };
        for (index, part) in (0..).zip(parts).filter(|(_, part)| !part.is_constant()) {
            whole = if ty.is_vector() {
                let index = self.context.const_int(self.context.int_type(32)?, u64::from(index))?;
                self.builder.insert_element(whole, *part, index)?
            } else {
                self.builder.insert_value(whole, *part, &[index])?
            };
        }
        Ok(whole)
    }
}

fn unknown(value: Value<'_>) -> Error {
    Error::of(Code::Constant, format!("the constant expression {}", value.print()))
}
