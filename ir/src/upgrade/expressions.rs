//! Expands constant expressions that LLVM no longer has to instructions where they are used.
//!
//! Each use gets its own instructions in front of it. Instructions for a phi are in a new block on the incoming edge, which all phis
//! of the block share. Source: `materializeValue` and `parseFunctionBody` of `llvm/lib/Bitcode/Reader/BitcodeReader.cpp`.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::constants::{Constant, ConstantKind};
use crate::draft::{Block, Builder, Draft, Function, Predecessors, Result, Value, ValueKind};
use crate::error::Problem;
use crate::instruction::Opcode;
use crate::metadata::NodeKind;
use crate::module::Module;
use crate::types::{TypeKind, Types};

/// The names of an instruction that computes an expression, of one that inserts a part of an aggregate, and of a block on an edge.
const NAMES: [&[u8]; 3] = [b"constexpr", b"constexpr.ins", b"phi.constexpr"];

/// Returns whether LLVM 22 lacks an expression, whatever its operands are.
pub(crate) fn is_gone(types: &Types, source: Option<u32>, constant: &Constant) -> bool {
    use Opcode::*;
    match constant.kind {
        ConstantKind::Gep => source.is_some_and(|ty| types.is_scalable(ty)),
        ConstantKind::Expression => !matches!(
            Opcode::from_number(constant.sub.into()),
            Some(
                Add | Sub
                    | Xor
                    | Trunc
                    | PtrToInt
                    | PtrToAddr
                    | IntToPtr
                    | BitCast
                    | AddrSpaceCast
                    | ExtractElement
                    | InsertElement
                    | ShuffleVector
            )
        ),
        _ => false,
    }
}

/// Expands the expressions in `gone`, and the constants that contain them, to instructions. Metadata that refers to them becomes poison.
///
/// # Errors
/// A global that uses such an expression; more instructions than the module has bytes, as each use gets its own.
pub(crate) fn expand(mut m: Module, gone: &FxHashSet<u32>) -> std::result::Result<Module, Problem> {
    let of_global = m.globals.iter().flat_map(|g| [g.init, g.prefix, g.prologue, g.personality]);
    if of_global.filter_map(|value| value.checked_sub(1)).any(|value| gone.contains(&value)) {
        return Err(Problem::Unsupported("a global of a constant expression that LLVM has no more"));
    }
    poison_metadata(&mut m, gone);
    let most = m.size as u64;
    let draft = Draft::thaw(m);
    let builder = Builder::new(&draft);
    builder.stop_after(most);
    for function in draft.functions() {
        let (spare, edges, of) = (None, Vec::new(), FxHashMap::default());
        let expander = Expander { gone, builder: &builder, function, spare, edges, of };
        expander.expand().map_err(|_| Problem::TooLarge("the instructions of constant expressions"))?;
    }
    Ok(draft.freeze())
}

fn poison_metadata(m: &mut Module, gone: &FxHashSet<u32>) {
    for number in 0..m.metadata.nodes.len() as u32 {
        let Some(node) = m.metadata.get(number).filter(|node| node.kind == NodeKind::Value) else { continue };
        let (at, &[ty, value]) = (node.start as usize + 1, m.metadata.words(node)) else { continue };
        if gone.contains(&(value as u32)) {
            let poison = m.simple_constant(ConstantKind::Poison, ty as u32);
            m.metadata.words.get_mut(at).into_iter().for_each(|word| *word = poison.into());
        }
    }
}

/// Values and blocks with their names.
type Named<'d> = (Vec<(Value<'d>, &'d [u8])>, Vec<(Block<'d>, &'d [u8])>);

/// The expansion of one function.
struct Expander<'a, 'd> {
    gone: &'a FxHashSet<u32>,
    builder: &'a Builder<'d>,
    function: Function<'d>,
    /// A spare block for the next edge.
    spare: Option<Block<'d>>,
    /// The blocks on edges, in the order in which they were needed: source, target and block.
    edges: Vec<(Block<'d>, Block<'d>, Block<'d>)>,
    of: FxHashMap<(Block<'d>, Block<'d>), Block<'d>>,
}

impl<'d> Expander<'_, 'd> {
    fn is_gone(&self, value: Value<'d>) -> bool {
        value.is_constant() && self.gone.contains(&value.number())
    }

    fn expand(mut self) -> Result<()> {
        let mut uses = false;
        self.function.instructions().for_each(|i| i.map_values(&mut |value| self.see(value, &mut uses)));
        self.function.instructions().for_each(|i| i.map_records(&mut |value| self.see(value, &mut uses)));
        if !uses {
            return Ok(());
        }
        let (named, predecessors) = (self.take_names(), self.function.predecessors());
        let instructions: Vec<_> = self.function.instructions().collect();
        for user in instructions {
            match user.opcode() {
                Some(Opcode::Phi) => self.expand_phi(user)?,
                _ => self.expand_operands(user)?,
            }
            self.expand_records(user)?;
        }
        self.place_edges(predecessors)?;
        named.0.into_iter().for_each(|(value, name)| value.set_name(name));
        named.1.into_iter().for_each(|(block, name)| block.set_name(name));
        Ok(())
    }

    /// Removes the names of values and blocks, to assign them after those of the new instructions, as bitcode has names last.
    fn take_names(&self) -> Named<'d> {
        let (blocks, values) = (self.function.blocks(), self.function.arguments().chain(self.function.instructions()));
        let named = (
            values.map(|value| (value, value.name())).filter(|(_, name)| !name.is_empty()).collect::<Vec<_>>(),
            blocks.map(|block| (block, block.name())).filter(|(_, name)| !name.is_empty()).collect::<Vec<_>>(),
        );
        named.0.iter().for_each(|(value, _)| value.set_name(b""));
        named.1.iter().for_each(|(block, _)| block.set_name(b""));
        named
    }

    fn see(&self, value: Value<'d>, uses: &mut bool) -> Value<'d> {
        *uses |= self.is_gone(value);
        value
    }

    /// Expands the operands of an instruction and of its bundles in bitcode's order.
    fn expand_operands(&self, user: Value<'d>) -> Result<()> {
        let mut values = Vec::new();
        user.map_values(&mut |value| {
            values.push(value);
            value
        });
        if !values.iter().any(|value| self.is_gone(*value)) {
            return Ok(());
        }
        let of_bundles: usize = user.bundles().iter().map(|(_, values)| values.len()).sum();
        let own = values.len().saturating_sub(of_bundles);
        let mut order: Vec<usize> = (own..values.len()).chain(0..own).collect();
        match user.opcode() {
            Some(Opcode::Store) => order.reverse(),
            Some(Opcode::Select) => order.rotate_left(1),
            _ => {}
        }
        self.builder.position_before(user)?;
        for i in order {
            if let Some(value) = values.get_mut(i).filter(|value| self.is_gone(**value)) {
                *value = self.compute(*value)?;
            }
        }
        let mut new = values.into_iter();
        user.map_values(&mut |value| new.next().unwrap_or(value));
        Ok(())
    }

    /// Expands the values of debug records, which in bitcode follow the instruction that they are attached to.
    fn expand_records(&self, user: Value<'d>) -> Result<()> {
        let mut failed = Ok(());
        let position = || match user.next().or_else(|| user.block()?.next()?.first()) {
            Some(next) => self.builder.position_before(next),
            None => self.builder.position_before(user),
        };
        user.map_records(&mut |value| {
            if !self.is_gone(value) {
                return value;
            }
            position().and_then(|()| self.compute(value)).unwrap_or_else(|error| {
                failed = Err(error);
                value
            })
        });
        failed
    }

    /// Expands the values of a phi, each on its incoming edge.
    fn expand_phi(&mut self, phi: Value<'d>) -> Result<()> {
        let Some(to) = phi.block() else { return Ok(()) };
        let mut seen = FxHashMap::default();
        let mut pairs = Vec::new();
        let mut changed = false;
        for (value, from) in phi.incoming().collect::<Vec<_>>() {
            let edge = self.of.get(&(from, to)).copied();
            // The same incoming block has the same value each time; with a block on the edge it occurs once.
            if let Some(&same) = seen.get(&from) {
                if edge.is_none() {
                    pairs.push((same, from));
                }
                changed = true;
                continue;
            }
            let block = edge.unwrap_or_else(|| *self.spare.get_or_insert_with(|| self.function.append_block(NAMES[2])));
            let new = if self.is_gone(value) { self.compute_in(value, block)? } else { value };
            if new != value && edge.is_none() {
                self.edges.push((from, to, block));
                self.of.insert((from, to), block);
                self.spare = None;
            }
            changed |= new != value;
            pairs.push((new, from));
            seen.insert(from, new);
        }
        if changed { phi.set_incoming(&pairs) } else { Ok(()) }
    }

    fn compute_in(&self, constant: Value<'d>, block: Block<'d>) -> Result<Value<'d>> {
        self.builder.position_at_end(block);
        self.compute(constant)
    }

    /// Makes the instructions of a constant, operands first, and returns the last one.
    fn compute(&self, constant: Value<'d>) -> Result<Value<'d>> {
        let mut made = FxHashMap::default();
        let mut open = vec![constant];
        while let Some(&next) = open.last() {
            let missing = |value: &Value<'d>| self.is_gone(*value) && !made.contains_key(value);
            let before = open.len();
            if missing(&next) {
                open.extend(next.operands().filter(missing));
                open.get_mut(before..).unwrap_or(&mut []).reverse();
            }
            if open.len() > before {
                continue;
            }
            open.pop();
            if missing(&next) {
                let value = self.instruction(next, &made)?;
                made.insert(next, value);
            }
        }
        Ok(made.get(&constant).copied().unwrap_or(constant))
    }

    fn instruction(&self, constant: Value<'d>, made: &FxHashMap<Value<'d>, Value<'d>>) -> Result<Value<'d>> {
        let of = |value: Value<'d>| made.get(&value).copied().unwrap_or(value);
        if constant.constant_opcode().is_some() {
            let instruction = self.builder.expression(constant)?;
            instruction.map_values(&mut |value| of(value));
            instruction.set_name(NAMES[0]);
            return Ok(instruction);
        }
        let draft = constant.draft();
        let mut value = draft.const_poison(constant.ty())?;
        for (i, part) in constant.operands().enumerate() {
            value = match (constant.kind(), constant.ty().kind()) {
                (ValueKind::Constant(ConstantKind::Aggregate), TypeKind::Vector) => {
                    let index = draft.const_int(draft.int_type(32)?, &[i as u64])?;
                    self.builder.insert_element(value, of(part), index)?
                }
                _ => self.builder.insert_value(value, of(part), &[i as u32])?,
            };
            value.set_name(NAMES[1]);
        }
        Ok(value)
    }

    /// Moves the new blocks onto their edges, as the newest predecessors of their targets.
    fn place_edges(self, mut predecessors: Predecessors<'d>) -> Result<()> {
        if let Some(spare) = self.spare {
            spare.erase()?;
        }
        for (from, to, edge) in &self.edges {
            self.builder.position_at_end(*edge);
            self.builder.br(*to)?;
            from.go_through(*to, *edge)?;
        }
        let mut newest: Predecessors<'d> = Predecessors::default();
        self.edges.iter().rev().for_each(|(_, to, edge)| newest.entry(*to).or_default().push(*edge));
        for (to, mut list) in newest {
            let others = predecessors.remove(&to).unwrap_or_default();
            list.extend(others.into_iter().filter(|from| !self.of.contains_key(&(*from, to))));
            predecessors.insert(to, list);
        }
        self.function.order_predecessors(&predecessors);
        Ok(())
    }
}
