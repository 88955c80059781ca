//! Parameters that are numbers, vectors or structures. They become members of a block of push constants, each aligned
//! as in the memory of the host, or of a uniform block if the parameter has an attribute with a set and binding. Values
//! that only the host knows about images follow the parameters. With reflection, values about the grid and images come
//! first.

use super::descriptors::{Descriptors, Kind, name};
use super::host::{Answers, Argument, Grid, Placed, Plan, Question, Told};
use super::images::Asked;
use super::{memory, passed, spaces};
use crate::error::{Error, Result};
use crate::legalize::kit::place::Place;
use crate::legalize::logical::layouts::Layouts;
use crate::llvm::{AttributeKind, AttributePlace, Opcode, Type, Value};
use ::spirv::Decoration;
use std::collections::BTreeMap;

/// The set and binding of a uniform block; none for push constants.
type At = Option<(u32, u32)>;

/// A member of a block.
enum Member<'m> {
    /// A triple about the grid that the host passes.
    Grid(Grid),
    /// A number about an image that the host passes.
    Asked(Asked<'m>),
    /// A parameter, with its index and its type; for a `byval` pointer, the type of its structure.
    Parameter(u32, Value<'m>, Type<'m>),
}

impl<'m> Member<'m> {
    fn ty(&self, place: &Place<'m>) -> Result<Type<'m>> {
        match self {
            Self::Grid(_) => Grid::ty(place),
            Self::Asked(_) => place.context.int_type(32),
            Self::Parameter(_, _, ty) => Ok(*ty),
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Grid(grid) => grid.name().to_owned(),
            Self::Asked(asked) => asked.name.clone(),
            Self::Parameter(_, param, _) => param.name().to_owned(),
        }
    }
}

/// The state of replacing such parameters of a function.
pub struct Constants<'a, 'p, 'm> {
    pub place: &'p Place<'m>,
    pub plan: &'a Plan,
    pub function: Value<'m>,
    /// The first free binding in the set of the arguments, for a uniform block of parameters that exceed the push
    /// constants.
    pub next: u32,
    /// The layouts of the blocks of all entry points.
    pub layouts: &'a mut Layouts<'p, 'm>,
    pub told: &'a mut Told<'m>,
}

impl<'m> Constants<'_, '_, 'm> {
    /// Replaces the parameters by values that are loaded from the blocks. Returns the loaded triples about the grid.
    pub fn replace(mut self, descriptors: &Descriptors<'m>, asked: Vec<Asked<'m>>) -> Result<Answers<'m>> {
        let mut blocks: BTreeMap<At, Vec<Member<'m>>> = BTreeMap::new();
        for ((index, param), parameter) in (0..).zip(self.function.params()).zip(&descriptors.parameters) {
            let Kind::Constant(at) = parameter.kind else { continue };
            let by_value = self.function.type_attribute(AttributePlace::Param(index), AttributeKind::ByVal);
            blocks.entry(at).or_default().push(Member::Parameter(index, param, by_value.unwrap_or(param.ty())));
        }
        let parameters = blocks.remove(&None).unwrap_or_default();
        let mut answers = Answers::new();
        self.constants(parameters, asked, &mut answers)?;
        for (at, members) in blocks {
            self.block(at, 0, members, &mut answers)?;
        }
        Ok(answers)
    }

    /// Creates the push constants for values from the host and for parameters, and a uniform block for those that
    /// exceed the limit.
    fn constants(
        &mut self,
        parameters: Vec<Member<'m>>,
        asked: Vec<Asked<'m>>,
        answers: &mut Answers<'m>,
    ) -> Result<()> {
        let asked = asked.into_iter().map(Member::Asked);
        let chosen = self.plan.places.place(&format!("{}.constants", self.function.name()))?;
        let uniform = Some(chosen.unwrap_or((self.plan.set, self.next)));
        let is_block = |end: u64| chosen.is_some() || end > self.plan.limit;
        if !self.plan.is_told {
            let members: Vec<_> = parameters.into_iter().chain(asked).collect();
            let at = uniform.filter(|_| self.end(0, &members).is_ok_and(is_block));
            return self.block(at, 0, members, answers);
        }
        let mut head: Vec<_> = self.plan.grid.iter().copied().map(Member::Grid).chain(asked).collect();
        let begin = self.end(0, &head)?;
        if !is_block(self.end(begin, &parameters)?) {
            head.extend(parameters);
            return self.block(None, 0, head, answers);
        }
        self.block(None, 0, head, answers)?;
        self.block(uniform, begin, parameters, answers)
    }

    /// Returns the structure of members that starts at an offset.
    fn source(&self, begin: u64, members: &[Member<'m>]) -> Result<Type<'m>> {
        let types = members.iter().map(|member| member.ty(self.place)).collect::<Result<Vec<_>>>()?;
        passed::members(self.place, &types, begin)
    }

    /// Returns the offset behind the last of the members that start at an offset.
    fn end(&self, begin: u64, members: &[Member<'m>]) -> Result<u64> {
        Ok(self.place.module.layout().abi_size(self.source(begin, members)?).unwrap_or(begin).max(begin))
    }

    /// Creates a block of members that start at an offset, and replaces the parameters by values that are loaded from
    /// it.
    fn block(&mut self, at: At, begin: u64, members: Vec<Member<'m>>, answers: &mut Answers<'m>) -> Result<()> {
        if members.is_empty() {
            return Ok(());
        }
        let block = self.declare(at, self.source(begin, &members)?, &members)?;
        let first = self.function.entry_block().and_then(|block| block.first_instruction());
        let first = first.ok_or_else(|| Error::internal("a function without instructions"))?;
        self.place.builder.position_before(first)?;
        let mut answered = Vec::new();
        for (number, member) in members.into_iter().enumerate() {
            let offset = *block.offsets.get(number).ok_or_else(|| Error::internal("a block without a member"))?;
            let pointer = block.member(self.place, number, offset)?;
            match member {
                Member::Grid(grid) => drop(answers.insert(grid, Grid::load(self.place, pointer)?)),
                Member::Asked(asked) => {
                    self.answer(&asked, pointer, offset)?;
                    answered.extend(asked.calls);
                }
                Member::Parameter(index, param, ty) => self.parameter(at, (index, param, ty), pointer, offset)?,
            }
        }
        // One of them may be the first instruction, in front of which all this stands.
        answered.iter().try_for_each(|call| call.erase())
    }

    /// Declares the variable of a block.
    fn declare(&mut self, at: At, source: Type<'m>, members: &[Member<'m>]) -> Result<Block<'m>> {
        let layouts = &mut *self.layouts;
        let names: Vec<_> = members.iter().map(Member::name).collect();
        let space = if at.is_some() { spaces::UNIFORM } else { spaces::PUSH };
        let name = format!("{}.constants", self.function.name());
        // What Vulkan does not take as it is in a uniform block is rows of words.
        let (ty, elements) = match at.is_none() || layouts.is_standard(source, true) {
            true => layouts.shared(source, names)?,
            false => (layouts.words("", source, &[], true)?, Vec::new()),
        };
        let variable = self.place.module.add_global(&name, ty, space)?;
        variable.set_global_constant(true)?;
        if let Some((set, binding)) = at {
            let list = [(Decoration::DescriptorSet, set.into()), (Decoration::Binding, binding.into())];
            variable.set_global_metadata("spirv.Decorations", layouts.decorations(&list)?)?;
        }
        let offsets = layouts.members(source).into_iter().map(|member| member.1).collect();
        Ok(Block { ty, variable, elements, offsets })
    }

    /// Replaces the calls of a query by a value that is loaded from a block.
    fn answer(&mut self, asked: &Asked<'m>, pointer: Value<'m>, offset: u64) -> Result<()> {
        let answer = self.place.builder.load(self.place.context.int_type(32)?, pointer)?;
        for call in &asked.calls {
            call.replace_uses(answer)?;
        }
        let Asked { instruction, ordinal, .. } = *asked;
        self.told.questions.push(Question { instruction, ordinal, offset });
        Ok(())
    }

    /// Replaces a parameter by a value that is loaded from a block.
    fn parameter(
        &mut self,
        at: At,
        (ordinal, param, ty): (u32, Value<'m>, Type<'m>),
        pointer: Value<'m>,
        offset: u64,
    ) -> Result<()> {
        let value = match self.function.type_attribute(AttributePlace::Param(ordinal), AttributeKind::ByVal) {
            Some(_) => copy(self.place, param, pointer, ty)?,
            None => self.value(param.ty(), pointer)?,
        };
        value.set_name(&name(self.function, param));
        param.replace_uses(value)?;
        let size = passed::sized(self.place, ty)?.0;
        let is_address = ty.is_pointer();
        self.told.arguments.push(Argument { ordinal, placed: Placed::Constant { at, offset, size, is_address } });
        Ok(())
    }

    /// Loads a number, a vector, or a pointer to global memory.
    fn value(&self, ty: Type<'m>, pointer: Value<'m>) -> Result<Value<'m>> {
        let builder = &self.place.builder;
        if !ty.is_pointer() || ty.address_space() != spaces::FUNCTION {
            return builder.load(ty, pointer);
        }
        let address = builder.load(self.place.context.pointer_type(spaces::GLOBAL)?, pointer)?;
        builder.cast(Opcode::AddrSpaceCast, address, ty)
    }
}

/// A block whose variable is declared.
struct Block<'m> {
    ty: Type<'m>,
    variable: Value<'m>,
    /// The index of the struct element of each member; empty if the block is an array of words.
    elements: Vec<u32>,
    offsets: Vec<u64>,
}

impl<'m> Block<'m> {
    /// Returns the address of a member.
    fn member(&self, place: &Place<'m>, number: usize, offset: u64) -> Result<Value<'m>> {
        let word = place.context.int_type(32)?;
        match self.elements.get(number) {
            Some(element) => {
                let indices = [place.context.const_null(word)?, place.context.const_int(word, (*element).into())?];
                place.builder.gep(self.ty, self.variable, &indices, false)
            }
            None => {
                let offset = place.context.const_int(word, offset)?;
                place.builder.gep(place.context.int_type(8)?, self.variable, &[offset], false)
            }
        }
    }
}

/// Returns a variable of the function with a copy of a structure.
fn copy<'m>(place: &Place<'m>, param: Value<'m>, from: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let ty = memory::same_layout(place, ty)?;
    let no_size = || Error::internal(format!("a parameter {} without a size", param.name()));
    let size = place.module.layout().abi_size(ty).ok_or_else(no_size)?;
    let variable = place.builder.alloca(ty, Some(param.ty().address_space()))?;
    let size = place.context.const_int(place.context.int_type(32)?, size)?;
    place.builder.memcpy(variable, from, size, false)?;
    Ok(variable)
}
