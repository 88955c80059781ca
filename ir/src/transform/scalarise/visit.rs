//! Scalarises instructions of each kind.

use super::parts::Parts;
use super::{Scalarise, name, split};
use crate::draft::{Builder, Result, Value};
use crate::instruction::{Opcode, Predicate, flag};
use crate::sorting::Sorting;
use crate::transform::constants;

/// The metadata kinds that components keep.
const KEPT: [&[u8]; 8] = [
    b"tbaa",
    b"fpmath",
    b"tbaa.struct",
    b"invariant.load",
    b"alias.scope",
    b"noalias",
    b"llvm.mem.parallel_loop_access",
    b"llvm.access.group",
];

impl<'d> Scalarise<'d> {
    /// Makes the components of an instruction; returns whether they replace it.
    pub(super) fn visit(&mut self, this: Value<'d>) -> Result<bool> {
        use Opcode::*;
        match this.opcode() {
            Some(BitCast) => self.bitcast(this),
            Some(FNeg | Freeze | ICmp | FCmp | Select | GetElementPtr) => self.by_operands(this),
            Some(opcode) if opcode.is_binary() || opcode.is_cast() => self.by_operands(this),
            Some(InsertElement) => self.insert(this),
            Some(ExtractElement) => self.extract(this),
            Some(ExtractValue) => self.extract_value(this),
            Some(ShuffleVector) => self.shuffle(this),
            Some(Phi) => self.phi(this),
            Some(Load) => self.load(this),
            Some(Store) => self.store(this),
            Some(Call) => self.call(this),
            _ => Ok(false),
        }
    }

    /// Makes an instruction for each component, with the components of the vector operands, and with the scalar operands unchanged.
    fn by_operands(&mut self, this: Value<'d>) -> Result<bool> {
        let Some((_, count)) = split(this.ty()) else { return Ok(false) };
        let Some(mut operands) = self.operands(this, this.operands().collect())? else { return Ok(false) };
        let builder = self.before(this)?;
        let mut made = Vec::new();
        for i in 0..count {
            let values = self.values(&mut operands, i)?;
            let new = constants::or_made(component(&builder, this, &values)?)?;
            made.push(if values.contains(&new) { new } else { name(new, this, ".i", i) });
        }
        self.gather(this, made)?;
        Ok(true)
    }

    /// Returns the operands as components; `None` if those of one cannot be accessed.
    pub(super) fn operands(&mut self, at: Value<'d>, of: Vec<Value<'d>>) -> Result<Option<Vec<Operand<'d>>>> {
        let mut operands = Vec::new();
        // LLVM visits the condition of a `select` last.
        let late = at.opcode() == Some(Opcode::Select);
        let order =
            if late { [1, 2, 0].into_iter().take(of.len()).collect::<Vec<_>>() } else { (0..of.len()).collect() };
        for i in order {
            let Some(&value) = of.get(i) else { continue };
            operands.push((
                i,
                match split(value.ty()) {
                    Some(_) => match self.parts_of(at, value)? {
                        Some(parts) => Operand::Vector(parts),
                        None => return Ok(None),
                    },
                    None => Operand::Scalar(value),
                },
            ));
        }
        operands.arrange_by_key(|(i, _)| *i);
        Ok(Some(operands.into_iter().map(|(_, operand)| operand).collect()))
    }

    /// Returns the `i`th components of operands.
    pub(super) fn values(&mut self, operands: &mut [Operand<'d>], i: usize) -> Result<Vec<Value<'d>>> {
        let one = |operand: &mut Operand<'d>| match operand {
            Operand::Scalar(value) => Ok(*value),
            Operand::Vector(parts) => self.part(parts, i),
        };
        operands.iter_mut().map(one).collect()
    }

    /// Records the components that replace an instruction.
    pub(super) fn gather(&mut self, this: Value<'d>, made: Vec<Value<'d>>) -> Result<()> {
        let first = this.ty().part(0).filter(|_| this.ty().kind() == crate::types::TypeKind::Struct);
        let Some((ty, _)) = split(first.unwrap_or(this.ty())) else { return Ok(()) };
        self.transfer(this, &made)?;
        let old = self.known.insert((this, ty), made.iter().copied().map(Some).collect()).unwrap_or_default();
        for (old, new) in old.into_iter().zip(made) {
            // Components that were extracted before the instruction was visited.
            let Some(old) = old.filter(|old| *old != new && old.opcode().is_some()) else { continue };
            if new.opcode().is_some() {
                let name = old.name().to_vec();
                old.set_name(b"");
                new.set_name(&name);
            }
            old.replace_uses(new)?;
            self.dead.push(old);
        }
        self.gathered.push((this, ty));
        Ok(())
    }

    /// Copies the flags, the location and the alias metadata of an instruction to its components.
    pub(super) fn transfer(&self, this: Value<'d>, made: &[Value<'d>]) -> Result<()> {
        let kept = KEPT.map(|name| self.draft.metadata_kind(name));
        let attached: Vec<_> = this.attachments().into_iter().filter(|(kind, _)| kept.contains(kind)).collect();
        for new in made.iter().filter(|new| new.opcode().is_some()) {
            attached.iter().try_for_each(|(kind, node)| new.set_metadata(*kind, Some(*node)))?;
            if new.opcode() == this.opcode() {
                let all = flag::FAST | flag::NUW | flag::NSW | flag::EXACT | flag::GEP_NUW;
                new.change_flags(0, this.flags() & all);
            }
            if new.metadata(0).is_none() && this.metadata(0).is_some() {
                new.set_metadata(0, this.metadata(0))?;
            }
        }
        Ok(())
    }

    fn insert(&mut self, this: Value<'d>) -> Result<bool> {
        let Some((_, count)) = split(this.ty()) else { return Ok(false) };
        let mut operands = this.operands();
        let (Some(whole), Some(new), Some(index)) = (operands.next(), operands.next(), operands.next()) else {
            return Ok(false);
        };
        let Some(mut parts) = self.parts_of(this, whole)? else { return Ok(false) };
        let builder = self.before(this)?;
        let known = index.as_integer();
        let mut made = Vec::new();
        for i in 0..count {
            made.push(match known {
                Some(at) if at == i as u64 => new,
                Some(_) => self.part(&mut parts, i)?,
                None => {
                    let is_here = self.is_index(&builder, index, i)?;
                    let old = self.part(&mut parts, i)?;
                    self.chosen(&builder, [is_here, new, old], (this, ".i", i))?
                }
            });
        }
        self.gather(this, made)?;
        Ok(true)
    }

    fn chosen(
        &self,
        builder: &Builder<'d>,
        [condition, a, b]: [Value<'d>; 3],
        (like, suffix, i): (Value<'d>, &str, usize),
    ) -> Result<Value<'d>> {
        Ok(name(constants::or_made(builder.select(condition, a, b)?)?, like, suffix, i))
    }

    fn is_index(&self, builder: &Builder<'d>, index: Value<'d>, i: usize) -> Result<Value<'d>> {
        let number = self.draft.const_int(index.ty(), &[i as u64])?;
        Ok(name(builder.compare(Predicate::Eq, index, number)?, index, ".is.", i))
    }

    fn extract(&mut self, this: Value<'d>) -> Result<bool> {
        let mut operands = this.operands();
        let (Some(whole), Some(index)) = (operands.next(), operands.next()) else { return Ok(false) };
        let Some((ty, count)) = split(whole.ty()) else { return Ok(false) };
        let Some(mut parts) = self.parts_of(this, whole)? else { return Ok(false) };
        let value = match index.as_integer() {
            Some(at) if at >= count as u64 => self.draft.const_poison(ty)?,
            Some(at) => self.part(&mut parts, at as usize)?,
            None => {
                let builder = self.before(this)?;
                let mut value = self.draft.const_poison(ty)?;
                for i in 0..count {
                    let is_here = self.is_index(&builder, index, i)?;
                    let element = self.part(&mut parts, i)?;
                    value = self.chosen(&builder, [is_here, element, value], (this, ".upto", i))?;
                }
                value
            }
        };
        if value != this {
            this.replace_uses(value)?;
            self.dead.push(this);
        }
        Ok(true)
    }

    fn shuffle(&mut self, this: Value<'d>) -> Result<bool> {
        let mut operands = this.operands();
        let (Some(a), Some(b), Some(mask)) = (operands.next(), operands.next(), operands.next()) else {
            return Ok(false);
        };
        let (Some((_, count)), Some((element, length))) = (split(this.ty()), split(a.ty())) else { return Ok(false) };
        let (Some(mut first), Some(mut second)) = (self.parts_of(this, a)?, self.parts_of(this, b)?) else {
            return Ok(false);
        };
        let mut made = Vec::new();
        for i in 0..count {
            made.push(match mask.element(i).and_then(|at| at.as_integer()).map(|at| at as usize) {
                Some(at) if at < length => self.part(&mut first, at)?,
                Some(at) => self.part(&mut second, at - length)?,
                None => self.draft.const_poison(element)?,
            });
        }
        self.gather(this, made)?;
        Ok(true)
    }

    fn phi(&mut self, this: Value<'d>) -> Result<bool> {
        let Some((ty, count)) = split(this.ty()) else { return Ok(false) };
        let pairs: Vec<_> = this.incoming().collect();
        for (value, _) in &pairs {
            if self.parts_of(this, *value)?.is_none() {
                return Ok(false);
            }
        }
        let builder = self.before(this)?;
        let mut made = Vec::new();
        for i in 0..count {
            made.push(name(builder.phi(ty)?, this, ".i", i));
        }
        for (value, from) in pairs {
            let Some(mut parts) = self.parts_of(this, value)? else { return Ok(false) };
            for (i, phi) in made.iter().enumerate() {
                phi.add_incoming(self.part(&mut parts, i)?, from)?;
            }
        }
        self.gather(this, made)?;
        Ok(true)
    }
}

/// An operand: the components of a vector, or a scalar for all components.
pub(super) enum Operand<'d> {
    Scalar(Value<'d>),
    Vector(Parts<'d>),
}

/// Makes an instruction on components, like one on vectors.
fn component<'d>(builder: &Builder<'d>, like: Value<'d>, operands: &[Value<'d>]) -> Result<Value<'d>> {
    use Opcode::*;
    match (like.opcode(), operands) {
        (Some(FNeg), &[value]) => builder.fneg(value),
        (Some(Freeze), &[value]) => builder.freeze(value),
        (Some(ICmp | FCmp), &[a, b]) => builder.compare(like.predicate().unwrap_or(Predicate::FalseF), a, b),
        (Some(Select), &[condition, a, b]) => builder.select(condition, a, b),
        (Some(GetElementPtr), [base, indices @ ..]) => {
            builder.gep(like.flags() & flag::INBOUNDS, like.named_type().unwrap_or(base.ty()), *base, indices)
        }
        (Some(opcode), &[a, b]) => builder.binary(opcode, a, b),
        (Some(opcode), &[value]) => builder.cast(opcode, value, like.ty().scalar()),
        _ => Ok(like),
    }
}
