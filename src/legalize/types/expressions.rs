//! Constant expressions of types that SPIR-V lacks, has by extension, or does not compute with (LangRef "Constant
//! Expressions").
//!
//! In: a module. Out: the same module, in which functions have instructions in place of such expressions and of
//! constants that hold one; what those need is for the rules of instructions. What initialisers name stays as it is.

use super::scan::Scan;
use crate::concepts::base::constants;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::growth::Growth;
use crate::llvm::{Builder, Context, Module, Opcode, Type, Value, ValueKind, nesting};
use rustc_hash::FxHashMap;

/// The instructions that use such constants.
#[derive(Debug, Default)]
pub struct Users<'m> {
    all: Vec<Value<'m>>,
    /// Phis of any constant expressions.
    phis: Vec<Value<'m>>,
    /// For each constant that was looked at, whether such an expression is in it.
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

    /// Returns whether the constant is such an expression, or made of one. Each is looked at once, its parts first.
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

    /// Puts instructions in front of them.
    pub fn expand(self, module: &'m Module<'m>) -> Result<()> {
        let context = module.context();
        let mut made =
            Maker { context: &context, builder: Builder::new(module), growth: Growth::new(), illegal: self.illegal };
        self.phis.into_iter().try_for_each(|phi| made.in_front(phi))?;
        self.all.into_iter().try_for_each(|user| made.within(user))
    }
}

/// Returns whether a value steps over a type that is illegal in memory, from no global: steps from globals are counted
/// in bytes (`globals`), wherever they are named.
fn steps_over_illegal<'m>(value: Value<'m>, scan: &mut Scan<'m>) -> bool {
    let is_illegal = value.gep_source_type().is_some_and(|source| !scan.is_legal_in_memory(source));
    is_illegal && !starts_at_global(value)
}

/// Follows the first operands of constant expressions.
fn starts_at_global(value: Value<'_>) -> bool {
    let mut at = value;
    while at.is_constant_expression() {
        let Some(first) = at.operand(0) else { return false };
        at = first;
    }
    at.is_global_value()
}

/// Returns whether an expression of the type can be an operand of any instruction, also of one rewritten without
/// extensions.
fn is_plain(ty: Type<'_>) -> bool {
    ty.is_pointer() || [8, 16, 32, 64].into_iter().any(|width| ty.is_int_of(width))
}

/// Returns whether it is a constant expression that becomes an instruction where it is used.
fn is_expression(value: Value<'_>) -> bool {
    value.is_constant_expression() && constants::is_instruction(value)
}

/// Makes instructions.
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

    /// Computes the constant expressions that come into a phi at the ends of the blocks that they come from: it is
    /// there that they are computed, and when they come back they are what others stand behind.
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

    /// The instruction that stands for a constant, behind those for its parts: each once, and as deep as they may nest.
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

    /// Elements that are instructions are put into the others.
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
